import { constants } from '../rank/constants.ts'
import { strengthOf } from '../rank/strength.ts'
import type { Gathered } from './gather.ts'
import { weakClaims } from './grounding/citations.ts'
import { newestRun, packRecords } from './packs/pack-records.ts'
import type { OpenPack } from './packs/pack-texts.ts'
import type { Candidate } from './score.ts'
import type { Source } from './texts/source.ts'
import type { Answer, Searched } from './strength.ts'
import type { Files } from '../model/ports.ts'

/**
 * The layers of every pack in the order of its profile, up to the first that answers: compiled views precede what they
 * were compiled from (AK-148 to AK-152). A layer is skipped if a deeper one is clearly better, or if it is stale or
 * disputed. Files that the context map names for the task count in any layer.
 */
export function preferLayers(
  files: Files,
  gathered: Gathered,
  answer: Answer,
  { searched, steered }: { readonly searched: Searched; readonly steered: ReadonlyMap<Source, unknown> },
): readonly Candidate[] {
  const dropped = new Set<Source>()
  const ranked = byRef(answer.ranked)
  for (const pack of gathered.packs) {
    const own = ranked.get(pack.allowed.ref)
    if (!own || pack.layers.length < 2) continue
    const last = lastLayer(pack, own, { files, gathered, answer, searched })
    for (const { source } of own) {
      if ((gathered.layers.get(source)?.rank ?? 0) > last && !steered.has(source)) dropped.add(source)
    }
  }
  return dropped.size === 0 ? answer.ranked : answer.ranked.filter(({ source }) => !dropped.has(source))
}

function byRef(ranked: readonly Candidate[]): ReadonlyMap<string, readonly Candidate[]> {
  const groups = new Map<string, Candidate[]>()
  for (const candidate of ranked) {
    const group = groups.get(candidate.source.ref)
    if (group) group.push(candidate)
    else groups.set(candidate.source.ref, [candidate])
  }
  return groups
}

interface Compared {
  readonly files: Files
  readonly gathered: Gathered
  readonly answer: Answer
  readonly searched: Searched
}

function lastLayer(pack: OpenPack, own: readonly Candidate[], { files, gathered, answer, searched }: Compared): number {
  const rankOf = ({ source }: Candidate): number => gathered.layers.get(source)?.rank ?? 0
  for (let layer = 0; layer < pack.layers.length; layer++) {
    // An approved answer to a similar question does not replace the texts.
    if (pack.layers[layer]?.rule === 'answers') continue
    const best = own.find((candidate) => rankOf(candidate) === layer)
    if (!best || strengthOf(searched.corpus, answer.question, best) < constants.answered) continue
    const deeper = own.find((candidate) => rankOf(candidate) > layer)
    if (!deeper) return layer
    // A score above 1 comes from repetition, which does not make a layer better.
    if (best.score < constants.layer * Math.min(1, deeper.score)) continue
    if (!isUnsettled(files, pack, best)) return layer
  }
  return Infinity
}

/** Whether a layer that answers declares itself stale or disputed. */
function isUnsettled(files: Files, opened: OpenPack, { source, member: { text }, unit }: Candidate): boolean {
  const passage = { source, text: source.text.slice(text.unitStart[unit], text.unitEnd[unit]) }
  const statuses = [
    opened.allowed.pack.status,
    newestRun(files, opened)?.record?.status,
    ...weakClaims(passage, packRecords(files, opened)).map(({ status }) => status),
  ]
  return statuses.some((status) => status === 'stale' || status === 'disputed')
}
