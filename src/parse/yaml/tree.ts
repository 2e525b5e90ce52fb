import type { Span } from '../../model/codes/diagnostic.ts'

export interface Located {
  readonly value: Span
  readonly key?: Span
  /** The span is the whole of a plain or quoted scalar, so it can be replaced. */
  readonly inline?: true
}

/** Locates many pointers in one pass. */
export type Locate = (pointers: ReadonlySet<string>) => ReadonlyMap<string, Located>

/** A parsed document: its plain value, and positions in its text. */
export interface Tree {
  readonly value: unknown
  readonly numbers: WrittenNumbers
  readonly locate: Locate
}

/** Stores how a number was written where parsing loses it: `1.0`, `0.10`, `017`, `1e3`. */
export class WrittenNumbers {
  /** Absent until there is one: most documents have none. */
  #texts: Map<object, Map<string | number, string>> | undefined

  note(container: object, key: string | number, value: number, source: string): void {
    if (String(value) === source) return
    this.#texts ??= new Map()
    const texts = this.#texts.get(container) ?? new Map<string | number, string>()
    texts.set(key, source)
    this.#texts.set(container, texts)
  }

  text(container: object, key: string | number, value: number): string {
    return this.#texts?.get(container)?.get(key) ?? String(value)
  }
}

export function pointer(...parts: readonly (string | number)[]): string {
  let text = ''
  for (const part of parts) text += typeof part === 'number' ? `/${part}` : `/${escaped(part)}`
  return text
}

const escaped = (part: string): string => (/[~/]/.test(part) ? part.replaceAll('~', '~0').replaceAll('/', '~1') : part)

export function pointerParts(text: string): readonly string[] {
  if (text === '') return []
  const parts = text.slice(1).split('/')
  return text.includes('~') ? parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')) : parts
}

/** Wanted pointers as a tree, so that a walk can skip all others. */
export interface Wanted {
  readonly pointer: string | undefined
  readonly children: ReadonlyMap<string, Wanted>
}

interface Branch {
  pointer: string | undefined
  children: Map<string, Branch>
}

/** Shared by all leaves: most wanted pointers are leaves, and there may be many. */
const noChildren = new Map<string, Branch>()

export function wantedTree(pointers: ReadonlySet<string>): Wanted {
  const root: Branch = { pointer: undefined, children: noChildren }
  for (const text of pointers) {
    // The first part is the empty text before the first slash.
    const parts = text.includes('~') ? ['', ...pointerParts(text)] : text.split('/')
    let node = root
    for (let i = 1; i < parts.length; i++) node = childOf(node, parts[i] ?? '')
    node.pointer = text
  }
  return root
}

function childOf(node: Branch, part: string): Branch {
  const known = node.children.get(part)
  if (known) return known
  const child = { pointer: undefined, children: noChildren }
  if (node.children === noChildren) node.children = new Map()
  node.children.set(part, child)
  return child
}
