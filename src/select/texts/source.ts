import type { TextFormat } from '../../formats/structure.ts'

/** A text that may be quoted: its bytes are granted and every gate let it pass. */
export interface Source {
  /** Ref of the pack or unit it belongs to. */
  readonly ref: string
  /** Ref of what it is fenced together with, where that is more than the one it belongs to. */
  readonly envelope?: string
  /** Relative to the root of its entry. */
  readonly path: string
  readonly format: TextFormat
  readonly text: string
  /** The beginning of the text, known without decoding all of it. */
  readonly head: string
  /** Where quotable text starts; frontmatter stands before it. */
  readonly from: number
  readonly fileDigest: string
  /** The pack or manifest it belongs to: what it has in common with all other texts of it. */
  readonly entry: { readonly name: string; readonly description: string }
  /** Of the document. */
  readonly title: string
  /** What it is itself declared to be about: intent, triggers, lines of the context map. */
  readonly hints: readonly string[]
  /** Of a unit: whether it declares a hash, which its bytes then have. */
  readonly isVerified?: boolean
  /** False where a decision forbids that an index of it outlives the read. */
  readonly persist: boolean
}

export const envelopeOf = ({ envelope, ref }: Pick<Source, 'envelope' | 'ref'>): string => envelope ?? ref

/** Stretches of one source that are quoted together, in document order, with what lies between them left out. */
export interface Passage {
  readonly source: Source
  /** Headings from the outermost down to where the first stretch stands. */
  readonly headings: readonly string[]
  /** UTF-16 offsets in `source.text`, ascending, none touching. */
  readonly stretches: readonly { readonly start: number; readonly end: number }[]
  /** The stretches as a model sees them; a gap between two shows as `[…]`. */
  readonly text: string
  readonly tokens: number
  readonly score: number
  /** The words of the task that it holds, as the person typed them. */
  readonly matched: readonly string[]
}

/** Something that came near and was not taken. */
export interface NearMiss {
  readonly source: Source
  readonly headings: readonly string[]
  readonly reason: 'budget' | 'weak' | 'duplicate'
  readonly tokens: number
}
