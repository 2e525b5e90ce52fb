import type { AllowedUnit } from '../model/decisions/brands.ts'
import type { Span } from '../model/codes/diagnostic.ts'
import type { SelectionReason } from '../model/reading/read.ts'
import { constants } from '../rank/constants.ts'
import type { Corpus, Member } from '../rank/corpus.ts'
import type { Sought } from '../rank/question.ts'
import { countsIn } from '../rank/text-index.ts'
import { fileStem } from '../text/paths/paths.ts'
import { estimateTokens } from '../text/tokens/token-estimate.ts'
import { sourcesOf, type Gathered } from './gather.ts'
import type { OpenPack } from './packs/pack-texts.ts'
import type { Candidate } from './score.ts'
import type { Source } from './texts/source.ts'
import { sectionsOf } from './texts/structure.ts'
import { unitGraph } from './units/unit-graph.ts'

/** Text included with the matches, whatever its own score. */
export interface Companion {
  readonly source: Source
  readonly span: Span
  readonly headings: readonly string[]
  readonly reason: SelectionReason
  readonly why: string
  /** Estimated, for sharing the budget. */
  readonly tokens: number
  /** Lower ranks are dropped last when the budget is short (AK-173). */
  readonly rank: number
}

export interface Around {
  readonly question: readonly Sought[]
  readonly corpus: Corpus
  readonly sources: readonly Source[]
  readonly places: Gathered['places']
  /** What matches the task, best first. */
  readonly ranked: readonly Candidate[]
  /** Files that the context maps name for the task. */
  readonly steered: ReadonlyMap<Source, 'file' | 'folder'>
}

/** Titles of sections on what a document does not promise, allow or know. The one definition of a boundary. */
const boundaryTitle =
  /^(?:\d+[.)]?\s*)?(?:boundar(?:y|ies)|not for|not covered|out of scope|limits?|limitations?|exclusions?|exceptions?|restrictions?|caveats?|taboos?|do not|don['’]?ts?|never say|what may not be said|what (?:this|it) (?:is not|does not)|边界|限制|禁忌|不适用|例外|注意事项|境界|制限|禁止事項|対象外|注意事項)(?![\p{Ll}\p{Lu}])/iu
/** Words that also count at the end of a title: "Our boundaries", "Known limitations", but not "Rate limits". */
const boundaryEnding = /(?:boundar(?:y|ies)|taboos?|limitations?|exclusions?)\s*[:：]?$/i
const boundaryFile = /(?:^|\/)(?:boundar(?:y|ies)|limits|limitations|taboos)\.[a-z]+$/i

export const isBoundary = (path: string, headings: readonly string[]): boolean =>
  boundaryFile.test(path) ||
  headings.some(
    (heading) => boundaryTitle.test(heading.replace(/^[\s*_`]+/, '')) || boundaryEnding.test(heading.trim()),
  )

/** Lines of a pack's boundaries that share a word with the task, other than the name of the pack (AK-164). */
export function boundariesFor(pack: OpenPack, { question, corpus, sources, places }: Around): readonly Companion[] {
  const own = places.get(pack.allowed.ref) ?? []
  const lines = own.flatMap((place) => boundaryLines(sources[place], corpus.members[place]))
  if (lines.length === 0) return []
  const name = pack.allowed.pack.name.toLowerCase()
  const occurrences = question.map((word) => lines.map((line) => line.contains(word)))
  // Words that fit any subject, or that most lines share, do not count.
  const isTelling = question.map(
    ({ typed, isEveryday }, word) =>
      !isEveryday &&
      !name.includes(typed.toLowerCase()) &&
      (lines.length <= 2 || count(occurrences[word]) * 2 <= lines.length),
  )
  return lines.flatMap(({ companion }, line) => {
    const shared = question.filter((_, word) => isTelling[word] && occurrences[word]?.[line]).length
    return shared > 0 ? [{ ...companion, rank: -shared }] : []
  })
}

const count = (occurrences: readonly boolean[] = []): number => occurrences.filter(Boolean).length

interface BoundaryLine {
  readonly companion: Companion
  contains(word: Sought): boolean
}

function boundaryLines(source: Source | undefined, member: Member | undefined): readonly BoundaryLine[] {
  if (!source || !member) return []
  const { text } = member
  return text.headings.flatMap((headings, section) => {
    if (!isBoundary(source.path, headings)) return []
    const units = Array.from(
      { length: (text.sectionFirst[section + 1] ?? 0) - (text.sectionFirst[section] ?? 0) },
      (_, place) => (text.sectionFirst[section] ?? 0) + place,
    )
    return units.map((unit) => {
      const span = { start: text.unitStart[unit] ?? 0, end: text.unitEnd[unit] ?? 0 }
      const tokens = estimateTokens(source.text.slice(span.start, span.end))
      const companion: Companion = {
        source,
        headings,
        span,
        tokens,
        reason: 'boundary',
        why: 'It is a boundary of this subject.',
        rank: 0,
      }
      return { companion, contains: ({ terms }: Sought) => (countsIn(text, terms, unit, unit + 1)[0] ?? 0) > 0 }
    })
  })
}

/** The particulars of a persona in reading order; taboos and boundaries are dropped last (AK-156, AK-173). */
const personaParts: readonly { readonly name: RegExp; readonly rank: number }[] = [
  { name: /voice|tone|style|persona|语气|口吻|声/i, rank: 1 },
  { name: /\bvalues?\b|belief|价值|価値/i, rank: 2 },
  { name: /taboo|never|avoid|forbidden|禁忌/i, rank: 0 },
  { name: /boundar|\blimits?\b|may not be said|边界|境界/i, rank: 0 },
  { name: /usage|\bguide\b|how to|用法|使い方/i, rank: 3 },
]

/** Voice, values, taboos, boundaries and usage of a persona, whole, in this order. */
export function personaParticulars(sources: readonly Source[]): readonly Companion[] {
  const parts = sources.flatMap((source) =>
    sectionsOf(source).flatMap(({ headings, bodyStart, end }) => {
      const part = partOf(source, headings)
      const span = trimmed(source.text, bodyStart, end)
      return part < 0 || span.end <= span.start ? [] : [{ source, span, headings, part }]
    }),
  )
  return parts
    .sort((a, b) => a.part - b.part)
    .map(({ part, ...place }) => ({
      ...place,
      reason: 'persona-priority',
      why: 'A persona is known by its voice, taboos and boundaries first.',
      tokens: estimateTokens(place.source.text.slice(place.span.start, place.span.end)),
      rank: personaParts[part]?.rank ?? 0,
    }))
}

/** The name of a file takes precedence over its headings. */
function partOf({ path }: Source, headings: readonly string[]): number {
  const named = personaParts.findIndex(({ name }) => name.test(fileStem(path)))
  return named >= 0 ? named : personaParts.findIndex(({ name }) => headings.some((heading) => name.test(heading)))
}

/** Files that the context map names for such a task and that contain no match (AK-158). */
export function namedByMap(pack: OpenPack, taken: readonly Candidate[], around: Around): readonly Companion[] {
  const { ranked, steered } = around
  const isTaken = (source: Source): boolean => taken.some((candidate) => candidate.source === source)
  const own = sourcesOf(around, pack.allowed.ref).filter((source) => steered.get(source) === 'file' && !isTaken(source))
  return own.flatMap((source) =>
    bestOf(source, ranked).map((place) => ({
      ...place,
      reason: 'context-map' as const,
      why: 'The context map of the pack names it for such a task.',
      rank: 1,
    })),
  )
}

/** Words of tasks about what is allowed. */
const complianceWords =
  /\b(?:compl(?:y|ies|iance|iant)|polic(?:y|ies)|standards?|regulat(?:ions?|ory|ed)|allowed|permitted|forbidden|permission|rules?|legal(?:ly)?|gdpr|audit)\b|合规|规定|允许|許可|規則|規定|コンプライアンス/iu

/** For a question of compliance, the governors of a chosen unit are included as authoritative sources (KCP §5). */
export function governorsFor(
  task: string,
  taken: readonly Candidate[],
  units: ReadonlyMap<string, AllowedUnit>,
  { sources, ranked }: Pick<Around, 'sources' | 'ranked'>,
): readonly Companion[] {
  if (units.size === 0 || !complianceWords.test(task)) return []
  const chosen = new Set(taken.map(({ source }) => source.ref))
  const governed = new Map<string, string[]>()
  for (const ref of chosen) {
    const unit = units.get(ref)
    if (!unit) continue
    const { id } = unit.unit.unit
    const prefix = ref.slice(0, ref.length - id.length)
    for (const governor of unitGraph(unit.manifest).governors.get(id) ?? []) {
      if (!chosen.has(prefix + governor))
        governed.set(prefix + governor, [...(governed.get(prefix + governor) ?? []), id])
    }
  }
  return sources.flatMap((source) => {
    const ids = governed.get(source.ref)
    if (!ids) return []
    const why = `It governs ${ids.join(', ')}, and the task asks what is allowed.`
    return bestOf(source, ranked).map((place) => ({ ...place, reason: 'governs' as const, why, rank: -1 }))
  })
}

/** The dependencies of the chosen units are included before them, within the share of companions (KCP §4.7). */
export function dependenciesFor(
  taken: readonly Candidate[],
  units: ReadonlyMap<string, AllowedUnit>,
  { sources, ranked }: Pick<Around, 'sources' | 'ranked'>,
): readonly Companion[] {
  const chosen = new Set(taken.map(({ source }) => source.ref))
  const needed = new Map<string, string>()
  const pending = [...chosen]
  for (let ref = pending.shift(); ref !== undefined; ref = pending.shift()) {
    const unit = units.get(ref)
    if (!unit) continue
    const { id, dependsOn = [] } = unit.unit.unit
    const prefix = ref.slice(0, ref.length - id.length)
    for (const dependency of dependsOn.map((other) => prefix + other)) {
      if (chosen.has(dependency) || needed.has(dependency) || !units.has(dependency)) continue
      needed.set(dependency, id)
      pending.push(dependency)
    }
  }
  if (needed.size === 0) return []
  // One place per unit, even if its path is a folder.
  const found = new Set<string>()
  return sources.flatMap((source) => {
    const dependent = needed.get(source.ref)
    if (dependent === undefined || found.has(source.ref)) return []
    found.add(source.ref)
    const own = ranked.find((candidate) => candidate.source.ref === source.ref)?.source ?? source
    const why = `${dependent} depends on it.`
    // No limit here: `withinShare` reports what is too long as omitted.
    return bestOf(own, ranked, Infinity).map((place) => ({ ...place, reason: 'depends-on' as const, why, rank: 2 }))
  })
}

/** The best unit of text of a source, or its first short section if none matches. */
function bestOf(
  source: Source,
  ranked: readonly Candidate[],
  most: number = constants.longestNamed,
): readonly Omit<Companion, 'reason' | 'why' | 'rank'>[] {
  const best = ranked.find((candidate) => candidate.source === source)
  const place = best ? unitPlace(best) : opening(source)
  if (!place) return []
  const tokens = estimateTokens(source.text.slice(place.span.start, place.span.end))
  return tokens > most ? [] : [{ source, ...place, tokens }]
}

const unitPlace = ({ member: { text }, section, unit }: Candidate): Pick<Companion, 'span' | 'headings'> => ({
  span: { start: text.unitStart[unit] ?? 0, end: text.unitEnd[unit] ?? 0 },
  headings: text.headings[section] ?? [],
})

function opening(source: Source): Pick<Companion, 'span' | 'headings'> | undefined {
  const section = sectionsOf(source).find(({ bodyStart, end }) => source.text.slice(bodyStart, end).trim() !== '')
  return section && { span: trimmed(source.text, section.bodyStart, section.end), headings: section.headings }
}

function trimmed(text: string, start: number, end: number): Span {
  const part = text.slice(start, end)
  return { start: start + part.length - part.trimStart().length, end: start + part.trimEnd().length }
}

/** The companions that fit a share of the budget, lowest rank first, each whole. The order of the list is kept. */
export function withinShare(
  companions: readonly Companion[],
  share: number,
): { readonly kept: readonly Companion[]; readonly dropped: readonly Companion[] } {
  const kept = new Set<Companion>()
  let spent = 0
  for (const companion of [...companions].sort((a, b) => a.rank - b.rank)) {
    if (spent + companion.tokens > share) continue
    spent += companion.tokens
    kept.add(companion)
  }
  return {
    kept: companions.filter((companion) => kept.has(companion)),
    dropped: companions.filter((companion) => !kept.has(companion)),
  }
}

export const tokensOf = (companions: readonly Companion[]): number =>
  companions.reduce((sum, { tokens }) => sum + tokens, 0)
