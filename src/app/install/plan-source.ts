import { isSkipped } from '../../discover/skipped-folders.ts'
import { isEntryName } from '../../distribute/lock.ts'
import { memoryFiles } from '../../io/memory/memory-files.ts'
import { memoryPorts } from '../../io/memory/memory-ports.ts'
import type { Code } from '../../model/codes/codes.ts'
import type { Diagnostic } from '../../model/codes/diagnostic.ts'
import type { LockedEntry, SourceTree } from '../../model/distribution/installation.ts'
import { limits } from '../../model/limits.ts'
import type { SignatureOrigin } from '../../model/documents/signature.ts'
import { pathFromRoot } from '../../parse/local-manifest.ts'
import { parseManifest } from '../../parse/manifest/manifest.ts'
import { startsWithFence } from '../../parse/pack/frontmatter.ts'
import { allowType, readPack } from '../../parse/pack/pack.ts'
import { isObject } from '../../parse/read-fields.ts'
import { fileName, folderOf, isWebAddress, joinPath, normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { clashIn, foldPath, parentFolders, installedNameProblem, isLeftOut } from '../../text/paths/tree-names.ts'
import { validateManifest } from '../../validate/validate.ts'
import { scanRoots } from '../open/scan.ts'
import { verifyEntries } from '../sign/verify-entries.ts'
import { entryFileOf, type InstallRefusal, type InstallContext, type PlannedEntry } from './install-context.ts'

interface SourcePlanOptions {
  /** How refusals name it. */
  readonly subject: string
  /** As the lock states it. */
  readonly source: string
  /** A folder or an entry file in the source. */
  readonly path?: string
  /** The source is this one document. */
  readonly document?: string
  /** The name in a catalog; otherwise the pack or manifest names itself. */
  readonly name?: string
}

type Planned = readonly (PlannedEntry | InstallRefusal)[]

export const isPlanned = (one: PlannedEntry | InstallRefusal): one is PlannedEntry => 'files' in one

/** The packs and manifests of a source, or why one of them cannot be installed. */
export async function planSource(
  tree: SourceTree,
  options: SourcePlanOptions,
  world: InstallContext,
): Promise<Planned> {
  const refusal = (code: Code, message: string, diagnostics?: readonly Diagnostic[]): InstallRefusal => ({
    subject: options.subject,
    code,
    message,
    ...(diagnostics ? { diagnostics } : {}),
  })
  const places = entryPlaces(tree, options)
  if (places.length > limits.sourceEntries)
    return [refusal('RUN732', `The source has ${places.length} packs and manifests; name a folder of it.`)]
  const texts = await tree.read(places)
  const found: (PlannedEntry | InstallRefusal)[] = []
  const packs: string[] = []
  for (const place of places) {
    const bytes = texts.get(place)
    const format = fileName(place) === 'KNOWLEDGE.md' ? 'pack' : 'manifest'
    const isNamed = place === options.document || place === options.path
    // What is inside a pack belongs to it.
    if (!bytes || packs.some((folder) => place.startsWith(folder))) continue
    if (format === 'pack' && !startsWithFence(bytes) && !isNamed) continue
    const planned = await planEntry({ tree, place, format, bytes }, options, world, refusal)
    found.push(planned)
    if (format === 'pack') packs.push(folderOf(place) === '' ? '' : `${folderOf(place)}/`)
  }
  if (found.length === 0) return [refusal('RUN732', 'The source has no pack and no manifest.')]
  const twice = clashIn(found.filter(isPlanned).map(({ name }) => name))
  return twice === undefined ? found : [refusal('RUN735', `Two entries of the source are called "${twice}".`)]
}

/** Packs first, since a manifest may be inside one. */
function entryPlaces(tree: SourceTree, { document, path }: SourcePlanOptions): readonly string[] {
  if (document !== undefined) return [document]
  const paths = tree.paths ?? []
  if (path !== undefined && paths.includes(path)) return [path]
  const start = path === undefined ? '' : `${path}/`
  const inside = paths.filter((one) => one.startsWith(start) && isSearched(one.slice(start.length)))
  return ['KNOWLEDGE.md', 'knowledge.yaml'].flatMap((name) => inside.filter((one) => fileName(one) === name))
}

/** Where a scan of a workspace looks. */
function isSearched(path: string): boolean {
  const folders = path
    .replace(/^\.(?:agents|lorefence)\/knowledge\//, '')
    .split('/')
    .slice(0, -1)
  return folders.length <= limits.walkDepth && !folders.some(isSkipped)
}

interface Place {
  readonly tree: SourceTree
  /** Path of the entry file. */
  readonly place: string
  readonly format: LockedEntry['format']
  readonly bytes: Uint8Array
}

type Refuse = (code: Code, message: string, diagnostics?: readonly Diagnostic[]) => InstallRefusal

async function planEntry(
  { tree, place, format, bytes }: Place,
  options: SourcePlanOptions,
  world: InstallContext,
  refuse: Refuse,
): Promise<PlannedEntry | InstallRefusal> {
  const head = format === 'pack' ? packHead(bytes, world, refuse) : manifestHead(bytes, place, refuse)
  if ('code' in head) return head
  const name = options.name ?? head.name
  if (!isEntryName(name) || isSkipped(name)) return refuse('RUN732', `The name "${name}" cannot be that of a folder.`)
  const folder = folderOf(place) === '' ? '' : `${folderOf(place)}/`
  const included = format === 'pack' ? [] : await includedPaths(bytes, { tree, folder, file: fileName(place) })
  const belongs = filesOf(
    tree,
    folder,
    format === 'pack' ? undefined : [place, ...[...head.paths, ...included].map((path) => `${folder}${path}`)],
  )
  const problem = problemWith(belongs.wanted, belongs.odd, folder)
  if (problem !== undefined) return refuse('RUN731', `"${place}" cannot be installed: ${problem}.`)
  const read = await tree.read([...belongs.wanted, `${place}.sig`])
  const files = renamed(read, { folder, place, entryFile: entryFileOf({ format }) })
  if ([...files.values()].reduce((sum, { length }) => sum + length, 0) > limits.installedBytes)
    return refuse('RUN731', `"${place}" has more than ${limits.installedBytes} bytes.`)
  const leftOut = belongs.leftOut.map((path) => path.slice(folder.length)).sort()
  const missing = belongs.wanted.filter((path) => !read.has(path)).map((path) => path.slice(folder.length))
  const isSigned = head.isExamined || read.has(`${place}.sig`) || world.signatures !== undefined
  const invalid = isSigned ? examine({ name, format, files, leftOut }, tree, world, refuse) : undefined
  return (
    invalid ?? {
      name,
      format,
      source: options.source,
      ...(options.document === place ? {} : { path: place }),
      ...(tree.commit === undefined ? {} : { commit: tree.commit }),
      ...(head.version === undefined ? {} : { version: head.version }),
      files,
      leftOut,
      missing: [...missing, ...belongs.absent.map((path) => path.slice(folder.length))].sort(),
      stale: [],
    }
  )
}

interface Head {
  readonly name: string
  readonly version?: string
  /** Paths of the units, and of a declared signature. */
  readonly paths: readonly string[]
  /** True for packs, and for manifests that declare a signature. */
  readonly isExamined: boolean
}

function packHead(bytes: Uint8Array, { allowTypes = [] }: InstallContext, refuse: Refuse): Head | InstallRefusal {
  const { pack } = allowType(readPack(bytes, 'KNOWLEDGE.md'), allowTypes)
  if (!pack) return refuse('RUN732', 'The pack is not valid.', scanned({ 'KNOWLEDGE.md': bytes }).diagnostics)
  const { version } = pack.head
  return { name: pack.name, ...(version === undefined ? {} : { version }), paths: [], isExamined: true }
}

/** KCP §1.5: a manifest that does not conform is not installed. */
function manifestHead(bytes: Uint8Array, place: string, refuse: Refuse): Head | InstallRefusal {
  const { valid, diagnostics } = validateManifest(bytes, { file: place })
  const { manifest } = parseManifest(bytes, { file: place })
  if (!valid || !manifest) return refuse('RUN732', `The manifest "${place}" is not valid.`, diagnostics)
  const { version, project, units } = manifest
  const name = project
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)
  const signature = isObject(manifest.signing) ? manifest.signing['signature'] : undefined
  const named = typeof signature === 'string' && !pathProblem(signature) ? [normalizePath(signature)] : []
  const paths = [...units.map(({ path }) => path), ...named].filter((path) => path !== '' && !isWebAddress(path))
  const isExamined = manifest.signing !== undefined
  return { name, ...(version === undefined ? {} : { version }), paths: [...new Set(paths)], isExamined }
}

interface Including {
  readonly tree: SourceTree
  readonly folder: string
  readonly file: string
}

/** The manifests that a manifest includes from its folder, and what their units name (KCP §3.11); from the folder. */
async function includedPaths(bytes: Uint8Array, { tree, folder, file }: Including): Promise<readonly string[]> {
  const paths = new Set<string>()
  const seen = new Set([file])
  const queue = [{ file, bytes }]
  for (let next = queue.shift(); next && seen.size <= limits.includedManifests; next = queue.shift()) {
    const { file: by } = next
    const { manifest } = parseManifest(next.bytes, { file: by })
    const named = by === file ? [] : (manifest?.units ?? []).filter(({ path }) => !isWebAddress(path))
    for (const { path } of named) paths.add(joinPath(folderOf(by), path))
    for (const { source = '' } of manifest?.composition?.includes ?? []) {
      const path = isWebAddress(source) ? undefined : pathFromRoot(source, folderOf(by))
      if (path === undefined || seen.has(path)) continue
      seen.add(path)
      for (const one of [path, `${path}.sig`]) {
        const read = (await tree.read([`${folder}${one}`])).get(`${folder}${one}`)
        if (read) paths.add(one)
        if (read && one === path) queue.push({ file: path, bytes: read })
      }
    }
  }
  return [...paths].filter((path) => path !== '')
}

interface Belonging {
  readonly wanted: readonly string[]
  readonly leftOut: readonly string[]
  /** Links and special files. */
  readonly odd: readonly string[]
  /** Named, but not in the source. */
  readonly absent: readonly string[]
}

/** All files below the folder of a pack, or the files that the units of a manifest name. */
function filesOf(tree: SourceTree, folder: string, named: readonly string[] | undefined): Belonging {
  const inner = (path: string): string => path.slice(folder.length)
  const isOut = (path: string): boolean => isLeftOut(inner(path))
  const { paths, odd } = tree
  if (!paths) {
    const all = named ?? []
    return { wanted: all.filter((path) => !isOut(path)), leftOut: all.filter(isOut), odd: [], absent: [] }
  }
  const starts = new Set(named)
  const isUnder = (path: string): boolean => {
    for (let end = path.length; end > folder.length; end = path.lastIndexOf('/', end - 1))
      if (starts.has(path.slice(0, end))) return true
    return false
  }
  const below = (all: readonly string[]): readonly string[] =>
    all.filter((path) => path.startsWith(folder) && (named === undefined || isUnder(path)))
  const present = below(paths)
  const here = new Set([...present, ...odd, ...parentFolders(present)])
  return {
    wanted: present.filter((path) => !isOut(path)),
    leftOut: present.filter(isOut),
    odd: below(odd).filter((path) => !isOut(path)),
    absent: (named ?? []).filter((path) => !here.has(path)),
  }
}

function problemWith(wanted: readonly string[], odd: readonly string[], folder: string): string | undefined {
  const [link] = odd
  if (link !== undefined) return `"${link}" is a link, another repository or a special file`
  if (wanted.length > limits.packFiles) return `it has more than ${limits.packFiles} files`
  const paths = wanted.map((path) => path.slice(folder.length))
  for (const path of paths) {
    const problem = installedNameProblem(path)
    if (problem !== undefined) return `the name "${path}" ${problem}`
    if (path.length > limits.installedPathLength || path.split('/').length > limits.walkDepth)
      return `the path "${path}" is too long`
  }
  const clash = clashIn(paths, foldPath)
  return clash === undefined ? undefined : `some disks take "${clash}" and another name for the same`
}

/** Paths from the folder of the entry. The entry file has its usual name and is last: a partial copy is no entry. */
function renamed(
  read: ReadonlyMap<string, Uint8Array>,
  { folder, place, entryFile }: { readonly folder: string; readonly place: string; readonly entryFile: string },
): ReadonlyMap<string, Uint8Array> {
  const files = new Map<string, Uint8Array>()
  for (const [path, bytes] of read) {
    const name = path === `${place}.sig` ? `${entryFile}.sig` : path.slice(folder.length)
    if (path !== place && name !== entryFile) files.set(name, bytes)
  }
  return files.set(entryFile, read.get(place) ?? new Uint8Array())
}

/** Scans the entry as if it were installed. Nothing of it is trusted, but what is invalid is not written. */
function examine(
  { name, format, files, leftOut }: Pick<PlannedEntry, 'name' | 'format' | 'files' | 'leftOut'>,
  { origin: from }: SourceTree,
  { signatures, allowTypes = [] }: InstallContext,
  refuse: Refuse,
): InstallRefusal | undefined {
  const entryFile = entryFileOf({ format })
  const { ports, diagnostics } = scanned(Object.fromEntries(files), name, allowTypes)
  if (format === 'pack' && diagnostics.length > 0)
    return refuse('RUN732', `The pack "${name}" is not valid.`, diagnostics)
  const origin: SignatureOrigin = from === undefined ? { kind: 'none' } : { kind: 'fetched', value: from }
  const verified = verifyEntries(ports, `/${name}/${entryFile}`, { cwd: '/', policy: signatures, origin, allowTypes })
  for (const { tier, sentence, differing } of verified) {
    if (tier === 'failed') return refuse('RUN732', `The signature of "${name}" does not hold. ${sentence}`)
    const [other] = format === 'pack' && tier !== 'unsigned' ? differing.filter((path) => !leftOut.includes(path)) : []
    if (other !== undefined) return refuse('RUN732', `The file "${other}" of "${name}" is not the one that was signed.`)
  }
  return undefined
}

/** What a scan finds wrong with an entry. */
function scanned(files: Readonly<Record<string, Uint8Array>>, name = 'entry', allowTypes: readonly string[] = []) {
  const tree = Object.fromEntries(Object.entries(files).map(([path, bytes]) => [`/${name}/${path}`, bytes]))
  const ports = memoryPorts(memoryFiles(tree))
  const { quarantined } = scanRoots(ports, [{ path: `/${name}`, scope: 'workspace' }], { inFull: true, allowTypes })
  const own = quarantined.filter(({ found }) => found.folder === `/${name}`)
  return { ports, diagnostics: own.flatMap(({ diagnostics }) => diagnostics) }
}
