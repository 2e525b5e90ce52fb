import type { Finding, Place, Range, Span } from '../model/codes/diagnostic.ts'
import { indexLines, type LineIndex } from '../text/positions/lines.ts'
import type { Locate, Located } from './yaml/tree.ts'

/** The document that findings refer to. */
export interface SourceDocument {
  readonly file: string
  readonly text: string
  /** Absent when the text could not be parsed. */
  readonly locate?: Locate
  /** Where the parsed part starts in `text`; frontmatter starts after its fence. */
  readonly offset?: number
}

type Placeable = Pick<Finding, 'pointer' | 'span' | 'file' | 'range' | 'atKey'>

const needsPointer = (finding: Placeable): boolean => !finding.span && !finding.range && finding.file === undefined

/** Turns pointers and offsets into lines and columns; the document is searched once for all findings. */
export class Placer {
  readonly #source: SourceDocument
  readonly #located: ReadonlyMap<string, Located>
  /** For pointers that are not in the document: the nearest one that is. */
  readonly #parents: ReadonlyMap<string, Located>
  #lines: LineIndex | undefined

  constructor(source: SourceDocument, findings: readonly Finding[]) {
    this.#source = source
    const pointers = new Set<string>()
    for (const finding of findings) {
      if (needsPointer(finding)) pointers.add(finding.pointer ?? '')
      if (finding.related && needsPointer(finding.related)) pointers.add(finding.related.pointer)
    }
    this.#located = source.locate && pointers.size > 0 ? source.locate(pointers) : new Map()
    this.#parents = source.locate ? locateParents(pointers, this.#located, source.locate) : new Map()
  }

  place(finding: Placeable): Place {
    const pointer = finding.pointer ?? ''
    const range = finding.range ?? (finding.file === undefined ? this.#range(finding, pointer) : undefined)
    return { file: finding.file ?? this.#source.file, pointer, ...(range ? { range } : {}) }
  }

  /**
   * The replacement as text of the document. None for a list, a mapping, a block or a tagged value: they are longer
   * than the span shown for them. A word keeps its quotes: in `{"scpe":"global"}` the key needs them.
   */
  fittingText(finding: Finding, range: Range, text: string): string | undefined {
    if (finding.file !== undefined || finding.span || finding.range) return text
    const located = this.#located.get(finding.pointer ?? '')
    if (!(finding.atKey ? located?.key : located?.inline)) return undefined
    this.#lines ??= indexLines(this.#source.text)
    const quote = this.#source.text[this.#lines.offset(range.start)]
    return (quote === '"' || quote === "'") && /^[\w.-]+$/.test(text) ? `${quote}${text}${quote}` : text
  }

  #range(finding: Placeable, pointer: string): Range | undefined {
    const span = finding.span ?? this.#found(pointer, finding.atKey === true)
    if (!span) return undefined
    this.#lines ??= indexLines(this.#source.text)
    const offset = this.#source.offset ?? 0
    return this.#lines.range({ start: span.start + offset, end: span.end + offset })
  }

  #found(pointer: string, atKey: boolean): Span | undefined {
    const located = this.#located.get(pointer)
    if (located) return atKey ? (located.key ?? located.value) : located.value
    return this.#source.locate ? (this.#parents.get(pointer)?.value ?? { start: 0, end: 0 }) : undefined
  }
}

function locateParents(
  pointers: ReadonlySet<string>,
  located: ReadonlyMap<string, Located>,
  locate: Locate,
): ReadonlyMap<string, Located> {
  const parents = new Map<string, Located>()
  let open = [...pointers]
    .filter((pointer) => !located.has(pointer))
    .map((pointer) => ({ pointer, parent: parentOf(pointer) }))
  while (open.length > 0) {
    const found = locate(new Set(open.map(({ parent }) => parent)))
    for (const { pointer, parent } of open) {
      const place = found.get(parent)
      if (place) parents.set(pointer, place)
    }
    open = open
      .filter(({ pointer, parent }) => !parents.has(pointer) && parent !== '')
      .map(({ pointer, parent }) => ({ pointer, parent: parentOf(parent) }))
  }
  return parents
}

const parentOf = (pointer: string): string => pointer.slice(0, Math.max(0, pointer.lastIndexOf('/')))
