import { isPackFolder, packFolders, type FolderRole } from '../../model/pack-folders.ts'
import type { PackHead } from '../../model/pack.ts'
import type { Folder } from '../folder.ts'
import { inspectProvenance, type InspectedProvenance } from './inspect-provenance.ts'
import { countRecords, type RecordCounts } from './inspect-records.ts'
import { standardOf, type StandardUse } from './inspect-standard.ts'

/** Facts about a pack for its author, without validation. */
export interface PackInspection {
  /** Folders beside KNOWLEDGE.md, by name. */
  readonly folders: readonly { readonly name: string; readonly role: FolderRole | 'unknown'; readonly files: number }[]
  /** Folders that are not in the standard; they are never read as known ones (AK-029). */
  readonly unknownFolders: readonly string[]
  /** Paths of wiki pages by kind; kinds without a page are absent. */
  readonly wiki: Readonly<Partial<Record<WikiPageKind, readonly string[]>>>
  readonly records: RecordCounts
  readonly provenance: InspectedProvenance
  readonly standard: StandardUse
  /** The walk stopped at a limit, so counts may be too low. */
  readonly incomplete: boolean
}

const wikiFolders = [
  'sources',
  'entities',
  'concepts',
  'decisions',
  'contradictions',
  'open-questions',
  'synthesis',
] as const
const wikiPageKinds = ['index', 'log', ...wikiFolders, 'other'] as const
type WikiPageKind = (typeof wikiPageKinds)[number]

export function inspectPack({ head = {} }: { readonly head?: PackHead }, folder: Folder): PackInspection {
  const folders = listFolders(folder)
  return {
    folders,
    unknownFolders: folders.filter(({ role }) => role === 'unknown').map(({ name }) => name),
    wiki: wikiPages(folder),
    records: countRecords(folder),
    provenance: inspectProvenance(head, folder),
    standard: standardOf(head, folder),
    incomplete: folder.incomplete,
  }
}

function listFolders(folder: Folder): PackInspection['folders'] {
  const counts = new Map<string, number>()
  for (const path of folder.files) {
    const slash = path.indexOf('/')
    if (slash > 0) counts.set(path.slice(0, slash), (counts.get(path.slice(0, slash)) ?? 0) + 1)
  }
  return [...counts].map(([name, files]) => ({ name, role: isPackFolder(name) ? packFolders[name] : 'unknown', files }))
}

/** The kind of a page below wiki/, from its place (AK-009). */
function wikiPageKind(path: string): WikiPageKind {
  if (path === 'wiki/index.md') return 'index'
  if (path === 'wiki/log.md') return 'log'
  return wikiFolders.find((name) => path.startsWith(`wiki/${name}/`)) ?? 'other'
}

function wikiPages(folder: Folder): PackInspection['wiki'] {
  const pages = folder.files.filter((path) => path.startsWith('wiki/') && /\.(?:md|markdown)$/i.test(path))
  const byKind = wikiPageKinds.map((kind) => [kind, pages.filter((path) => wikiPageKind(path) === kind)] as const)
  return Object.fromEntries(byKind.filter(([, paths]) => paths.length > 0))
}
