import type { Span } from '../../model/codes/diagnostic.ts'
import type { Omission, OmissionReason } from '../../model/reading/read.ts'
import { anchorTarget, type Resolution } from '../../text/facts/anchor-target.ts'
import { parseReference, type AnchorReference } from '../../text/facts/anchors.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'
import type { Pick } from '../pick.ts'
import type { OpenPack } from '../packs/pack-texts.ts'
import type { Source } from '../texts/source.ts'
import { sectionsOf, structureOf } from '../texts/structure.ts'

/** Maximum characters of one piece of evidence; it ends with a sentence, an item or a row. */
const longestEvidence = 1_600

const textFile = /\.(?:md|markdown|mdx|txt|text|vtt|srt|csv|html?|rst|adoc|pdf)$/i

/** The text at an anchor. A missing file, or one that is not text, is listed in `omitted` (AK-251). */
export function anchoredPick(pack: OpenPack, written: string, omitted: Omission[]): Pick | undefined {
  const leave = (reason: OmissionReason, detail: string): undefined =>
    void omitted.push({ ref: pack.allowed.ref, path: written, reason, detail })
  const reference = parseReference(written)
  if (!reference || pathProblem(reference.path)) return leave('outside', 'The anchor names no file of the pack.')
  const path = normalizePath(reference.path)
  if (/^(?:indexes|runs|evals|schemas)\//i.test(path))
    return leave('no-evidence', 'The file contains records, not sources.')
  if (!/\.[^/]+$/.test(path)) return leave('anchor-absent', 'It names no file. A place is written as path#heading.')
  if (!textFile.test(path)) return leave('not-text', 'The file is not text, so only its place is listed.')
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
  return { ...passageAt(source, span), reason: 'anchor', why: `It is the text at ${reference.text}.` }
}

const placeOf = ({ text, path, from }: Source, { anchor }: AnchorReference): Resolution =>
  anchor ? anchorTarget(text, path).resolve(anchor) : { kind: 'found', span: { start: from, end: text.length } }

/** Whole sentences, items, rows and code blocks around the place, up to a length that can be shown (AK-174). */
function wholeUnits(source: Source, { start, end }: Span): Span {
  const { text, format } = source
  // A cue is kept as it is; its sentence may continue in the next one.
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
