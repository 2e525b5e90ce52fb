import { promptList, type ModelList } from '../catalog/forms/prompt.ts'
import { recordCatalog, type CatalogRecord } from '../catalog/forms/record.ts'
import { xmlList } from '../catalog/forms/xml.ts'
import type { Catalog } from '../model/catalog.ts'
import { loadTokenizer } from '../text/tokens.ts'

export interface CatalogFormOptions {
  /** Ceiling of a list for a model. */
  readonly maxTokens?: number
}

/** The compact list for a prompt: the behaviour instruction once, then one line an entry; nothing when there are none. */
export async function catalogPrompt(catalog: Catalog, options: CatalogFormOptions = {}): Promise<ModelList> {
  return promptList(catalog, { ...options, tokenizer: await loadTokenizer() })
}

/** The list in the XML of the standard. */
export async function catalogXml(catalog: Catalog, options: CatalogFormOptions = {}): Promise<ModelList> {
  return xmlList(catalog, { ...options, tokenizer: await loadTokenizer() })
}

/** The list as plain values. With `maxTokens`, `omitted` also names what the list for a prompt would leave out. */
export async function catalogRecord(catalog: Catalog, options: CatalogFormOptions & { readonly all?: boolean } = {}): Promise<CatalogRecord> {
  const record = recordCatalog(catalog, options)
  if (options.maxTokens === undefined) return record
  const { omitted } = await catalogPrompt(catalog, options)
  return { ...record, omitted: [...record.omitted, ...omitted.filter(({ reason }) => reason === 'budget')] }
}
