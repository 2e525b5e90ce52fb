import { promptList } from '../../catalog/forms/prompt.ts'
import type { ModelList } from '../../catalog/forms/fit-list.ts'
import { xmlList } from '../../catalog/forms/xml.ts'
import { fenceList, fenceXmlList } from '../../fence/catalog.ts'
import { joinFenced } from '../../fence/fence.ts'
import type { Fenced } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import type { Usable } from '../decide/usable.ts'

export interface CatalogFormOptions {
  /** Maximum tokens of a list for a model. */
  readonly maxTokens?: number
  /** Add the location of each entry file to the prompt list, for a model that reads files itself. */
  readonly locations?: boolean
  /** Locations in the XML list are relative to their roots (AK-348). */
  readonly relative?: boolean
}

/** Topics of manifests in a list depend on the units that the requester may use. */
interface ModelFormOptions extends CatalogFormOptions {
  readonly usable?: readonly Usable[]
}

/** A list for a model; empty when there are no entries. */
export interface FencedList extends ModelList<Fenced> {
  readonly text: Fenced
}

const fencedList = (list: ModelList<Fenced>): FencedList => ({
  ...list,
  text: list.text === '' ? joinFenced([]) : list.text,
})

/** The compact list for a prompt: the behaviour instruction once, then one line for each entry. */
export async function catalogPrompt(catalog: Catalog, options: ModelFormOptions = {}): Promise<FencedList> {
  return fencedList(promptList(catalog, { ...options, tokenizer: await loadTokenizer() }, fenceList))
}

/** The list in the XML of the standard. */
export async function catalogXml(catalog: Catalog, options: ModelFormOptions = {}): Promise<FencedList> {
  return fencedList(xmlList(catalog, { ...options, tokenizer: await loadTokenizer() }, fenceXmlList))
}
