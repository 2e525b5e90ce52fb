import type { Outline } from './outline.ts'

/** Numbers lists by indentation: everything in or below the items of a list has its number. */
export class Lists {
  readonly #outline: Outline
  #open: { readonly indent: number; readonly mark: string; readonly group: number } | undefined

  constructor(outline: Outline) {
    this.#outline = outline
  }

  /** The list of a block; `mark` is that of an item, empty for other blocks. */
  at(indent: number, mark: string): number | undefined {
    const open = this.#open
    const inside = open !== undefined && (indent > open.indent || (indent === open.indent && mark === open.mark))
    if (inside) return open.group
    this.#open = mark === '' ? undefined : { indent, mark, group: this.#outline.newGroup() }
    return this.#open?.group
  }

  end(): void {
    this.#open = undefined
  }
}
