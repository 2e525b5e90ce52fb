import { recordCatalog, type CatalogRecord, type RecordOptions } from '../../catalog/forms/record.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { CatalogFormOptions } from './catalog-forms.ts'

/** The list as plain values. With `maxTokens`, `omitted` also has what the prompt list would omit. */
export async function catalogRecord(
  catalog: Catalog,
  options: CatalogFormOptions & RecordOptions = {},
): Promise<CatalogRecord> {
  const record = recordCatalog(catalog, options)
  if (options.maxTokens === undefined) return record
  const { catalogPrompt } = await import('./catalog-forms.ts')
  const { omitted } = await catalogPrompt(catalog, options)
  return { ...record, omitted: [...record.omitted, ...omitted.filter(({ reason }) => reason === 'budget')] }
}
