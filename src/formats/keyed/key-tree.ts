import type { Outline } from '../units/outline.ts'
import { shortTitle } from '../units/titles.ts'

/** A member of an object, an element of a list, or the document itself, with its offsets. */
export interface KeyNode {
  /** Empty for elements of lists and for the document. */
  readonly key: string
  readonly start: number
  end: number
  readonly children: KeyNode[]
}

/** How a schema treats a node, whatever its size. */
export interface KeyRule {
  /** `section`: always one of its own. `open`: no section, but each of its members may be one. */
  readonly as: 'section' | 'open'
  readonly title?: string
}

export type KeyRules = (path: readonly KeyNode[]) => KeyRule | undefined

/** A node of this size is quoted whole. */
const wholeSize = 400
/** Adjacent small members are quoted together. */
const smallSize = 60
const packedSize = 240
/** Depth limit of sections and of the search for smaller parts. */
const deepestSection = 6
const deepest = 32

/** Sections by key, deeper for larger values; units by key path. */
export function addKeyTree(text: string, root: KeyNode, outline: Outline, rules: KeyRules = () => undefined): void {
  new KeyTreeWriter(text, outline, rules).members([root], undefined)
}

/** The section of a node, or the enclosing one. */
interface Owner {
  readonly level: number
  readonly title: string
}

class KeyTreeWriter {
  readonly #text: string
  readonly #outline: Outline
  readonly #rules: KeyRules
  #packed: { readonly start: number; end: number; readonly group: number } | undefined
  /** The section that was opened last. */
  #current: Owner | undefined

  constructor(text: string, outline: Outline, rules: KeyRules) {
    this.#text = text
    this.#outline = outline
    this.#rules = rules
  }

  members(path: readonly KeyNode[], owner: Owner | undefined): void {
    const node = path.at(-1)
    if (!node) return
    const group = this.#outline.newGroup()
    for (const child of node.children) {
      const childPath = [...path, child]
      const rule = this.#rules(childPath)
      if (rule?.as === 'open' && child.children.length > 0) {
        this.#flush()
        this.members(childPath, owner)
      } else if (this.#needsSection(child, rule, owner, path.length === 1)) {
        const title = rule?.title ?? (child.key === '' ? (nameOf(this.#text, child) ?? node.key) : child.key)
        const own = { level: (owner?.level ?? 0) + 1, title: shortTitle(title) }
        this.#enter(own, child.start)
        this.#content(childPath, own, group)
      } else {
        // After a member with a section, the enclosing section continues.
        if (owner && this.#current !== owner) this.#enter(owner, child.start)
        this.#content(childPath, owner, group)
      }
    }
    this.#flush()
  }

  /** Top-level keys have one, however small, once any of them has. */
  #needsSection(child: KeyNode, rule: KeyRule | undefined, owner: Owner | undefined, top: boolean): boolean {
    if ((owner?.level ?? 0) >= deepestSection) return false
    if (rule?.as === 'section' || (!owner && this.#current)) return true
    return child.children.length > 0 && ((top && child.key !== '') || child.end - child.start > wholeSize)
  }

  #enter(owner: Owner, start: number): void {
    this.#flush()
    this.#outline.heading({ ...owner, start, bodyStart: start })
    this.#current = owner
  }

  #content(path: readonly KeyNode[], owner: Owner | undefined, group: number): void {
    const node = path.at(-1)
    if (!node) return
    if (node.end - node.start <= wholeSize) return this.#small(node, group)
    this.#flush()
    if (node.children.length > 0 && path.length < deepest) this.members(path, owner)
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

const naming = new Set(['name', 'title', 'id', 'key', 'label', 'path'])

/** The name of a list element. */
function nameOf(text: string, { children }: KeyNode): string | undefined {
  const name = children.find(({ key, start, end }) => naming.has(key) && end - start < 200)
  return (
    name &&
    text
      .slice(name.start, name.end)
      .replace(/^["']?\w+["']?\s*:\s*/, '')
      .replace(/^(["'])(.*)\1$/, '$2')
  )
}
