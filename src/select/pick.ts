import type { Span } from '../model/codes/diagnostic.ts'
import type { SelectionReason } from '../model/reading/read.ts'
import type { Companion } from './companions.ts'
import type { LayerRule } from './packs/layers.ts'
import { stretchText } from './passages.ts'
import type { Passage, Source } from './texts/source.ts'

/** A passage that was taken, with the reason. */
export interface Pick extends Passage {
  readonly reason: SelectionReason
  readonly why: string
  /** Digest of the text, if the caller's session already has it; `text` is then only a reference. */
  readonly repeated?: string
}

/** The text of a span that something refers to. */
export const pickAt = (
  source: Source,
  span: Span,
  { headings = [], why }: { readonly headings?: readonly string[]; readonly why: string },
): Pick => ({
  source,
  headings,
  stretches: [span],
  text: source.text.slice(span.start, span.end),
  tokens: 0,
  score: 0,
  matched: [],
  reason: 'anchor',
  why,
})

const ruleReasons: Readonly<Record<LayerRule, { readonly reason: SelectionReason; readonly why: string }>> = {
  answers: { reason: 'answer-match', why: '' },
  compiled: { reason: 'compiled-match', why: '' },
  'primary-document': { reason: 'primary-document', why: ' It is part of the primary document.' },
  documents: { reason: 'document-match', why: '' },
  wiki: { reason: 'wiki-match', why: '' },
  'client-policy': {
    reason: 'client-policy',
    why: ' The pack names no primary document, so documents and wiki were ranked together.',
  },
  ontology: { reason: 'ontology-match', why: '' },
  guide: { reason: 'guide', why: ' The pack has only its guide.' },
}

export function pickMatch(passage: Passage, rule: LayerRule | undefined, isSteered: boolean): Pick {
  const { matched, source } = passage
  const matchNote = matched.length > 0 ? `It matches ${matched.join(', ')}.` : 'Adjacent to a match.'
  if (rule === undefined) return { ...passage, reason: 'unit-match', why: matchNote }
  if (isSteered)
    return { ...passage, reason: 'context-map', why: `${matchNote} The context map of the pack names it for this.` }
  const { reason, why } = ruleReasons[rule]
  return {
    ...passage,
    reason: source.path.startsWith('compiled/splits/') ? 'split-match' : reason,
    why: `${matchNote}${why}`,
  }
}

/**
 * Adds companions of one reason and section to the matches; an overlapping match is merged, so that nothing is
 * repeated.
 */
export function joinCompanions(
  matches: readonly Pick[],
  companions: readonly Companion[],
  count: (text: string) => number,
): readonly Pick[] {
  const groups = new Map<string, Companion[]>()
  for (const companion of companions) {
    const key = JSON.stringify([companion.source.ref, companion.source.path, companion.headings, companion.reason])
    const group = groups.get(key)
    if (group) group.push(companion)
    else groups.set(key, [companion])
  }
  const picks = [...groups.values()].flatMap((group): readonly Pick[] => {
    const [first] = group
    if (!first) return []
    const { source, headings, reason, why } = first
    const overlapping = matches.filter(
      (match) =>
        match.source === source &&
        match.stretches.some(({ start, end }) => group.some(({ span }) => span.start < end && start < span.end)),
    )
    const stretches = joinStretches(source, [
      ...group.map(({ span }) => span),
      ...overlapping.flatMap((match) => match.stretches),
    ])
    const text = stretchText(source, stretches)
    return [
      {
        source,
        headings,
        stretches,
        text,
        tokens: count(text),
        score: Math.max(0, ...overlapping.map(({ score }) => score)),
        matched: overlapping.flatMap(({ matched }) => matched),
        reason,
        why,
      },
    ]
  })
  const isSwallowed = (match: Pick): boolean =>
    picks.some(
      ({ source, stretches }) =>
        source === match.source &&
        match.stretches.every(({ start, end }) => stretches.some((own) => own.start <= start && end <= own.end)),
    )
  return [...matches.filter((match) => !isSwallowed(match)), ...picks]
}

/** In document order; stretches with nothing but blanks between them are merged. */
function joinStretches({ text }: Source, stretches: Passage['stretches']): Passage['stretches'] {
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of [...stretches].sort((a, b) => a.start - b.start || a.end - b.end)) {
    const last = joined.at(-1)
    if (last && (start <= last.end || text.slice(last.end, start).trim() === '')) last.end = Math.max(last.end, end)
    else joined.push({ start, end })
  }
  return joined
}

/** Merges the picks of one section, so that its place is named once. */
export function mergeSections(picks: readonly Pick[], count: (text: string) => number): readonly Pick[] {
  const groups = new Map<string, Pick[]>()
  for (const pick of picks) {
    const key = JSON.stringify([pick.source.ref, pick.source.path, pick.headings])
    const group = groups.get(key)
    if (group) group.push(pick)
    else groups.set(key, [pick])
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first || group.length === 1) return group
    const stretches = joinStretches(
      first.source,
      group.flatMap((pick) => pick.stretches),
    )
    const text = stretchText(first.source, stretches)
    return [{ ...first, stretches, text, tokens: count(text), why: group.map(({ why }) => why).join(' ') }]
  })
}
