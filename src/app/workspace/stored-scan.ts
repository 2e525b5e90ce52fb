import type {
  WorkspaceFile,
  WorkspaceFileKind,
  WorkspacePart,
  WorkspaceScan,
  WorkspaceState,
  WorkspaceStore,
  WorkspaceSummary,
} from '../../model/records/workspace.ts'
import { joinParts, splitParts } from '../../rank/binary-parts.ts'
import type { Counts, Sizes } from '../../rank/corpus.ts'
import { groupTerms, type TermGroups } from '../../rank/grouped-terms.ts'
import { isSizes } from '../../rank/stored-counts.ts'
import { asLines, fromLines, indexFormat } from '../../rank/stored-text.ts'

/** Version of the stored form; raised when it, or what is masked in it, changes. */
const workspaceFormat = `4.${indexFormat}`

interface Stored {
  readonly store: WorkspaceStore
}

/** The last scan without its files; `undefined` if nobody turned it on. */
export const storedSummary = ({ store }: Stored): WorkspaceSummary | undefined => store.load()?.scan

/** The last scan; `undefined` if nobody turned it on. */
export function storedScan({ store }: Stored): WorkspaceScan | undefined {
  const state = store.load()
  if (!state) return undefined
  const files = storedFiles(store, state)
  if (!files) throw new Error('What is stored of the scanned files cannot be used. Run: lorefence workspace scan')
  const repositories = state.scan.repositories.map((repository) => ({ ...repository, files: [] as WorkspaceFile[] }))
  for (const { repository, language: _language, ...file } of files) repositories[repository]?.files.push(file)
  return { ...state.scan, repositories }
}

/** Whether a person turned it on, even if the stored scan cannot be read. */
export function isWorkspaceOn({ store }: Stored): boolean {
  try {
    return store.load() !== undefined
  } catch {
    return true
  }
}

/** A file with the number of its repository and, if it was opened, the language of its text. */
interface StoredFile extends WorkspaceFile {
  readonly repository: number
  readonly language?: string
}

/** All files of a scan in its order; `undefined` if they cannot be used. */
export function storedFiles(store: WorkspaceStore, { format }: WorkspaceState): readonly StoredFile[] | undefined {
  const bytes = format === workspaceFormat ? store.part('files') : undefined
  const parsed = bytes && parsedJson(bytes)
  return Array.isArray(parsed) && parsed.every(isStoredFile) ? parsed : undefined
}

function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'))
  } catch {
    return undefined
  }
}

function isStoredFile(value: unknown): value is StoredFile {
  const file = (value ?? {}) as { readonly [K in keyof StoredFile]?: unknown }
  const { repository, path, kind, digest, language, declared } = file
  const isOpened = isText(digest) && isText(language)
  const isNamed = typeof repository === 'number' && isText(path) && kinds.includes(kind as WorkspaceFileKind)
  return isNamed && (declared === true ? digest === undefined : isOpened)
}

const isText = (value: unknown): value is string => typeof value === 'string'

const kinds: readonly WorkspaceFileKind[] = ['document', 'code', 'configuration', 'pdf']

/** What a search reads first, and how it then reads single files. */
export interface StoredIndex {
  readonly sizes: Sizes
  readonly languages: readonly string[]
  readonly groups: TermGroups
  /** Kind of each opened file. */
  readonly kinds: readonly WorkspaceFileKind[]
  /** The number of the repository of each opened file. */
  readonly repositories: Uint32Array
  /** Where the index of each opened file ends in the part `texts`. */
  readonly textEnd: Uint32Array
  /** An opened file; `undefined` if it cannot be read. */
  file(number: number): StoredFile | undefined
}

/** `undefined` if what is stored cannot be used. */
export function storedIndex(store: WorkspaceStore, { format }: WorkspaceState): StoredIndex | undefined {
  const bytes = format === workspaceFormat ? store.part('index') : undefined
  const parts = bytes && splitParts(bytes)
  if (!parts || parts.u32.length !== 7 || parts.u8.length !== 1 || parts.i32.length !== 0) return undefined
  const [blockCounts, blockLength, ends, textEnd, fileStart, fileEnd, repositories] = parts.u32 as unknown as Seven
  const [kindNumbers] = parts.u8 as readonly [Uint8Array]
  const { units, averages, terms, languages } = (parts.json ?? {}) as { readonly [key: string]: unknown }
  const starts = fromLines(terms)
  const sizes = { units, averages, blockCounts, blockLength }
  const isWhole = [blockCounts, textEnd, fileStart, fileEnd, repositories].every(
    ({ length }) => length === kindNumbers.length,
  )
  if (!isWhole || !isSizes(sizes) || starts?.length !== ends.length || !Array.isArray(languages)) return undefined
  return {
    sizes,
    languages,
    groups: { starts, ends },
    kinds: Array.from(kindNumbers, (kind) => kinds[kind] ?? 'document'),
    textEnd,
    repositories,
    file(number) {
      const one = store.part('files', { start: fileStart[number] ?? 0, end: fileEnd[number] ?? 0 })
      const parsed = one && parsedJson(one)
      return isStoredFile(parsed) ? parsed : undefined
    },
  }
}

type List = Uint32Array
type Seven = readonly [List, List, List, List, List, List, List]

/** The result of a scan, to be stored. */
export interface Scanned {
  readonly scan: WorkspaceScan
  /** Language of each opened file, in the order of the scan. */
  readonly languages: readonly string[]
}

/** All files as one JSON list, each on its own line. */
export function encodeFiles({ scan, languages }: Scanned): Uint8Array {
  let opened = 0
  const lines = scan.repositories.flatMap(({ files }, repository) =>
    files.map((file) => {
      const language = file.digest === undefined ? undefined : languages[opened++]
      return JSON.stringify({ repository, ...file, ...(language === undefined ? {} : { language }) })
    }),
  )
  return Buffer.from(`[\n${lines.join(',\n')}\n]\n`)
}

export function encodeState({ folders, repositories }: WorkspaceScan): WorkspaceState {
  const scan = { folders, repositories: repositories.map(({ files: _files, ...repository }) => repository) }
  return { format: workspaceFormat, scan }
}

interface Texts {
  readonly bytes: Uint8Array
  readonly ends: Uint32Array
  readonly counts: Counts
}

export function encodeParts(scanned: Scanned, texts: Texts): Readonly<Record<WorkspacePart, Uint8Array>> {
  const { units, averages, blockCounts, blockLength } = texts.counts
  const { starts, ends, bytes: places } = groupTerms(texts.counts)
  const files = encodeFiles(scanned)
  const all = scanned.scan.repositories.flatMap((repository, number) =>
    repository.files.map(({ digest, kind }) => ({ isOpened: digest !== undefined, kind, number })),
  )
  const lines = linesIn(files)
  const opened = all.flatMap(({ isOpened, ...file }, line) => {
    const place = lines[line]
    return isOpened && place ? [{ ...file, ...place }] : []
  })
  const languages = [...new Set(scanned.languages)].sort()
  const index = joinParts({ units, averages, terms: asLines(starts), languages }, [
    blockCounts,
    blockLength,
    ends,
    texts.ends,
    Uint32Array.from(opened, ({ start }) => start),
    Uint32Array.from(opened, ({ end }) => end),
    Uint32Array.from(opened, ({ number }) => number),
    Uint8Array.from(opened, ({ kind }) => kinds.indexOf(kind)),
  ])
  return { files, index, places, texts: texts.bytes }
}

const [newLine, comma] = [10, 44]

/** Where each file is in the list. */
function linesIn(files: Uint8Array): readonly { readonly start: number; readonly end: number }[] {
  const lines: { readonly start: number; readonly end: number }[] = []
  for (let start = files.indexOf(newLine) + 1, end = 0; end >= 0; start = end + 1) {
    end = files.indexOf(newLine, start)
    if (end > start) lines.push({ start, end: files[end - 1] === comma ? end - 1 : end })
  }
  return lines
}
