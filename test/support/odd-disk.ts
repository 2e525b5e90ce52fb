import { anyNormalForm } from '../../src/io/disk/any-normal-form.ts'
import { withoutAliases } from '../../src/io/disk/without-aliases.ts'
import type { Files, FolderEntry, ReadFile } from '../../src/model/ports.ts'

/** How a disk treats names. `windows`: any case, both slashes, streams, devices, trailing dots and blanks. */
export type DiskKind = 'plain' | 'any-case' | 'any-form' | 'any-case-and-form' | 'decomposing' | 'windows'
export const diskKinds: readonly DiskKind[] = [
  'plain',
  'any-case',
  'any-form',
  'any-case-and-form',
  'decomposing',
  'windows',
]

export interface OddDisk extends Files {
  /** Real paths of opened files. */
  readonly opened: string[]
}

/**
 * A disk in memory that treats names like another kind of disk. Keys are absolute paths, and links lead to absolute
 * paths.
 */
export function oddDisk(
  kind: DiskKind,
  tree: Readonly<Record<string, string>>,
  links: Readonly<Record<string, string>> = {},
): OddDisk {
  const opened: string[] = []
  const stored = (name: string): string => (kind === 'decomposing' ? name.normalize('NFD') : name)
  const folded = (name: string): string => {
    const formed =
      kind === 'any-form' || kind === 'any-case-and-form' || kind === 'decomposing' ? name.normalize('NFD') : name
    const cased =
      kind === 'any-case' || kind === 'any-case-and-form' || kind === 'windows' ? formed.toLowerCase() : formed
    return kind === 'windows' && cased !== '.' && cased !== '..'
      ? cased.replace(/(?<=.)::\$data$/, '').replace(/[. ]+$/, '')
      : cased
  }
  const nodes = new Map<string, Node>([['', { name: '', path: '', children: new Set() }]])
  const add = (path: string, leaf: Pick<Node, 'text' | 'link'>): void => {
    let key = ''
    for (const [i, name] of path.split('/').slice(1).entries()) {
      const parent = nodes.get(key)
      key = `${key}/${folded(name)}`
      parent?.children.add(key)
      const isLast = i === path.split('/').length - 2
      if (!nodes.has(key))
        nodes.set(key, {
          name: stored(name),
          path: `${parent?.path ?? ''}/${stored(name)}`,
          children: new Set(),
          ...(isLast ? leaf : {}),
        })
    }
  }
  for (const [path, text] of Object.entries(tree)) add(path, { text })
  for (const [path, link] of Object.entries(links)) add(path, { link })

  /** Follows links, one path segment after another. */
  const find = (path: string, depth = 0): Node | undefined => {
    if (depth > 20) return undefined
    const parts = (kind === 'windows' ? path.replaceAll('\\', '/') : path)
      .split('/')
      .filter((part) => part !== '' && part !== '.')
    const above: Node[] = []
    let node = nodes.get('')
    for (const [i, part] of parts.entries()) {
      if (part === '..') {
        node = above.pop() ?? nodes.get('')
        continue
      }
      if (kind === 'windows' && /^(?:con|nul|com1)(?:\.|$)/i.test(part))
        return { name: part, path: `/${part}`, children: new Set(), device: true }
      const next: Node | undefined =
        node && nodes.get(`${folded(node.path).split('/').map(folded).join('/')}/${folded(part)}`)
      if (!next) return undefined
      if (next.link !== undefined) return find([next.link, ...parts.slice(i + 1)].join('/'), depth + 1)
      if (node) above.push(node)
      node = next
    }
    return node
  }
  const kindOf = (node: Node | undefined): 'file' | 'folder' | 'other' | undefined =>
    node && (node.device ? 'other' : node.text === undefined ? 'folder' : 'file')
  const files: Files = {
    read(root, path, { limit, head }): ReadFile {
      const node = find(`${root}/${path}`)
      const home = find(root)
      if (!node || !home) return { ok: false, trouble: 'missing', detail: 'The file does not exist.' }
      if (!node.path.startsWith(`${home.path}/`))
        return { ok: false, trouble: 'outside', detail: 'The file is a link that leaves its root folder.' }
      if (node.text === undefined) return { ok: false, trouble: 'not-a-file', detail: 'It is not a regular file.' }
      opened.push(node.path)
      const bytes = new TextEncoder().encode(node.text)
      if (head === undefined && bytes.length > limit)
        return { ok: false, trouble: 'too-large', detail: 'It is too large.' }
      const part = bytes.subarray(0, head ?? limit)
      return { ok: true, bytes: part, more: part.length < bytes.length }
    },
    list(folder) {
      const node = find(folder)
      if (!node || kindOf(node) !== 'folder') return undefined
      const entries = [...node.children].flatMap((key) => nodes.get(key) ?? [])
      return entries
        .map((entry): FolderEntry => ({
          name: entry.name,
          kind: entry.link !== undefined ? 'link' : (kindOf(entry) ?? 'other'),
        }))
        .sort((a, b) => (a.name < b.name ? -1 : 1))
    },
    kindOf: (path) => kindOf(find(path)),
    realPath: (path) => find(path)?.path,
  }
  return { ...anyNormalForm(kind === 'windows' ? withoutAliases(files) : files), opened }
}

interface Node {
  /** As listed by the disk. */
  readonly name: string
  readonly path: string
  readonly children: Set<string>
  readonly text?: string
  readonly link?: string
  readonly device?: boolean
}
