import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import { escapeMarkup, listLine, shortened } from '../../text/markup/list-line.ts'
import { effectiveTrust, isGranted, locationOf, nameOf } from '../disclosure.ts'
import { unitsAmong, unitTopics } from '../unit-topics.ts'
import { fitList, type ModelList, type ModelListOptions } from './fit-list.ts'

const shortDescription = 100
const fullTopics = 400

type Elements = readonly (readonly [name: string, text: string | undefined])[]

/** The list of the standard (AK adding support, step 3); `enclose` writes the outermost element. */
export function xmlList<Text extends string>(
  catalog: Catalog,
  { relative = false, usable, ...options }: ModelListOptions,
  enclose: (items: string) => Text,
): ModelList<Text> {
  const refs = usable && new Set(usable.map(({ ref }) => ref))
  return fitList(catalog, options, {
    formsOf: (entry) => formsOf(entry, relative ? entry.found.path : locationOf(entry), refs),
    frame: (items, { left, ungranted }) =>
      enclose(
        [
          ...items,
          ...(left > 0 ? [`  <omitted>${left}</omitted>`] : []),
          ...(ungranted > 0 ? [`  <needs_approval>${ungranted}</needs_approval>`] : []),
        ].join('\n'),
      ),
  })
}

/** Full, short, name only. */
function formsOf(entry: CatalogEntry, location: string, usable: ReadonlySet<string> | undefined): readonly string[] {
  const element = entry.document.kind === 'pack' ? 'knowledge_pack' : 'knowledge_manifest'
  const name: Elements = [['name', nameOf(entry)]]
  if (!isGranted(entry)) return [xml(element, [...name, ['note', 'needs approval']])]
  const details =
    entry.document.kind === 'pack'
      ? packElements(entry, entry.document)
      : manifestElements(entry.ref, entry.document, usable)
  const short = details
    .filter(([key]) => ['description', 'type', 'status', 'topics'].includes(key) || isMark(entry, key))
    .map(([key, text]) => [key, text === undefined ? undefined : shortened(listLine(text), shortDescription)] as const)
  return [
    xml(element, [...name, ...details, ['location', location]]),
    xml(element, [...name, ...short]),
    xml(element, [...name, ...details.filter(([key]) => isMark(entry, key))]),
  ]
}

/** A persona, or a status other than ready: in the shortest form too (AK-361). */
const isMark = ({ document }: CatalogEntry, key: string): boolean =>
  document.kind === 'pack' &&
  ((key === 'runtime_mode' && document.mode === 'persona') || (key === 'status' && document.status !== 'ready'))

function packElements(
  entry: CatalogEntry,
  { description, type, status, profile, mode, head }: Extract<CatalogEntry['document'], { kind: 'pack' }>,
): Elements {
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

function manifestElements(
  ref: string,
  manifest: Extract<CatalogEntry['document'], { kind: 'manifest' }>,
  usable: ReadonlySet<string> | undefined,
): Elements {
  const { project } = manifest
  if (!usable)
    return [
      ['description', project],
      ['units', String(manifest.units.length)],
    ]
  const units = unitsAmong(ref, manifest, usable)
  return [
    ['description', project],
    ['units', String(units.length)],
    ['topics', units.length === 0 ? undefined : unitTopics(units, project)(fullTopics)],
  ]
}

function xml(element: string, children: Elements): string {
  const lines = children.flatMap(([name, text]) =>
    text === undefined ? [] : [`    <${name}>${escapeMarkup(listLine(text))}</${name}>`],
  )
  return [`  <${element}>`, ...lines, `  </${element}>`].join('\n')
}
