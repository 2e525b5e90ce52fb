import type { PackReading } from '../../parse/pack/pack.ts'
import { tellingFiles } from '../../discover/walk.ts'
import { codePlace } from '../../io/code-place.ts'
import type { EntryFile } from '../../model/catalog.ts'
import type { PackHead } from '../../model/documents/pack.ts'
import type { Cache, Files, FolderEntry } from '../../model/ports.ts'
import { digest } from '../../text/bytes/digest.ts'
import { fileName } from '../../text/paths/paths.ts'
import { version } from '../../version.ts'

/** A folder may move, and its list is the same as long as its stamp is. Of each entry its kind, a space and its name. */
type FolderRow = readonly [stamp: string, ...entries: string[]]

/** By the stamp of the file and the name of its folder, to which the name of a pack is compared. */
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

/** Of fewer folders and heads a walk costs less than the file that keeps them. */
const worthKeeping = 256

/**
 * What earlier lists found in folders and in the heads of ungranted packs, so that only what has changed since is listed, read
 * and parsed again. It is for lists alone: whatever is decided is decided by the bytes of the files.
 */
export class KnownTree {
  readonly #files: Files
  readonly #cache: Cache
  readonly #key: string
  readonly #folders: ReadonlyMap<string, FolderRow>
  readonly #heads: ReadonlyMap<string, HeadRow>
  /** What this scan saw, which is what is kept: nothing that is gone stays. */
  readonly #seen: { readonly folders: FolderRow[]; readonly heads: HeadRow[] } = { folders: [], heads: [] }
  /** Of the head that is read now, taken before: a change during the reading then shows. */
  #headKey: string | undefined
  #learned = 0

  constructor(files: Files, cache: Cache, roots: readonly unknown[]) {
    this.#files = files
    this.#cache = cache
    // Another build may find something else in the same bytes.
    this.#key = digest(JSON.stringify(['tree', version, codePlace, roots])).slice('sha256:'.length)
    const { folders, heads } = decodeTree(cache.get(this.#key))
    this.#folders = new Map(folders.map((row) => [row[0], row]))
    this.#heads = new Map(heads.map((row) => [row[0], row]))
  }

  /** As `Files.list`; for a walk, a folder that has not changed is not listed again. */
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

  /** What was found in a head that has not changed. */
  headOf({ folder, file }: EntryFile): KnownHead | undefined {
    const stamp = this.#files.stamps?.(folder, true)(file)
    this.#headKey = stamp === undefined ? undefined : `${stamp} ${fileName(folder)}`
    const known = this.#headKey === undefined ? undefined : this.#heads.get(this.#headKey)
    if (!known) return undefined
    this.#seen.heads.push(known)
    const [, headDigest, length, bodyStart, head] = known
    return { headDigest, length, bodyStart, head }
  }

  /** The head that `headOf` was asked for last was read, and nothing is wrong with it. */
  learn({ headDigest, length, bodyStart, head }: KnownHead): void {
    if (this.#headKey === undefined) return
    this.#seen.heads.push([this.#headKey, headDigest, length, bodyStart, head])
    this.#learned += 1
  }

  /** For later lists. */
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
