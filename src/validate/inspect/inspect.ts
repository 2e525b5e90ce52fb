import { isPackFolder, packFolders, type FolderRole } from '../../model/tables/pack-folders.ts'
import type { PackHead } from '../../model/documents/pack.ts'
import { readAnswers } from '../../parse/records/answers.ts'
import type { LooseRecord } from '../../parse/records/loose-records.ts'
import { objectNameOf, objectNames, readOntology } from '../../parse/records/ontology.ts'
import { compareText } from '../../text/compare.ts'
import type { Folder } from '../folder.ts'
import { jsonFile } from '../pack-facts/json-file.ts'
import { newestCompileRun } from '../pack-facts/newest-compile-run.ts'
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

interface RecordCounts {
  /** JSON files of ontology/ and answers/ with the number of their records; `undefined` where the file is not JSON. */
  readonly files: readonly { readonly path: string; readonly records: number | undefined }[]
  /** Operational records by the name of their object: Signal, Objective and so on (AK-277). */
  readonly objects: Readonly<Record<string, number>>
}

const isObjectName: ReadonlySet<string> = new Set(objectNames)

/** Counts the records of ontology/ and answers/ (AK-276, AK-284), without the ontology manifest. */
function countRecords(folder: Folder): RecordCounts {
  const counted = folder.files
    .filter((path) => /^(?:ontology|answers)\/[^/]+\.json$/.test(path) && path !== 'ontology/ontology.json')
    .map((path) => ({ path, records: recordsIn(folder, path) }))
  const objects = new Map<string, number>()
  for (const record of counted.flatMap(({ records }) => records ?? [])) {
    const name = objectNameOf(record)
    if (isObjectName.has(name)) objects.set(name, (objects.get(name) ?? 0) + 1)
  }
  return {
    files: counted.map(({ path, records }) => ({ path, records: records?.length })),
    objects: Object.fromEntries([...objects].sort(([a], [b]) => compareText(a, b))),
  }
}

function recordsIn(folder: Folder, path: string): readonly LooseRecord[] | undefined {
  const tree = jsonFile(folder, path)?.tree
  if (!tree) return undefined
  return path.startsWith('ontology/') ? readOntology(tree.value, path) : readAnswers(tree.value, path)
}

interface Producer {
  readonly name?: string
  readonly version?: string
  readonly digest?: string
}

/** Producer of a pack, as declared and by its newest compile run (AK-297). Recorded, never run. */
interface InspectedProvenance {
  readonly declared?: Producer & { readonly kind?: string }
  readonly compiled?: Producer & { readonly run: string; readonly source?: string }
  /** Fields that both declare with different values; absent when there is nothing to compare. */
  readonly differs?: readonly (keyof Producer)[]
}

function inspectProvenance(head: PackHead, folder: Folder): InspectedProvenance {
  const producedBy = head.metadata?.producedBy
  const run = newestCompileRun(folder)
  const builder = run?.record.builderSkill
  const declared = producedBy && {
    ...producerOf(producedBy),
    ...(producedBy.kind === undefined ? {} : { kind: producedBy.kind }),
  }
  const compiled = run &&
    builder && {
      ...producerOf(builder),
      ...(builder.source === undefined ? {} : { source: builder.source }),
      run: run.path,
    }
  return {
    ...(declared ? { declared } : {}),
    ...(compiled ? { compiled } : {}),
    ...(declared && compiled ? { differs: differences(declared, compiled) } : {}),
  }
}

const producerOf = ({ name, version, digest }: Producer): Producer => ({
  ...(name === undefined ? {} : { name }),
  ...(version === undefined ? {} : { version }),
  ...(digest === undefined ? {} : { digest }),
})

function differences(a: Producer, b: Producer): readonly (keyof Producer)[] {
  return (['name', 'version', 'digest'] as const).filter(
    (key) => a[key] !== undefined && b[key] !== undefined && a[key]?.toLowerCase() !== b[key]?.toLowerCase(),
  )
}
