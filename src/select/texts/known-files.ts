import { limits } from '../../model/limits.ts'
import type { Cache, Files } from '../../model/ports.ts'
import { digest } from '../../text/bytes/digest.ts'
import type { TextFormat } from '../../formats/structure.ts'
import { indexFormat } from '../../rank/stored-text.ts'
import type { Language } from '../../text/lexicon/lexicon.ts'
import type { LazyText } from '../../text/bytes/utf8.ts'
import { cacheKey } from './cached.ts'
import { openingEdition } from './document-title.ts'
import type { GrantedText } from './granted-text.ts'
import type { Source } from './source.ts'
import { isRefusal, textIn } from './text-in.ts'

/** The facts needed to rank a file before its text is opened. */
export interface FileFacts extends Pick<Source, 'fileDigest' | 'from' | 'title' | 'ownLanguage'> {
  /** Bytes of the file. */
  readonly size: number
  /** Length of its text in UTF-16 units. */
  readonly length: number
}

/** A known text of a file in some format. */
export interface KnownText extends Pick<FileFacts, 'fileDigest' | 'length'> {
  readonly format: TextFormat | undefined
}

interface Stamped extends FileFacts {
  readonly stamp: string
}

type FactsOfRoot = Map<string, Stamped>

/** Facts about the files of one root, for one pass over them. */
export interface RootFacts {
  /** `undefined` if the file is not known to be unchanged. */
  of(path: string): FileFacts | undefined
  /** Call it before reading the file, so that a change during the reading is noticed. */
  stamp(path: string): string | undefined
  learn(path: string, stamp: string, facts: FileFacts): void
}

/**
 * Facts that earlier processes found about files, so that only changed ones are opened again. The stamp of a file shows
 * that it is unchanged. Its text is read and hashed when it is needed; if it is not the known one, `takeChanged`
 * reports it.
 */
export class KnownFiles {
  readonly #cache: Cache | undefined
  readonly #roots = new Map<string, FactsOfRoot>()
  readonly #learned = new Set<string>()
  readonly #opened = new OpenedTexts()
  #hasChanged = false

  constructor(cache?: Cache) {
    this.#cache = cache
  }

  /** Facts by root; `undefined` if nothing is stored. */
  pass(files: Files): (root: string) => RootFacts | undefined {
    const roots = new Map<string, RootFacts | undefined>()
    return (root) => {
      if (!roots.has(root)) roots.set(root, this.#below(files, root))
      return roots.get(root)
    }
  }

  #below(files: Files, root: string): RootFacts | undefined {
    const stampOf = this.#cache && files.stamps?.(root)
    if (!stampOf) return undefined
    const known = this.#roots.get(root) ?? decodeFacts(this.#cache?.get(keyOf(root)))
    this.#roots.set(root, known)
    const stamps = new Map<string, string | undefined>()
    const stamp = (path: string): string | undefined => {
      if (!stamps.has(path)) stamps.set(path, stampOf(path))
      return stamps.get(path)
    }
    return {
      stamp,
      of(path) {
        const facts = known.get(path)
        return facts && stamp(path) === facts.stamp ? facts : undefined
      },
      learn: (path, stamped, facts) => {
        if (known.size >= limits.readUnits) known.clear()
        known.set(path, { ...facts, stamp: stamped })
        this.#learned.add(root)
      },
    }
  }

  /** Stores new facts for later processes. */
  save(): void {
    for (const root of this.#learned) this.#cache?.put(keyOf(root), encodeFacts(this.#roots.get(root) ?? new Map()))
    this.#learned.clear()
  }

  /**
   * The text of a known file, opened on demand; empty if it is not the known text. `read`: text that was opened just
   * now.
   */
  textOf(files: Files, root: string, path: string, known: KnownText, read?: LazyText): LazyText {
    const opened = this.#opened
    const open = (): LazyText => opened.of(lazy, known.length, () => this.#open(files, root, path, known))
    const lazy: LazyText = {
      get head() {
        return open().head
      },
      get text() {
        return open().text
      },
    }
    if (read) opened.of(lazy, known.length, () => read)
    return lazy
  }

  /** Whether a text turned out not to be the known one since the last call: a selection based on it is void. */
  takeChanged(): boolean {
    const changed = this.#hasChanged
    this.#hasChanged = false
    return changed
  }

  #open(files: Files, root: string, path: string, { fileDigest, length, format }: KnownText): LazyText {
    const read = files.read(root, path, { limit: limits.contentBytes })
    const text = read.ok && digest(read.bytes) === fileDigest ? textIn(files, format, read.bytes) : undefined
    // Another version of the PDF reader may extract different text from the same bytes.
    if (text && !isRefusal(text) && (format !== 'pdf' || text.text.length === length)) return text
    this.#hasChanged = true
    this.#roots.get(root)?.delete(path)
    this.#learned.add(root)
    return { head: '', text: '' }
  }
}

/** UTF-16 units of texts that stay open; at most twice this, however many files there are. */
const mostOpened = 16 * 1024 * 1024

/** Recently used texts. Those not used while others filled `mostOpened` are opened again. */
class OpenedTexts {
  #recent = new Map<object, LazyText>()
  #older = new Map<object, LazyText>()
  #length = 0

  of(key: object, length: number, open: () => LazyText): LazyText {
    const known = this.#recent.get(key)
    if (known) return known
    const text = this.#older.get(key) ?? open()
    if (this.#length >= mostOpened) {
      this.#older = this.#recent
      this.#recent = new Map()
      this.#length = 0
    }
    this.#recent.set(key, text)
    this.#length += length
    return text
  }
}

export const factsOf = (granted: GrantedText, opening: Pick<Source, 'from' | 'title'>): FileFacts => ({
  ...opening,
  fileDigest: granted.fileDigest,
  size: granted.bytes.length,
  length: granted.text.length,
})

const keyOf = (root: string): string => cacheKey(['files', openingEdition, indexFormat, root])

type Row = readonly [
  path: string,
  stamp: string,
  fileDigest: string,
  from: number,
  title: string,
  size: number,
  length: number,
  ownLanguage: string,
]

function encodeFacts(known: FactsOfRoot): Uint8Array {
  const rows = [...known].map(([path, { stamp, fileDigest, from, title, size, length, ownLanguage = 'und' }]): Row => [
    path,
    stamp,
    fileDigest,
    from,
    title,
    size,
    length,
    ownLanguage,
  ])
  return new TextEncoder().encode(JSON.stringify(rows))
}

/** Invalid bytes are ignored. */
function decodeFacts(bytes: Uint8Array | undefined): FactsOfRoot {
  if (!bytes) return new Map()
  try {
    const rows: unknown = JSON.parse(new TextDecoder().decode(bytes))
    if (!Array.isArray(rows) || !rows.every(isRow)) return new Map()
    return new Map(
      rows.map(([path, stamp, fileDigest, from, title, size, length, ownLanguage]) => [
        path,
        { stamp, fileDigest, from, title, size, length, ownLanguage: ownLanguage as Language },
      ]),
    )
  } catch {
    return new Map()
  }
}

const rowTypes = ['string', 'string', 'string', 'number', 'string', 'number', 'number', 'string'] as const

const isRow = (row: unknown): row is Row =>
  Array.isArray(row) && row.length === rowTypes.length && rowTypes.every((type, i) => typeof row[i] === type)
