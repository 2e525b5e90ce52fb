import { digest } from '../../text/bytes/digest.ts'
import { withoutCommands, withheldMetadata } from '../../catalog/withheld-metadata.ts'
import { unitsAmong } from '../../catalog/unit-topics.ts'
import { unitRef } from '../../catalog/refs.ts'
import type { OmittedEntry } from '../../catalog/disclosure.ts'
import { asModelKnows } from '../../catalog/for-model.ts'
import type { ListedEntry } from '../../catalog/forms/fit-list.ts'
import { ungrantedDecision } from '../../govern/early-decisions.ts'
import type { Fenced } from '../../model/decisions/brands.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import type { Receipt, ReceiptSpan } from '../../model/records/receipt.ts'
import type { Release } from '../../record/receipt.ts'
import { canonicalJson } from '../../text/bytes/canonical-json.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { version } from '../../version.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { type Decider, deciderFor } from '../decide/decide-ref.ts'
import { entriesNow } from '../decide/standing.ts'
import { type Usable, usableRefs } from '../decide/usable.ts'
import { type CatalogFormOptions, catalogPrompt, catalogXml } from './catalog-forms.ts'
import { appendRelease } from '../shared/record-release.ts'

export interface ListOptions extends CatalogFormOptions {
  /** Default: `prompt`, the shortest list; `xml` is the list of the standard. */
  readonly format?: 'prompt' | 'xml'
  /** Words that a ref, a description or the topics of usable units contain; only these entries are listed. */
  readonly filter?: string
}

/** The catalog for a model. */
export interface ReleasedList {
  /** Exactly what the model sees; empty when there is nothing to list. */
  readonly fenced: Fenced
  readonly tokens: number
  readonly tokenizer: string
  /** Refs of what is listed. */
  readonly refs: readonly string[]
  readonly omitted: readonly OmittedEntry[]
  /** Absent if nothing is listed, and so nothing released. */
  readonly receipt?: Receipt
}

/** The list for a model with the current grants: fence, record, release. Nothing is opened. */
export async function releaseList(catalog: Catalog, options: ListOptions, reader: Reader): Promise<ReleasedList> {
  const { list, release, now } = await prepareList(catalog, options, reader)
  return list.refs.length === 0 ? list : { ...list, receipt: await appendRelease(release, now, reader) }
}

/** A list that is not recorded yet. */
interface PreparedList {
  readonly list: Omit<ReleasedList, 'receipt'>
  readonly release: Release
  readonly now: Date
}

export async function prepareList(
  catalog: Catalog,
  { format = 'prompt', filter = '', ...form }: ListOptions,
  reader: Reader,
  replayOf?: string,
): Promise<PreparedList> {
  const now = reader.ports.clock.now()
  const decider = deciderFor(reader, { now })
  const all = entriesNow(catalog.entries, decider)
  const known = all.map(asModelKnows)
  const usable = usableIn({ ...catalog, entries: known }, reader)
  const isWanted = matcherFor(filter, usable)
  const entries = all.filter((_, i) => known[i] && isWanted(known[i]))
  const {
    text: fenced,
    tokens,
    omitted,
    listed,
  } = await (format === 'xml' ? catalogXml : catalogPrompt)(
    { ...catalog, entries },
    { ...form, ...(usable ? { usable } : {}) },
  )
  const { name: tokenizer } = await loadTokenizer()
  const list = { fenced, tokens, tokenizer, refs: listed.map(({ entry }) => entry.ref), omitted }
  const { decisions, considered } = decisionsOn(listed, decider)
  const given = {
    task: canonicalJson({ ...form, format, filter }),
    hasWords: filter !== '',
    decisions,
    considered,
    spans: spansOfList(listed),
    ...withheldIn(listed),
    fenced,
    budget: form.maxTokens ?? 0,
    tokenizer,
    ...(replayOf === undefined ? {} : { replayOf }),
  }
  return { list, release: listRelease(given, reader), now }
}

/** Only manifests have units for the gates to decide about. */
const usableIn = (catalog: Catalog, reader: Reader): readonly Usable[] | undefined =>
  catalog.entries.some(({ document }) => document.kind === 'manifest') ? usableRefs(catalog, reader) : undefined

/** Only the grant matters for a list: an ungranted entry is listed by name only. */
export function closedDecision(
  entry: CatalogEntry,
  { grantFor, signatureRefusal }: Pick<Decider, 'grantFor' | 'signatureRefusal'>,
): Decision | undefined {
  return entry.standing === 'ungranted'
    ? (signatureRefusal(entry) ?? ungrantedDecision(entry.ref, grantFor(entry)))
    : undefined
}

function withheldIn(listed: readonly ListedEntry[]): Pick<Release, 'withheldText'> {
  const withheldText = listed.flatMap(({ entry: { ref, document, standing } }) =>
    document.kind === 'pack' || standing === 'ungranted'
      ? []
      : document.units.flatMap((unit) =>
          withheldMetadata(unit).map((text) => ({ ref: unitRef(ref, unit.id), ...text })),
        ),
  )
  return withheldText.length > 0 ? { withheldText } : {}
}

function decisionsOn(
  listed: readonly ListedEntry[],
  decider: Decider,
): Pick<Release, 'decisions'> & { readonly considered: NonNullable<Receipt['considered']> } {
  const decisions = listed.flatMap(({ entry }) => closedDecision(entry, decider) ?? [])
  return { decisions, considered: { allow: listed.length - decisions.length, ask: decisions.length, deny: 0 } }
}

/** Whether an entry contains every word of a filter. A model must not search what it is not shown. */
function matcherFor(filter: string, usable: readonly Usable[] = []): (entry: CatalogEntry) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  const refs = new Set(usable.map(({ ref }) => ref))
  return (entry) => {
    const text = [entry.ref, ...aboutOf(entry, refs)].join('\n').toLowerCase()
    return words.every((word) => text.includes(word))
  }
}

/** Entries as a model knows them: an ungranted one has no description and no units. */
function aboutOf({ ref, document }: CatalogEntry, usable: ReadonlySet<string>): readonly string[] {
  if (document.kind === 'pack') return [document.description]
  return unitsAmong(ref, document, usable)
    .map(withoutCommands)
    .flatMap(({ id, intent, triggers = [] }) => [id, intent, ...triggers])
}

interface ListGiven extends Pick<
  Receipt,
  | 'activation'
  | 'named'
  | 'task'
  | 'decisions'
  | 'considered'
  | 'spans'
  | 'withheldText'
  | 'budget'
  | 'tokenizer'
  | 'replayOf'
> {
  /** The task contains words of the caller. */
  readonly hasWords: boolean
  readonly fenced: string
}

/** The receipt of a list, which is text of entry files. No rate limit counts it: no unit is accessed (KCP §4.15). */
export function listRelease(
  { task, hasWords, fenced, ...given }: ListGiven,
  { ports, requester, hideTasks = false }: Reader,
): Release {
  const asked = hideTasks && hasWords ? { task: '', taskHash: ports.receipts.hide(task) } : { task }
  return { kind: 'catalog', ...given, ...asked, requester, version, fencedDigest: digest(fenced) }
}

/** One span for each entry: the part of its file that discovery read, and the digest of its line. */
export function spansOfList(listed: readonly ListedEntry[]): readonly ReceiptSpan[] {
  return listed.map(({ entry: { ref, found, headDigest }, text }) => ({
    ref,
    path: found.file,
    start: 0,
    end: 0,
    fileDigest: headDigest,
    spanDigest: digest(text),
  }))
}
