import type { Span } from '../../model/diagnostic.ts'
import type { Omission, OmissionReason } from '../../model/read.ts'
import { anchorTarget, type Resolution } from '../../text/markdown/anchor-target.ts'
import { parseReference, type AnchorReference } from '../../text/markdown/anchors.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import type { Pick } from '../pick.ts'
import type { OpenPack } from '../packs/pack-texts.ts'
import type { Source } from '../texts/source.ts'
import { sectionsOf, structureOf } from '../texts/structure.ts'

/** Characters of one piece of evidence; it ends earlier, where a sentence, an item or a row does. */
const longestEvidence = 1_600

const textFile = /\.(?:md|markdown|mdx|txt|text|vtt|srt|csv|html?|rst|adoc)$/i

/** The text that an anchor points to. What is not text, or not there, goes to `omitted` by its name (AK-251). */
export function anchoredPick(pack: OpenPack, written: string, omitted: Omission[]): Pick | undefined {
  const leave = (reason: OmissionReason, detail: string): undefined =>
    void omitted.push({ ref: pack.allowed.ref, path: written, reason, detail })
  const reference = parseReference(written)
  if (!reference || pathProblem(reference.path)) return leave('outside', 'The anchor names no file of the pack.')
  const path = normalizePath(reference.path)
  if (/^(?:indexes|runs|evals|schemas)\//i.test(path))
    return leave('no-evidence', 'The file keeps records; it is no source.')
  if (!textFile.test(path))
    return leave('not-text', 'The file is not text, so its place is named and nothing of it is shown.')
  const source = pack.source(path)
  if (!source) return undefined
  const place = placeOf(source, reference)
  if (place.kind !== 'found')
    return leave(
      place.kind === 'absent' ? 'anchor-absent' : 'not-text',
      place.kind === 'absent' ? 'The file has no such place.' : 'This kind of place cannot be shown as text.',
    )
  const span = wholeUnits(source, place.span)
  if (span.end <= span.start) return leave('anchor-absent', 'There is no text at this place.')
  return { ...passageAt(source, span), reason: 'anchor', why: `It is what ${reference.text} points to.` }
}

const placeOf = ({ text, path, from }: Source, { anchor }: AnchorReference): Resolution =>
  anchor ? anchorTarget(text, path).resolve(anchor) : { kind: 'found', span: { start: from, end: text.length } }

/** Whole sentences, items, rows and code around the place, up to a length that can be shown (AK-174). */
function wholeUnits(source: Source, { start, end }: Span): Span {
  const { text, format } = source
  // A cue is whole as it is; its sentence may run on into the next one.
  if (format === 'vtt') return trimmed(text, start, Math.min(end, start + longestEvidence))
  const touched = structureOf(source).units.filter((unit) => unit.start < end && start < unit.end)
  const first = touched[0]
  if (!first) return trimmed(text, start, Math.min(end, start + longestEvidence))
  const last = touched.findLast((unit) => unit.end - first.start <= longestEvidence) ?? first
  return { start: first.start, end: last.end }
}

function trimmed(text: string, start: number, end: number): Span {
  const part = text.slice(start, end)
  return { start: start + part.length - part.trimStart().length, end: start + part.trimEnd().length }
}

function passageAt(source: Source, span: Span): Omit<Pick, 'reason' | 'why'> {
  const section = sectionsOf(source).findLast(({ start }) => start <= span.start)
  return {
    source,
    headings: section?.headings ?? [],
    stretches: [span],
    text: source.text.slice(span.start, span.end),
    tokens: 0,
    score: 0,
    matched: [],
  }
}
