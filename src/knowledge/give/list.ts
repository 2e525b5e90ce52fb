import type { Omitted } from '../../catalog/disclosure.ts'
import type { ListedEntry } from '../../catalog/forms/prompt.ts'
import { sentenceFor } from '../../govern/sentences.ts'
import type { Fenced } from '../../model/brands.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Decision } from '../../model/decision.ts'
import type { Receipt } from '../../model/receipt.ts'
import type { Release } from '../../record/receipt.ts'
import { canonicalJson } from '../../text/canonical.ts'
import { loadTokenizer } from '../../text/tokens.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { deciderFor, type Decider } from '../decide/decide-ref.ts'
import { standingOf } from '../decide/standing.ts'
import { usableRefs, type Usable } from '../decide/usable.ts'
import { catalogPrompt, catalogXml, type CatalogFormOptions } from './catalog-forms.ts'
import { keepRelease } from './keep-receipt.ts'
import { listRelease, spansOfList } from './record-list.ts'

export interface ListOptions extends CatalogFormOptions {
  /** Default: `prompt`, the shortest list a model can choose from; `xml` is the list of the standard. */
  readonly format?: 'prompt' | 'xml'
  /** Part of a ref; only these are listed. */
  readonly filter?: string
}

/** The catalog as a model may see it. */
export interface GivenList {
  /** Exactly what the model sees; empty when there is nothing to list. */
  readonly fenced: Fenced
  readonly tokens: number
  readonly tokenizer: string
  /** Refs of what is listed. */
  readonly refs: readonly string[]
  readonly omitted: readonly Omitted[]
  /** Absent where nothing is listed, and so nothing released. */
  readonly receipt?: Receipt
}

/** The list for a model with the grants of this moment: fence, record, release. Nothing is opened. */
export async function giveList(catalog: Catalog, options: ListOptions, reader: Reader): Promise<GivenList> {
  const { list, release, now } = await prepareList(catalog, options, reader)
  return list.refs.length === 0 ? list : { ...list, receipt: keepRelease(release, { id: reader.ports.ids.next(), now }, reader) }
}

/** A list that nobody has seen yet. */
export interface PreparedList {
  readonly list: Omit<GivenList, 'receipt'>
  readonly release: Release
  readonly now: Date
}

export async function prepareList(catalog: Catalog, { format = 'prompt', filter = '', ...form }: ListOptions, reader: Reader, replayOf?: string): Promise<PreparedList> {
  const now = reader.ports.clock.now()
  const decider = deciderFor(reader, now)
  const wanted = filter.toLowerCase()
  const entries = entriesNow(catalog.entries.filter(({ ref }) => ref.toLowerCase().includes(wanted)), decider)
  const { text: fenced, tokens, omitted, listed } = await (format === 'xml' ? catalogXml : catalogPrompt)({ ...catalog, entries }, { ...form, ...usableIn(catalog, entries, reader) })
  const { name: tokenizer } = await loadTokenizer()
  const list = { fenced, tokens, tokenizer, refs: listed.map(({ entry }) => entry.ref), omitted }
  const { decisions, considered } = decisionsOn(listed, decider)
  const given = { task: canonicalJson({ ...form, format, filter }), hasWords: filter !== '', decisions, considered, spans: spansOfList(listed), fenced, budget: form.maxTokens ?? 0, tokenizer, ...(replayOf === undefined ? {} : { replayOf }) }
  return { list, release: listRelease(given, reader), now }
}

/** Gates are asked about units only where there are some to speak of. */
const usableIn = (catalog: Catalog, entries: readonly CatalogEntry[], reader: Reader): { readonly usable?: readonly Usable[] } =>
  entries.some(({ document }) => document.kind === 'manifest') ? { usable: usableRefs(catalog, reader) } : {}

/** A grant or a switch may be newer than the catalog. */
export function entriesNow(entries: readonly CatalogEntry[], { grantFor, isDisabled }: Pick<Decider, 'grantFor' | 'isDisabled'>): readonly CatalogEntry[] {
  return entries.map((entry) => ({ ...entry, standing: standingOf(entry.found, grantFor(entry)), enabled: entry.enabled && !isDisabled(entry.ref) }))
}

/** A list asks one thing of an entry: whether somebody granted its use. Where not, its name stands there and no more. */
export function closedDecision(entry: CatalogEntry, { grantFor }: Pick<Decider, 'grantFor'>): Decision | undefined {
  const { ref, standing } = entry
  if (standing !== 'ungranted') return undefined
  const code = grantFor(entry)?.changed ? 'approval-stale' : 'approval-required'
  const { says, change } = sentenceFor(code, {}, ref)
  return { ref, verdict: 'ask', reasons: [{ gate: 'trust', verdict: 'ask', code, sentence: says, ...(change === undefined ? {} : { change }) }] }
}

function decisionsOn(listed: readonly ListedEntry[], decider: Decider): Pick<Release, 'decisions'> & { readonly considered: NonNullable<Receipt['considered']> } {
  const decisions = listed.flatMap(({ entry }) => closedDecision(entry, decider) ?? [])
  return { decisions, considered: { allow: listed.length - decisions.length, ask: decisions.length, deny: 0 } }
}
