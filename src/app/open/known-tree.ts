import type { PackReading } from '../../parse/pack/pack.ts'
import { tellingFiles } from '../../discover/walk.ts'
import { codePlace } from '../../io/code-place.ts'
import type { EntryFile } from '../../model/catalog.ts'
import type { PackHead } from '../../model/documents/pack.ts'
import type { Cache, Files, FolderEntry } from '../../model/ports.ts'
import { digest } from '../../text/bytes/digest.ts'
import { fileName } from '../../text/paths/paths.ts'
import { version } from '../../version.ts'

/** Keyed by stamp alone, because a folder may move. Each entry is its kind, a space and its name. */
type FolderRow = readonly [stamp: string, ...entries: string[]]

/** The key is made of the stamp of the file and the name of its folder, which the name of a pack is compared with. */
type HeadRow = readonly [key: string, headDigest: string, length: number, bodyStart: number, head: PackHead]

interface Tree {
  readonly folders: readonly FolderRow[]
  readonly heads: readonly HeadRow[]
}

/** A head without findings. */
export interface KnownHead extends Required<Pick<PackReading, 'head' | 'bodyStart'>> {
  readonly headDigest: string
  /** Bytes of the head. */
  readonly length: number
}

/** Below this many folders and heads, walking is cheaper than loading the saved tree. */
const worthKeeping = 256

/**
 * What earlier lists found in folders and in the heads of ungranted packs, so that only changed ones are listed, read
 * and parsed again. Only for lists: decisions are always based on the bytes of the files.
 */
export class KnownTree {
  readonly #files: Files
  readonly #cache: Cache
  readonly #key: string
  readonly #folders: ReadonlyMap<string, FolderRow>
  readonly #heads: ReadonlyMap<string, HeadRow>
  /** What this scan saw; only this is saved, so that nothing removed stays. */
  readonly #seen: { readonly folders: FolderRow[]; readonly heads: HeadRow[] } = { folders: [], heads: [] }
  /** Key of the head being read, taken before reading so that a change meanwhile is noticed. */
  #headKey: string | undefined
  #learned = 0

  constructor(files: Files, cache: Cache, roots: readonly unknown[]) {
    this.#files = files
    this.#cache = cache
    // Another build may parse the same bytes differently.
    this.#key = digest(JSON.stringify(['tree', version, codePlace, roots])).slice('sha256:'.length)
    const { folders, heads } = decodeTree(cache.get(this.#key))
    this.#folders = new Map(folders.map((row) => [row[0], row]))
    this.#heads = new Map(heads.map((row) => [row[0], row]))
  }

  /** As `Files.list`; during a walk, an unchanged folder is not listed again. */
  list(folder: string, wanted?: ReadonlySet<string>): readonly FolderEntry[] | undefined {
    const stamp = wanted === tellingFiles ? this.#files.folderStamp?.(folder) : undefined
    const known = stamp === undefined ? undefined : this.#folders.get(stamp)
    if (known) {
      this.#seen.folders.push(known)
      return known.slice(1).map(entryOf)
    }
    const listed = this.#files.list(folder, wanted)
    if (stamp === undefined || !listed) return listed
    this.#seen.folders.push([stamp, ...listed.map(({ name, kind }) => `${kind} ${name}`)])
    this.#learned += 1
    return listed
  }

  /** The result for a head that has not changed. */
  headOf({ folder, file }: EntryFile): KnownHead | undefined {
    const stamp = this.#files.stamps?.(folder, true)(file)
    this.#headKey = stamp === undefined ? undefined : `${stamp} ${fileName(folder)}`
    const known = this.#headKey === undefined ? undefined : this.#heads.get(this.#headKey)
    if (!known) return undefined
    this.#seen.heads.push(known)
    const [, headDigest, length, bodyStart, head] = known
    return { headDigest, length, bodyStart, head }
  }

  /** Stores the head that `headOf` was last asked for, once it was read without findings. */
  learn({ headDigest, length, bodyStart, head }: KnownHead): void {
    if (this.#headKey === undefined) return
    this.#seen.heads.push([this.#headKey, headDigest, length, bodyStart, head])
    this.#learned += 1
  }

  /** Saves the tree for later lists. */
  save(): void {
    if (this.#learned < worthKeeping) return
    this.#cache.put(this.#key, new TextEncoder().encode(JSON.stringify(this.#seen)))
  }
}

function entryOf(row: string): FolderEntry {
  const end = row.indexOf(' ')
  return { name: row.slice(end + 1), kind: row.slice(0, end) as FolderEntry['kind'] }
}

/** Invalid bytes are ignored. */
function decodeTree(bytes: Uint8Array | undefined): Tree {
  const nothing = { folders: [], heads: [] }
  if (!bytes) return nothing
  try {
    const tree = JSON.parse(new TextDecoder().decode(bytes)) as Tree
    return tree.folders.every(isFolderRow) && tree.heads.every(isHeadRow) ? tree : nothing
  } catch {
    return nothing
  }
}

const isFolderRow = (row: readonly unknown[]): boolean => row.every((part) => typeof part === 'string')

const isHeadRow = ([key, headDigest, length, bodyStart, head]: HeadRow): boolean =>
  typeof key === 'string' &&
  typeof headDigest === 'string' &&
  typeof length === 'number' &&
  typeof bodyStart === 'number' &&
  typeof head === 'object'
