import type { SelectionReason } from '../model/read.ts'
import type { Span } from '../model/diagnostic.ts'
import { fileStem } from '../text/paths.ts'
import type { Section } from '../text/sections.ts'
import { sharedCount, tellingKeys } from '../text/shared-terms.ts'
import { estimateTokens } from '../text/token-estimate.ts'
import { scanUnits } from '../text/units.ts'
import type { Source } from './source.ts'
import { sectionsHeaded, sectionsOf } from './source-structure.ts'

/** A stretch that goes along with what was selected, whether or not it matches the task best. */
export interface Companion {
  readonly source: Source
  readonly span: Span
  readonly headings: readonly string[]
  readonly reason: SelectionReason
  readonly why: string
  /** A guess, for sharing the budget. */
  readonly tokens: number
  /** Lower ones are the last to go when the budget is short (AK-173). */
  readonly rank: number
}

export const boundaryName = /boundar|taboo|\blimits?\b|never say|may not be said|边界|禁忌|境界/i

/** Lines of a pack's boundaries that speak of what the task speaks of: they belong to its facts (AK-164). Its own name touches none. */
export function boundariesFor(task: string, packName: string, sources: readonly Source[]): readonly Companion[] {
  const lines = sources.flatMap((source) => regionsOf(source, boundaryName).flatMap((region) => linesIn(source, region)))
  if (lines.length === 0) return []
  const ownName = tellingKeys(packName)
  const asked = [...tellingKeys(task)].filter((key) => !ownName.has(key))
  const keys = lines.map(({ source, span }) => tellingKeys(source.text.slice(span.start, span.end)))
  // Nor does a word that most lines share.
  const isOrdinary = (key: string): boolean => lines.length > 2 && keys.filter((own) => own.has(key)).length > lines.length / 2
  const telling = new Set(asked.filter((key) => !isOrdinary(key)))
  return lines.flatMap((line) => {
    const shared = sharedCount(telling, line.source.text.slice(line.span.start, line.span.end))
    return shared > 0 ? [{ ...line, reason: 'boundary' as const, why: 'It bounds what may be said about this.', rank: -shared }] : []
  })
}

/** What a persona is known by, in the order it is read; taboos and boundaries are the last to go (AK-156, AK-173). */
const personaParts: readonly { readonly name: RegExp; readonly rank: number }[] = [
  { name: /voice|tone|style|persona|语气|口吻|声/i, rank: 1 },
  { name: /\bvalues?\b|belief|价值|価値/i, rank: 2 },
  { name: /taboo|never|avoid|forbidden|禁忌/i, rank: 0 },
  { name: boundaryName, rank: 0 },
  { name: /usage|\bguide\b|how to|用法|使い方/i, rank: 3 },
]

/** Voice, values, taboos, boundaries and usage of a persona, whole, in this order. */
export function personaParticulars(sources: readonly Source[]): readonly Companion[] {
  const parts = sources.flatMap((source) =>
    sectionsOf(source).flatMap((section) => {
      const part = partOf(source, section)
      const span = trimmed(source.text, section.bodyStart, section.end)
      return part < 0 || span.end <= span.start ? [] : [{ source, span, headings: section.headings, part }]
    }),
  )
  return parts.sort((a, b) => a.part - b.part).map(({ part, ...place }) => ({
    ...place,
    reason: 'persona-priority',
    why: 'A persona is known by its voice, taboos and boundaries first.',
    tokens: estimateTokens(place.source.text.slice(place.span.start, place.span.end)),
    rank: personaParts[part]?.rank ?? 0,
  }))
}

/** The name of a file goes before its headings. */
function partOf({ path }: Source, { headings }: Section): number {
  const named = personaParts.findIndex(({ name }) => name.test(fileStem(path)))
  return named >= 0 ? named : personaParts.findIndex(({ name }) => headings.some((heading) => name.test(heading)))
}

type Region = Pick<Section, 'start' | 'end' | 'headings'>

/** The sections of a file that is named so, or those that are headed so. */
function regionsOf(source: Source, name: RegExp): readonly Region[] {
  return name.test(fileStem(source.path)) ? sectionsOf(source) : sectionsHeaded(source, name)
}

function linesIn(source: Source, { start, end, headings }: Region): readonly Omit<Companion, 'reason' | 'why' | 'rank'>[] {
  return scanUnits(source.text.slice(0, end), start)
    .filter(({ kind }) => kind !== 'head')
    .map((unit) => ({ source, headings, span: { start: unit.start, end: unit.end }, tokens: estimateTokens(source.text.slice(unit.start, unit.end)) }))
}

function trimmed(text: string, start: number, end: number): Span {
  const part = text.slice(start, end)
  return { start: start + part.length - part.trimStart().length, end: start + part.trimEnd().length }
}

/** Those that fit a share of the budget: the last to go first, each whole. The order of the list is kept. */
export function withinShare(companions: readonly Companion[], share: number): { readonly kept: readonly Companion[]; readonly dropped: readonly Companion[] } {
  const kept = new Set<Companion>()
  let spent = 0
  for (const companion of [...companions].sort((a, b) => a.rank - b.rank)) {
    if (spent + companion.tokens > share) continue
    spent += companion.tokens
    kept.add(companion)
  }
  return { kept: companions.filter((companion) => kept.has(companion)), dropped: companions.filter((companion) => !kept.has(companion)) }
}
