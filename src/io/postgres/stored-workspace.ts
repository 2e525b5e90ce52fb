import type { Files, FolderEntry, ReadFile } from '../../model/ports.ts'
import { storedRoot } from '../../text/paths/stored-root.ts'
import { compareText } from '../../text/compare.ts'
import { digest } from '../../text/bytes/digest.ts'
import { folderOf, fileName } from '../../text/paths/paths.ts'
import { anyNormalForm } from '../disk/any-normal-form.ts'
import { pdfText } from '../pdf/pdf-text.ts'
import type { Database } from './connect.ts'
import type { WaitingDatabase } from './waiting-database.ts'

/** A workspace of a database, as of its newest revision. */
export interface StoredWorkspace {
  readonly root: string
  /** Its files; those elsewhere are none. */
  readonly files: Files
  /** Resolves after a look for a newer revision; rejects where there is none, or no database. */
  current(): Promise<void>
}

interface Row {
  readonly path: string
  readonly digest: string | null
  readonly size: number | null
  readonly target: string | null
}

/** By path from the root of the workspace. A link has a target there, or none if it leaves it. */
type Node =
  | { readonly kind: 'file'; readonly digest: string; readonly size: number }
  | { readonly kind: 'link'; readonly target: string | undefined }
  | { readonly kind: 'folder'; readonly names: Map<string, FolderEntry['kind']> }

interface Tree {
  readonly revision: number
  readonly nodes: ReadonlyMap<string, Node>
}

/** The stored target of a link that leaves the workspace. */
const outsideTarget = '..'

export function storedWorkspace(
  name: string,
  { sql, shown, trouble }: Pick<Database, 'sql' | 'shown' | 'trouble'>,
  waiting: WaitingDatabase,
): StoredWorkspace {
  const root = storedRoot(name)
  const contents = new Contents(waiting)
  let tree: Tree = { revision: 0, nodes: new Map() }
  const newerTree = async (): Promise<Tree | undefined> => {
    const [found] = await sql<{ revision: number }[]>`select revision from lorefence.workspaces where name = ${name}`
    const revision = found?.revision ?? 0
    if (revision === tree.revision) return undefined
    const rows = await sql<Row[]>`
      select path, digest, size, target from lorefence.workspace_files
      where workspace = ${name} and since <= ${revision} and (until is null or until > ${revision})`
    return { revision, nodes: nodesOf(rows) }
  }
  return {
    root,
    files: anyNormalForm(treeFiles(root, () => tree, contents)),
    async current() {
      const now = await newerTree().catch((error: unknown) => {
        throw trouble(error)
      })
      if (now) tree = now
      if (tree.revision === 0)
        throw new Error(
          `the store ${shown} has no workspace "${name}". ` +
            `To store one: lorefence push <folder> --store <url> --workspace ${name}`,
        )
    },
  }
}

function nodesOf(rows: readonly Row[]): ReadonlyMap<string, Node> {
  const nodes = new Map<string, Node>([['', { kind: 'folder', names: new Map() }]])
  const folderAt = (path: string): Map<string, FolderEntry['kind']> => {
    const known = nodes.get(path)
    if (known?.kind === 'folder') return known.names
    const names = new Map<string, FolderEntry['kind']>()
    nodes.set(path, { kind: 'folder', names })
    folderAt(folderOf(path)).set(fileName(path), 'folder')
    return names
  }
  for (const { path, digest: own, size, target } of rows) {
    const isFile = own !== null
    nodes.set(
      path,
      isFile
        ? { kind: 'file', digest: own, size: size ?? 0 }
        : { kind: 'link', target: target === null || target === outsideTarget ? undefined : target },
    )
    folderAt(folderOf(path)).set(fileName(path), isFile ? 'file' : 'link')
  }
  return nodes
}

type Found = { readonly path: string; readonly node: Exclude<Node, { kind: 'link' }> } | 'missing' | 'outside'

/** Links that one path may lead through. */
const mostLinks = 40

function find({ nodes }: Tree, path: string, links = mostLinks): Found {
  let at = ''
  const names = path.split('/').filter(Boolean)
  for (const [i, name] of names.entries()) {
    at = at === '' ? name : `${at}/${name}`
    const node = nodes.get(at)
    if (!node || (node.kind === 'file' && i < names.length - 1)) return 'missing'
    if (node.kind !== 'link') continue
    if (node.target === undefined) return 'outside'
    return links === 0
      ? 'missing'
      : find({ nodes, revision: 0 }, [node.target, ...names.slice(i + 1)].join('/'), links - 1)
  }
  const node = nodes.get(at)
  return node && node.kind !== 'link' ? { path: at, node } : 'missing'
}

const missing: ReadFile = { ok: false, trouble: 'missing', detail: 'The file does not exist.' }
const outside: ReadFile = { ok: false, trouble: 'outside', detail: 'The file is a link that leaves its root folder.' }
const notAFile: ReadFile = { ok: false, trouble: 'not-a-file', detail: 'It is not a regular file.' }

function treeFiles(root: string, tree: () => Tree, contents: Contents): Files {
  /** The path below the root of the workspace; `undefined` for one that is not below it. */
  const below = (path: string): string | undefined => {
    const plain = withoutDots(path)
    if (plain === root) return ''
    return plain?.startsWith(`${root}/`) ? plain.slice(root.length + 1) : undefined
  }
  const findAt = (path: string): Found => {
    const own = below(path)
    return own === undefined ? 'missing' : find(tree(), own)
  }
  return {
    read(folder, path, { limit, head }) {
      const place = findAt(`${folder}/${path}`)
      const home = findAt(folder)
      if (place === 'missing') return missing
      if (place === 'outside' || typeof home !== 'object' || !isInside(home.path, place.path)) return outside
      if (place.node.kind !== 'file') return notAFile
      const { size } = place.node
      if (head === undefined && size > limit)
        return { ok: false, trouble: 'too-large', detail: `The file has ${size} bytes; at most ${limit} are read.` }
      const wanted = Math.min(head ?? limit, size)
      const bytes = wanted === 0 ? new Uint8Array() : contents.of(place.node.digest)
      if (!bytes)
        return { ok: false, trouble: 'unreadable', detail: 'Its content is no longer in the store, or damaged.' }
      return { ok: true, bytes: bytes.subarray(0, wanted), more: size > wanted }
    },
    expect(folder, paths) {
      const found = paths.map((path) => findAt(`${folder}/${path}`))
      contents.fetch(found.flatMap((one) => (typeof one === 'object' && one.node.kind === 'file' ? one.node : [])))
    },
    list(folder) {
      const found = findAt(folder)
      if (typeof found !== 'object' || found.node.kind !== 'folder') return undefined
      return [...found.node.names].map(([name, kind]) => ({ name, kind })).sort((a, b) => compareText(a.name, b.name))
    },
    kindOf(path) {
      if (root.startsWith(`${path}/`)) return 'folder'
      const found = findAt(path)
      if (found === 'missing') return undefined
      return found === 'outside' ? 'other' : found.node.kind
    },
    realPath(path) {
      const found = findAt(path)
      if (found === 'outside') return `/.lorefence-outside${path}`
      if (found === 'missing') return undefined
      return found.path === '' ? root : `${root}/${found.path}`
    },
    stamps(folder) {
      const own = below(folder)
      return (path) => {
        const node = own === undefined ? undefined : tree().nodes.get([own, path].filter(Boolean).join('/'))
        return node?.kind === 'file' ? node.digest : undefined
      }
    },
    folderStamp: (folder) => (below(folder) === undefined ? undefined : `revision ${tree().revision}`),
    revision: () => String(tree().revision),
    pdfText: (bytes) => pdfText(bytes),
  }
}

const isInside = (folder: string, path: string): boolean => folder === '' || path.startsWith(`${folder}/`)

/** `undefined` where it leads above everything. */
function withoutDots(path: string): string | undefined {
  const names: string[] = []
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue
    if (name !== '..') names.push(name)
    else if (names.pop() === undefined) return undefined
  }
  return `/${names.join('/')}`
}

/** Limits in bytes: contents cached in memory, and contents fetched in advance. */
const [mostBytes, mostExpected] = [64 * 1024 * 1024, 4 * 1024 * 1024]

/** Contents by digest; those used last stay in memory. */
class Contents {
  readonly #waiting: WaitingDatabase
  readonly #kept = new Map<string, Uint8Array>()
  #size = 0

  constructor(waiting: WaitingDatabase) {
    this.#waiting = waiting
  }

  /** `undefined` where the store has none, or other bytes. */
  of(wanted: string): Uint8Array | undefined {
    const known = this.#kept.get(wanted)
    if (known) {
      this.#kept.delete(wanted)
      this.#kept.set(wanted, known)
      return known
    }
    const [row] = this.#waiting.rows<{ bytes: Uint8Array }>(
      'select bytes from lorefence.contents where digest = $1::text',
      [wanted],
    )
    if (!row || digest(row.bytes) !== wanted) return undefined
    this.#keep(wanted, row.bytes)
    return row.bytes
  }

  /** Fetches the missing ones together; a large one only when it is read. */
  fetch(wanted: readonly { readonly digest: string; readonly size: number }[]): void {
    let size = 0
    const missing = wanted.filter((one) => !this.#kept.has(one.digest) && (size += one.size) <= mostExpected)
    if (missing.length < 2) return
    const rows = this.#waiting.rows<{ digest: string; bytes: Uint8Array }>(
      'select digest, bytes from lorefence.contents where digest = any($1::text[])',
      [[...new Set(missing.map((one) => one.digest))]],
    )
    for (const row of rows) if (digest(row.bytes) === row.digest) this.#keep(row.digest, row.bytes)
  }

  #keep(name: string, bytes: Uint8Array): void {
    this.#kept.set(name, bytes)
    this.#size += bytes.length
    for (const [oldest, { length }] of this.#kept) {
      if (this.#size <= mostBytes) return
      this.#kept.delete(oldest)
      this.#size -= length
    }
  }
}
