import { coverage } from '../text/coverage.ts'
import { weakClaims } from './grounding.ts'
import type { Layer, LayerRule } from './layers.ts'
import type { PackRecords } from './pack-records.ts'
import type { Gathered } from './rounds.ts'
import type { OpenPack } from './shelf.ts'
import type { Passage, Selection, Source } from './source.ts'
import { weights } from './weights.ts'

export interface Opinion {
  readonly task: string
  select(sources: readonly Source[]): Selection
  recordsOf(pack: OpenPack): PackRecords
}

/**
 * Asks one layer more where a compiled view covers the words of the task and yet is no good answer (AK-152): it is stale
 * or disputed, or a pack that keeps a wiki had to piece it together while one of its pages says it in one place.
 */
export function withSecondOpinion(gathered: Gathered, packs: readonly OpenPack[], opinion: Opinion): Gathered {
  const { task, select } = opinion
  const unsettled = new Set<string>()
  const added = packs.flatMap((pack) => {
    const own = compiledPassages(pack, gathered)
    const unread = own.length === 0 ? [] : unreadLayers(pack, gathered)
    if (unread.length === 0) return []
    if (isUnsettled(pack, own, opinion.recordsOf(pack))) unsettled.add(pack.allowed.ref)
    else if (pack.allowed.pack.profile !== 'wiki-first' || own.length === 1 || own.some((passage) => shareOf(passage, task) >= weights.alone)) return []
    return firstOf(unread, pack)
  })
  if (added.length === 0) return gathered
  const all = select([...gathered.sources, ...added.map(({ source }) => source)])
  const speaks = (source: Source): boolean => all.passages.some((passage) => passage.source === source && (unsettled.has(source.ref) || shareOf(passage, task) >= weights.alone))
  const kept = added.filter(({ source }) => speaks(source))
  if (kept.length === 0) return gathered
  const sources = [...gathered.sources, ...kept.map(({ source }) => source)]
  return { sources, rules: new Map([...gathered.rules, ...kept.map(({ source, rule }) => [source, rule] as const)]), selection: select(sources) }
}

const compiledPassages = ({ allowed }: OpenPack, { selection, rules }: Gathered): readonly Passage[] =>
  selection.passages.filter(({ source }) => source.ref === allowed.ref && rules.get(source) === 'compiled')

function unreadLayers({ allowed: { ref }, layers }: OpenPack, { sources }: Gathered): readonly Layer[] {
  const read = new Set(sources.filter((source) => source.ref === ref).map(({ path }) => path))
  return layers.filter(({ paths }) => !paths.some((path) => read.has(path)))
}

function isUnsettled({ allowed: { pack } }: OpenPack, passages: readonly Passage[], records: PackRecords): boolean {
  const statuses = [pack.status, records.run?.record.status, ...passages.flatMap((passage) => weakClaims(passage, records).map(({ status }) => status))]
  return statuses.some((status) => status === 'stale' || status === 'disputed')
}

const shareOf = ({ headings, text }: Passage, task: string): number => coverage(task, [...headings, text], () => 0).share

/** The first layer that holds something. */
function firstOf(layers: readonly Layer[], pack: OpenPack): readonly { readonly source: Source; readonly rule: LayerRule }[] {
  for (const { rule, paths } of layers) {
    const read = paths.map((path) => pack.source(path)).filter((source) => source !== undefined)
    if (read.length > 0) return read.map((source) => ({ source, rule }))
  }
  return []
}
