import { limits } from '../../model/limits.ts'
import type {
  WorkspaceFile,
  WorkspaceFolder,
  WorkspaceOmission,
  WorkspaceRepository,
  WorkspaceScan,
  WorkspaceState,
  WorkspaceStore,
} from '../../model/records/workspace.ts'
import { countAll, type Counts } from '../../rank/corpus.ts'
import { DamagedIndex, decodeText, encodeText } from '../../rank/stored-text.ts'
import type { TextIndex } from '../../rank/text-index.ts'
import { compareText } from '../../text/compare.ts'
import { declaredIn, type Declared } from './declared.ts'
import { indexFile } from './index-file.ts'
import { openFile, type FoundFile } from './open-file.ts'
import { encodeFiles, encodeParts, encodeState, storedFiles, storedIndex, type Scanned } from './stored-scan.ts'
import { walkRepositories, type WalkedRepository } from './walk.ts'
import { isBelow, type WorkspacePorts } from './workspace.ts'

interface ScanResult {
  readonly scan: WorkspaceScan
  /** Files that were opened, because they are new or have changed. */
  readonly read: number
  /** Files that were known and are gone. */
  readonly removed: number
}

interface StoredText {
  readonly language: string
  readonly length: number
  /** Encoded; that of an unchanged file is read only if another file has changed. */
  index(): Uint8Array
}

interface Known extends StoredText {
  readonly file: WorkspaceFile
}

/** Scans a newly turned-on folder and all that were turned on before; without a folder, only the latter. */
export async function scanWorkspace(
  ports: WorkspacePorts,
  added?: WorkspaceFolder,
  options: ScanOptions = {},
): Promise<ScanResult> {
  return ports.store.exclusively(() => scanAlone(ports, added, options))
}

interface ScanOptions {
  /** Ignore what is stored. */
  readonly isAnew?: boolean
}

async function scanAlone(
  ports: WorkspacePorts,
  added: WorkspaceFolder | undefined,
  { isAnew = false }: ScanOptions,
): Promise<ScanResult> {
  const { store } = ports
  const before = store.load()
  const folders = withFolder(before?.scan.folders ?? [], added)
  // It was turned off after a search requested this scan.
  if (folders.length === 0) return { scan: { folders, repositories: [] }, read: 0, removed: 0 }
  const progress = new Progress(before && !isAnew ? knownTexts(store, before) : new Map())
  const walked = folders.flatMap(({ path }) => walkRepositories(ports.files, path, ports))
  const declared = declaredIn(
    ports,
    walked.map(({ root }) => root),
  )
  const repositories: WorkspaceRepository[] = []
  for (const repository of walked.toSorted((a, b) => compareText(a.root, b.root)))
    repositories.push(await scanRepository(ports, repository, declared, progress))
  const scan = { folders, repositories }
  const { read, left: removed } = progress
  const scanned = { scan, languages: progress.languages }
  if (read + removed > 0 || isAnew || !before || !isStored(store, before, scanned))
    store.save(encodeState(scan), encodeParts(scanned, progress.texts()))
  return { scan, read, removed }
}

/** Entry files and times are compared too, even if no text has changed. */
function isStored(store: WorkspaceStore, before: WorkspaceState, now: Scanned): boolean {
  const files = store.part('files')
  return (
    JSON.stringify(before) === JSON.stringify(encodeState(now.scan)) &&
    files !== undefined &&
    Buffer.compare(files, encodeFiles(now)) === 0
  )
}

/** A folder inside a scanned folder is part of it. */
function withFolder(
  folders: readonly WorkspaceFolder[],
  added: WorkspaceFolder | undefined,
): readonly WorkspaceFolder[] {
  if (!added || folders.some(({ path }) => isBelow(added.path, path))) return folders
  return [...folders.filter(({ path }) => !isBelow(path, added.path)), added].sort((a, b) =>
    compareText(a.path, b.path),
  )
}

async function scanRepository(
  { files }: WorkspacePorts,
  { root, isGit, files: found, entryFiles, leftOut: walkedOver }: WalkedRepository,
  declared: Declared,
  progress: Progress,
): Promise<WorkspaceRepository> {
  const leftOut: Partial<Record<WorkspaceOmission, number>> = { ...walkedOver }
  const stampOf = files.stamps?.(root) ?? (() => undefined)
  const unknown = entryFiles.filter((path) => !declared.entryFiles.has(`${root}/${path}`))
  const scanFile = async (file: FoundFile, place: string): Promise<Taken> =>
    declared.covers(place)
      ? { ...file, declared: true }
      : progress.take(file, { root, stamp: stampOf(file.path), open: () => openFile(files, root, file) })
  const scanned: WorkspaceFile[] = []
  for (const file of found.toSorted((a, b) => compareText(a.path, b.path))) {
    const place = `${root}/${file.path}`
    if (declared.entryFiles.has(place)) continue
    const result = declared.isUnclear(place) ? { reason: 'unusable-manifest' as const } : await scanFile(file, place)
    if ('reason' in result) leftOut[result.reason] = (leftOut[result.reason] ?? 0) + 1
    else scanned.push(result)
  }
  return { root, isGit, ...entriesOf(root, declared, unknown), files: scanned, leftOut }
}

function entriesOf(
  root: string,
  { catalogs }: Declared,
  unknown: readonly string[],
): Pick<WorkspaceRepository, 'manifests' | 'packs' | 'unusable'> {
  const { entries = [], shadowed = [], quarantined = [] } = catalogs.get(root) ?? {}
  const usable = [...entries, ...shadowed]
  const pathOf = ({ found }: { readonly found: { readonly folder: string; readonly file: string } }): string =>
    `${found.folder}/${found.file}`.slice(root.length + 1)
  const of = (kind: 'pack' | 'manifest'): readonly string[] =>
    usable
      .filter(({ document }) => document.kind === kind)
      .map(pathOf)
      .sort()
  return { manifests: of('manifest'), packs: of('pack'), unusable: [...quarantined.map(pathOf), ...unknown].sort() }
}

const keyOf = (root: string, path: string): string => `${root}\n${path}`

/** What the last scan stored, by file; empty if it cannot be used. */
function knownTexts(store: WorkspaceStore, before: WorkspaceState): Map<string, Known> {
  const known = new Map<string, Known>()
  const [files, stored] = [storedFiles(store, before), storedIndex(store, before)]
  if (!files || !stored) return known
  let all: Uint8Array | undefined
  const texts = (): Uint8Array => (all ??= store.part('texts') ?? new Uint8Array())
  let number = 0
  for (const { repository, language, ...file } of files) {
    const root = before.scan.repositories[repository]?.root
    if (file.digest === undefined || language === undefined || root === undefined) continue
    const [start, end] = [stored.textEnd[number - 1] ?? 0, stored.textEnd[number] ?? 0]
    number += 1
    const index = (): Uint8Array => texts().subarray(start, end)
    known.set(keyOf(root, file.path), { file, language, length: end - start, index })
  }
  return known
}

type Taken = WorkspaceFile | { readonly reason: WorkspaceOmission }

interface Place {
  readonly root: string
  readonly stamp: string | undefined
  open(): ReturnType<typeof openFile>
}

/** The texts of a scan, in its order. Unchanged files are taken from the last scan. */
class Progress {
  readonly #known: Map<string, Known>
  readonly #texts: (StoredText & { readonly made?: TextIndex })[] = []
  #bytes = 0
  read = 0

  constructor(known: Map<string, Known>) {
    this.#known = known
  }

  /** Files of the last scan that this one does not have. */
  get left(): number {
    return this.#known.size
  }

  async take(file: FoundFile, { root, stamp, open }: Place): Promise<Taken> {
    const key = keyOf(root, file.path)
    const known = this.#known.get(key)
    if (known && stamp !== undefined && known.file.stamp === stamp) return this.#keep(key, known, known.file)
    if (this.#bytes > limits.workspaceIndexBytes) return { reason: 'limit' }
    const opened = open()
    if ('reason' in opened) return opened
    const stamped = stamp === undefined ? {} : { stamp }
    if (known && known.file.digest === opened.digest) return this.#keep(key, known, { ...known.file, ...stamped })
    const { file: facts, language, index } = await indexFile(file, opened)
    this.#known.delete(key)
    this.read += 1
    const encoded = encodeText(index)
    this.#add({ language, length: encoded.length, index: () => encoded, made: index })
    return { ...facts, ...stamped }
  }

  #keep(key: string, { file: _known, ...text }: Known, file: WorkspaceFile): WorkspaceFile {
    this.#known.delete(key)
    this.#add(text)
    return file
  }

  #add(text: StoredText & { readonly made?: TextIndex }): void {
    this.#texts.push(text)
    this.#bytes += text.length
  }

  get languages(): readonly string[] {
    return this.#texts.map(({ language }) => language)
  }

  texts(): { readonly bytes: Uint8Array; readonly ends: Uint32Array; readonly counts: Counts } {
    const bytes = new Uint8Array(this.#bytes)
    let at = 0
    const ends = Uint32Array.from(this.#texts, ({ index, length }) => {
      bytes.set(index(), at)
      return (at += length)
    })
    return { bytes, ends, counts: countAll(this.#texts.map(({ index, made }) => made ?? decoded(index()))) }
  }
}

function decoded(bytes: Uint8Array): TextIndex {
  const index = decodeText(bytes)
  if (!index) throw new DamagedIndex()
  return index
}
