import { createHash } from 'node:crypto'

interface Segments {
  /** Oldest first. */
  names(): readonly string[]
  /** Current bytes of a segment; 0 if it no longer exists. */
  sizeOf(name: string): number
  textOf(name: string): string
}

interface Indexed {
  readonly size: number
  /** Complete lines so far. */
  readonly lines: number
  /** A short hash of each id. */
  readonly keys: Uint32Array
}

/**
 * Finds a record by its id. Each segment is read once, and again only when it has grown. Only four bytes per record are
 * kept, so that a long history fits.
 */
export class ReceiptIndex {
  readonly #segments: Segments
  readonly #indexed = new Map<string, Indexed>()

  constructor(segments: Segments) {
    this.#segments = segments
  }

  /** The line of a record; newest segments first. */
  find(id: string): string | undefined {
    const key = keyOf(id)
    for (const name of [...this.#segments.names()].reverse()) {
      if (!this.#keysOf(name).includes(key)) continue
      const line = completeLines(this.#segments.textOf(name)).find((one) => idIn(one) === id)
      if (line !== undefined) return line
    }
    return undefined
  }

  #keysOf(name: string): Uint32Array {
    const known = this.#indexed.get(name)
    const size = this.#segments.sizeOf(name)
    if (known?.size === size) return known.keys
    const lines = completeLines(this.#segments.textOf(name))
    const before = known && known.lines <= lines.length ? known : { lines: 0, keys: new Uint32Array() }
    const added = lines.slice(before.lines).flatMap((line) => {
      const id = idIn(line)
      return id === undefined ? [] : [keyOf(id)]
    })
    const keys = Uint32Array.from([...before.keys, ...added])
    this.#indexed.set(name, { size, lines: lines.length, keys })
    return keys
  }
}

const completeLines = (text: string): readonly string[] => text.split('\n').slice(0, -1)

const keyOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32LE()

function idIn(line: string): string | undefined {
  try {
    const { id } = JSON.parse(line) as { readonly id?: unknown }
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}
