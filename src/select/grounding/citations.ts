import type { Code } from '../../model/codes/codes.ts'
import type { Severity } from '../../model/codes/diagnostic.ts'
import type { Grounding } from '../../model/tables/vocabulary.ts'
import { readClaimRecords } from '../../parse/records/claim-records.ts'
import type { MappedClaim } from '../../parse/records/source-map.ts'
import { fileStem, normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { isPlainWord, plainName, plainPath } from '../../text/messages/plain-names.ts'
import { headingSlug } from '../../text/markdown/sections.ts'
import { findSourceMarks } from '../../text/facts/source-marks.ts'
import { terms } from '../../text/lexicon/lexicon.ts'
import type { CompileRun, PackRecords } from '../packs/pack-records.ts'
import type { Passage, Source } from '../texts/source.ts'
import { factsIn } from '../texts/structure.ts'

/** A notice about an excerpt for its reader. */
export interface Notice {
  readonly code: Code
  readonly message: string
  readonly ref: string
  readonly path: string
  readonly severity?: Severity
}

/** The sources of a passage, as `path#anchor`. */
export interface Citations {
  /** For its own words: sources that it names itself, and claims of the source map that it states (AK-250). */
  readonly exact: readonly string[]
  /** For the section it belongs to (AK-257). */
  readonly ofSection: readonly string[]
}

export function citationsOf({ source, text, headings }: Passage, records: PackRecords): Citations {
  const marked = findSourceMarks(text)
    .filter(({ broken }) => !broken)
    .flatMap(({ references }) => references.map((reference) => reference.text))
  const recorded = readClaimRecords(text).flatMap(({ source: from }) => (from ? [from.text] : []))
  const stated = claimsOn(source.path, records).filter(statedIn(text))
  const claimed = stated.flatMap(({ reference }) => (reference ? [reference.text] : []))
  const mapped = records.sections
    .filter((section) => isOf(section, source.path, headings))
    .flatMap(({ sourceAnchors }) => sourceAnchors ?? [])
  const exact = new Set([...marked, ...recorded, ...claimed])
  return { exact: [...exact], ofSection: [...new Set(mapped)].filter((anchor) => !exact.has(anchor)) }
}

/** A claim of the source map that a passage states. */
export interface StatedClaim {
  readonly id: string
  readonly status: string
  /** `path#anchor` */
  readonly source?: string
}

export function statedClaims({ source, text }: Passage, records: PackRecords): readonly StatedClaim[] {
  return claimsOn(source.path, records)
    .filter(statedIn(text))
    .map(({ claimId, index, status, reference }) => ({
      id: claimId ?? `claims[${index}]`,
      status: status ?? 'source-required',
      ...(reference ? { source: reference.text } : {}),
    }))
}

const weakStatuses: Readonly<Record<string, string>> = {
  inferred: 'is inferred, not confirmed',
  stale: 'is stale',
  disputed: 'is disputed',
  missing: 'has no source',
  'source-required': 'still needs a source',
}

/** Unconfirmed claims of a passage. A claim whose words are not in the file applies to the whole file (AK-161). */
export function weakClaims(
  { source, text }: Pick<Passage, 'source' | 'text'>,
  records: PackRecords,
): readonly { readonly id: string; readonly status: string }[] {
  const { path } = source
  const isStated = statedIn(text)
  const mapped = claimsOn(path, records)
    .filter((claim) => isWeak(claim) && (isStated(claim) || !statedInFile(source)(claim)))
    .map(({ claimId, index, status = '' }) => ({ id: claimId ?? `claims[${index}]`, status }))
  const written = readClaimRecords(text).map(({ status = '' }, index) => ({ id: `${path} ${index + 1}`, status }))
  return [...mapped, ...written.filter(isWeak)]
}

const isWeak = ({ status = '' }: { readonly status?: string | undefined }): boolean =>
  Object.hasOwn(weakStatuses, status)

export function claimNotices(passage: Passage, records: PackRecords): readonly Notice[] {
  const { ref, path } = passage.source
  return weakClaims(passage, records).map(({ id, status }) => ({
    code: 'AK806',
    ref,
    path,
    message: `${isPlainWord(id) ? `The claim "${id}"` : 'A claim'} for ${plainPath(path)} ${weakStatuses[status] ?? ''}.`,
  }))
}

/** Notices of the newest compile run about selected files. */
export function runNotices(ref: string, paths: readonly string[], run: CompileRun | undefined): readonly Notice[] {
  if (!run) return []
  const notice = (path: string, message: string): Notice => ({ code: 'AK807', ref, path, message })
  const name = plainName(fileStem(run.path), 'a file')
  if (!run.record) return [notice(run.path, `The newest compile run, ${name}, cannot be read.`)]
  const { status, diagnostics = [], chapters = [] } = run.record
  const found: Notice[] =
    status === undefined || status === 'passed'
      ? []
      : [notice(run.path, `The newest compile run, ${name}, ended as "${plainName(status, 'something else')}".`)]
  for (const path of paths) {
    const graver = diagnostics.filter((entry) => entry.path === path && entry.severity !== 'info').length
    if (graver > 0)
      found.push(
        notice(
          path,
          `The newest compile run has ${graver} ${graver === 1 ? 'warning' : 'warnings'} on ${plainPath(path)}.`,
        ),
      )
    const chapter = chapters.find(
      (entry) =>
        (entry.path === path || entry.document === path) &&
        (entry.coverage === 'missing' || entry.coverage === 'conflict'),
    )
    if (chapter)
      found.push(notice(path, `The newest compile run marks a chapter of ${plainPath(path)} as "${chapter.coverage}".`))
  }
  return found
}

/** Facts of a passage without a source, by section (AK-245 to AK-247). */
export function uncitedFacts(
  passage: Passage,
  records: PackRecords,
  grounding: Grounding | undefined,
): readonly { readonly section: string; readonly facts: number }[] {
  if (grounding === undefined || grounding === 'none') return []
  const { source, stretches, headings } = passage
  if (
    records.sections.some((section) => isOf(section, source.path, headings) && (section.sourceAnchors?.length ?? 0) > 0)
  )
    return []
  const claims = claimsOn(source.path, records).filter(
    ({ reference, status }) => reference !== undefined && status !== 'missing' && status !== 'source-required',
  )
  const counts = new Map<string, number>()
  for (const { text, heading, anchored } of factsIn(source, stretches)) {
    if (anchored || claims.some(statedIn(text))) continue
    counts.set(headingSlug(heading), (counts.get(headingSlug(heading)) ?? 0) + 1)
  }
  return [...counts].map(([section, facts]) => ({ section, facts }))
}

/** Claims by path of the file, for every source map in use. */
const claimsByPath = new WeakMap<PackRecords['claims'], Map<string, readonly MappedClaim[]>>()

export function claimsOn(path: string, { claims }: PackRecords): readonly MappedClaim[] {
  if (claims.length === 0) return []
  const byPath = claimsByPath.get(claims) ?? new Map<string, readonly MappedClaim[]>()
  claimsByPath.set(claims, byPath)
  const known = byPath.get(path)
  if (known) return known
  const isOn = ({ compiledInto = [], document }: MappedClaim): boolean =>
    document === path || compiledInto.some((target) => isPath(target, path))
  const found = claims.filter(isOn)
  byPath.set(path, found)
  return found
}

function isOf(
  { document, sectionId, title, compiledInto = [] }: PackRecords['sections'][number],
  path: string,
  headings: readonly string[],
): boolean {
  if (compiledInto.some((target) => isPath(target, path))) return true
  return document === path && headings.some((heading) => headingSlug(heading) === sectionId || heading === title)
}

const isPath = (written: string, path: string): boolean =>
  !pathProblem(written) && normalizePath(written.split('#')[0] ?? '') === path

type States = (claim: MappedClaim) => boolean

/** Whether enough words of a claim are in the text, which may be reworded. The text is tokenized on first use. */
export function statedIn(text: string, share = 0.8): States {
  let present: ReadonlySet<string> | undefined
  return (claim) => {
    const wanted = wordsOfClaim(claim)
    if (wanted.length === 0) return false
    // Both are tokenized in the same language, whatever theirs is, so that equal words stay equal.
    present ??= new Set(terms(text, 'en'))
    let held = 0
    for (const word of wanted) if (present.has(word)) held += 1
    return held >= wanted.length * share
  }
}

/** Cached as long as the source map and the source exist. */
const claimWords = new WeakMap<MappedClaim, readonly string[]>()
const files = new WeakMap<Source, States>()

function wordsOfClaim(claim: MappedClaim): readonly string[] {
  const known = claimWords.get(claim) ?? [...new Set(terms(claim.text ?? '', 'en'))]
  claimWords.set(claim, known)
  return known
}

function statedInFile(source: Source): States {
  const known = files.get(source) ?? statedIn(source.text)
  files.set(source, known)
  return known
}
