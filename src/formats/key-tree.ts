import type { Outline } from './outline.ts'
import { shortTitle } from './titles.ts'

/** A member of an object, an element of a list, or the document itself, with where it is written. */
export interface KeyNode {
  /** Empty for elements of lists and for the document. */
  readonly key: string
  readonly start: number
  end: number
  readonly children: KeyNode[]
}

/** What a schema knows of a node better than its size tells. */
export interface KeyRule {
  /** `section`: always one of its own. `open`: no section, but each of its members may be one. */
  readonly as: 'section' | 'open'
  readonly title?: string
}

export type KeyRules = (path: readonly KeyNode[]) => KeyRule | undefined

/** A node of this size is quoted whole. */
const wholeSize = 400
/** Small members that stand side by side are quoted together. */
const smallSize = 60
const packedSize = 240
/** Sections go no deeper, and neither does the search for smaller parts. */
const deepestSection = 6
const deepest = 32

/** Sections by key, as deep as they are large; units by key path. */
export function addKeyTree(text: string, root: KeyNode, outline: Outline, rules: KeyRules = () => undefined): void {
  new KeyTreeWriter(text, outline, rules).members([root], 1)
}

class KeyTreeWriter {
  readonly #text: string
  readonly #outline: Outline
  readonly #rules: KeyRules
  #packed: { readonly start: number; end: number; readonly group: number } | undefined

  constructor(text: string, outline: Outline, rules: KeyRules) {
    this.#text = text
    this.#outline = outline
    this.#rules = rules
  }

  /** Once a member has a section, those after it need theirs, or they would stand in that one. Returns whether any has. */
  members(path: readonly KeyNode[], level: number, sectioned = false): boolean {
    const node = path.at(-1)
    if (!node) return sectioned
    const group = this.#outline.newGroup()
    let opened = sectioned
    for (const child of node.children) {
      const childPath = [...path, child]
      const rule = this.#rules(childPath)
      if (rule?.as === 'open' && child.children.length > 0) {
        this.#flush()
        opened = this.members(childPath, level, opened)
      } else if (level <= deepestSection && (rule?.as === 'section' || opened || isLarge(child, path.length === 1))) {
        this.#flush()
        const title = rule?.title ?? (child.key === '' ? (nameOf(this.#text, child) ?? node.key) : child.key)
        this.#outline.heading({ level, title: shortTitle(title), start: child.start, bodyStart: child.start })
        opened = true
        this.#content(childPath, level + 1, group)
      } else this.#content(childPath, level, group)
    }
    this.#flush()
    return opened
  }

  #content(path: readonly KeyNode[], level: number, group: number): void {
    const node = path.at(-1)
    if (!node) return
    if (node.end - node.start <= wholeSize) return this.#small(node, group)
    this.#flush()
    if (node.children.length > 0 && path.length < deepest) this.members(path, level)
    else this.#outline.paragraph([node], group)
  }

  #small(node: KeyNode, group: number): void {
    const open = this.#packed
    const isSmall = node.end - node.start <= smallSize && node.children.length === 0
    if (open && isSmall && open.group === group && node.end - open.start <= packedSize) {
      open.end = node.end
      return
    }
    this.#flush()
    if (isSmall) this.#packed = { start: node.start, end: node.end, group }
    else this.#outline.item([node], group)
  }

  #flush(): void {
    const open = this.#packed
    this.#packed = undefined
    if (open) this.#outline.item([open], open.group)
  }
}

/** Keys at the top are sections of their own, however small. */
const isLarge = ({ key, start, end, children }: KeyNode, top: boolean): boolean => children.length > 0 && ((top && key !== '') || end - start > wholeSize)

const naming = new Set(['name', 'title', 'id', 'key', 'label', 'path'])

/** What an element of a list calls itself. */
function nameOf(text: string, { children }: KeyNode): string | undefined {
  const name = children.find(({ key, start, end }) => naming.has(key) && end - start < 200)
  return name && text.slice(name.start, name.end).replace(/^["']?\w+["']?\s*:\s*/, '').replace(/^(["'])(.*)\1$/, '$2')
}
