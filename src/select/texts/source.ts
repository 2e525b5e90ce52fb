import type { TextFormat } from '../../formats/structure.ts'
import type { Language } from '../../text/lexicon/lexicon.ts'

/** A text that may be quoted: its bytes are granted and every gate allows it. */
export interface Source {
  /** Ref of the pack or unit it belongs to. */
  readonly ref: string
  /** Ref of the envelope, if it contains more than this entry. */
  readonly envelope?: string
  /** Relative to the root of its entry. */
  readonly path: string
  readonly format: TextFormat
  readonly text: string
  /** The beginning of the text, available without decoding all of it. */
  readonly head: string
  /** Start of quotable text, after the frontmatter. */
  readonly from: number
  readonly fileDigest: string
  /** Detected by an earlier process from the text alone. */
  readonly ownLanguage?: Language
  /** The pack or manifest it belongs to. */
  readonly entry: { readonly name: string; readonly description: string }
  /** Title of the document. */
  readonly title: string
  /** Its declared subject: intent, triggers, lines of the context map. */
  readonly hints: readonly string[]
  /** For a unit: whether it declares a hash, which its bytes match. */
  readonly isVerified?: boolean
  /** False if a decision forbids that its index outlives the read. */
  readonly persist: boolean
}

export const envelopeOf = ({ envelope, ref }: Pick<Source, 'envelope' | 'ref'>): string => envelope ?? ref

/** Stretches of one source that are quoted together, in document order, without the text between them. */
export interface Passage {
  readonly source: Source
  /** Headings from the outermost down to the first stretch. */
  readonly headings: readonly string[]
  /** UTF-16 offsets in `source.text`, ascending, not touching. */
  readonly stretches: readonly { readonly start: number; readonly end: number }[]
  /** The stretches as a model sees them; a gap is shown as `[…]`. */
  readonly text: string
  readonly tokens: number
  readonly score: number
  /** The words of the task that it contains, as typed. */
  readonly matched: readonly string[]
}

/** A candidate that was not taken. */
export interface NearMiss {
  readonly source: Source
  readonly headings: readonly string[]
  readonly reason: 'budget' | 'weak' | 'duplicate'
  readonly tokens: number
}
