import { xmlList } from '../../catalog/forms/xml.ts'
import { fenceText } from '../../fence/text.ts'
import type { Fenced } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { RefusedGuide, UnknownGuide } from '../../model/reading/guide.ts'
import type { ReleasedUnit } from '../../model/reading/whole-unit.ts'
import type { Release } from '../../record/receipt.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { askPackGates, type Reader } from '../decide/ask-gates.ts'
import { deciderFor } from '../decide/decide-ref.ts'
import { refused } from '../decide/refused.ts'
import { entriesNow } from '../decide/standing.ts'
import { appendRelease } from '../shared/record-release.ts'
import { listRelease, spansOfList } from './list.ts'

/** The metadata in the head of one pack. */
export type ReleasedSummary = ReleasedUnit

export type Summary = ReleasedSummary | RefusedGuide | UnknownGuide

/** The entry of one pack in the list of the standard, by ref: decide, fence, record, release. Nothing is opened. */
export async function releaseSummary(catalog: Catalog, ref: string, reader: Reader): Promise<Summary> {
  const prepared = await prepareSummary(catalog, ref, reader)
  if ('outcome' in prepared) return prepared
  const { result, release, now } = prepared
  return { ...result, receipt: await appendRelease(release, now, reader) }
}

/** A summary that is not recorded yet. */
interface PreparedSummary {
  readonly result: Omit<ReleasedSummary, 'receipt'>
  readonly release: Release
  readonly now: Date
}

export async function prepareSummary(
  catalog: Catalog,
  ref: string,
  reader: Reader,
  replayOf?: string,
): Promise<PreparedSummary | RefusedGuide | UnknownGuide> {
  const now = reader.ports.clock.now()
  const entries = entriesNow(
    catalog.entries.filter((entry) => entry.ref === ref && entry.document.kind === 'pack'),
    deciderFor(reader, { now }),
  )
  if (entries.length === 0) return { outcome: 'unknown', ref, near: [] }
  const activation = askPackGates(catalog, reader, { named: [ref], now })
  const [allowed] = activation.allowed
  if (!allowed) return refused(ref, activation)
  const tokenizer = await loadTokenizer()
  const enclose = (items: string): Fenced =>
    fenceText(`<available_knowledge_packs>\n${items}\n</available_knowledge_packs>\n`, { name: allowed.pack.name })
  const { text, tokens, listed } = xmlList({ ...catalog, entries }, { relative: true, tokenizer }, enclose)
  const fenced = text === '' ? fenceText('', { name: allowed.pack.name }) : text
  const given = {
    activation: 'explicit',
    task: '',
    hasWords: false,
    named: [ref],
    decisions: [allowed.decision],
    spans: spansOfList(listed),
    fenced,
    budget: tokens,
    tokenizer: tokenizer.name,
    ...(replayOf === undefined ? {} : { replayOf }),
  } as const
  return {
    result: { outcome: 'given', ref, fenced, tokens, tokenizer: tokenizer.name, decision: allowed.decision },
    release: listRelease(given, reader),
    now,
  }
}
