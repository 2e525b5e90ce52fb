import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { escapeMarkup, listLine, shortened } from '../../text/list-line.ts'
import { disclose, effectiveTrust, isApproved, locationOf, nameOf, omit } from '../disclosure.ts'
import { fitTiers } from '../fit-tiers.ts'
import type { ModelList, ModelListOptions } from './prompt.ts'

const shortDescription = 100

type Elements = readonly (readonly [name: string, text: string | undefined])[]

/** The list of the standard (AK adding support, step 3). Empty when there is nothing to list. */
export function xmlList(catalog: Catalog, { maxTokens, relative = false, tokenizer }: ModelListOptions): ModelList {
  const { entries, omitted } = disclose(catalog)
  if (entries.length === 0) return { text: '', tokens: 0, omitted }
  const frame = (items: readonly string[], left: number): string =>
    ['<available_knowledge_packs>', ...items, ...(left > 0 ? [`  <omitted>${left}</omitted>`] : []), '</available_knowledge_packs>', ''].join('\n')
  const fitted = fitTiers(entries.map((entry) => formsOf(entry, relative ? entry.found.path : locationOf(entry))), { ...(maxTokens === undefined ? {} : { budget: maxTokens }), tokenizer, frame })
  return { text: fitted.text, tokens: fitted.tokens, omitted: [...omitted, ...fitted.omitted.flatMap((i) => (entries[i] ? [omit(entries[i], 'budget')] : []))] }
}

/** Full, short, name only. */
function formsOf(entry: CatalogEntry, location: string): readonly string[] {
  const element = entry.document.kind === 'pack' ? 'knowledge_pack' : 'knowledge_manifest'
  const name: Elements = [['name', nameOf(entry)]]
  if (!isApproved(entry)) return [xml(element, [...name, ['note', 'needs approval']])]
  const details = entry.document.kind === 'pack' ? packElements(entry, entry.document) : manifestElements(entry.document)
  const short = details.filter(([key]) => key === 'description' || key === 'status').map(([key, text]) => [key, shortened(listLine(text ?? ''), shortDescription)] as const)
  return [xml(element, [...name, ...details, ['location', location]]), xml(element, [...name, ...short]), xml(element, name)]
}

function packElements(entry: CatalogEntry, { description, type, status, profile, mode, head }: Extract<CatalogEntry['document'], { kind: 'pack' }>): Elements {
  return [
    ['description', description],
    ['type', type],
    ['status', status],
    ['trust', effectiveTrust(entry)],
    ['profile', profile],
    ['runtime_mode', mode],
    ['primary_document', head.metadata?.primaryDocument],
  ]
}

function manifestElements({ project, units }: Extract<CatalogEntry['document'], { kind: 'manifest' }>): Elements {
  return [['description', project], ['units', String(units.length)]]
}

function xml(element: string, children: Elements): string {
  const lines = children.flatMap(([name, text]) => (text === undefined ? [] : [`    <${name}>${escapeMarkup(listLine(text))}</${name}>`]))
  return [`  <${element}>`, ...lines, `  </${element}>`].join('\n')
}
