import { promptList, type ModelList } from '../../catalog/forms/prompt.ts'
import { recordCatalog, type CatalogRecord } from '../../catalog/forms/record.ts'
import { xmlList } from '../../catalog/forms/xml.ts'
import { fenceList, fenceXmlList } from '../../fence/catalog.ts'
import { joinFenced } from '../../fence/join.ts'
import type { Fenced } from '../../model/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import type { Usable } from '../decide/usable.ts'

export interface CatalogFormOptions {
  /** Ceiling of a list for a model. */
  readonly maxTokens?: number
  /** The list for a prompt says where each entry file is, for a model that reads it by itself. */
  readonly locations?: boolean
  /** The list in XML gives locations relative to their roots (AK-348). */
  readonly relative?: boolean
}

/** What a list says of manifests rests on what the requester may use of them. */
interface ModelFormOptions extends CatalogFormOptions {
  readonly usable?: readonly Usable[]
}

/** A list as a door may hand it to a model; empty when there is nothing to list. */
export interface FencedList extends ModelList<Fenced> {
  readonly text: Fenced
}

const fencedList = (list: ModelList<Fenced>): FencedList => ({
  ...list,
  text: list.text === '' ? joinFenced([]) : list.text,
})

/** The compact list for a prompt: the behaviour instruction once, then one line an entry; nothing when there are none. */
export async function catalogPrompt(catalog: Catalog, options: ModelFormOptions = {}): Promise<FencedList> {
  return fencedList(promptList(catalog, { ...options, tokenizer: await loadTokenizer() }, fenceList))
}

/** The list in the XML of the standard. */
export async function catalogXml(catalog: Catalog, options: ModelFormOptions = {}): Promise<FencedList> {
  return fencedList(xmlList(catalog, { ...options, tokenizer: await loadTokenizer() }, fenceXmlList))
}

/** The list as plain values. With `maxTokens`, `omitted` also names what the list for a prompt would leave out. */
export async function catalogRecord(
  catalog: Catalog,
  options: CatalogFormOptions & { readonly all?: boolean } = {},
): Promise<CatalogRecord> {
  const record = recordCatalog(catalog, options)
  if (options.maxTokens === undefined) return record
  const { omitted } = await catalogPrompt(catalog, options)
  return { ...record, omitted: [...record.omitted, ...omitted.filter(({ reason }) => reason === 'budget')] }
}
