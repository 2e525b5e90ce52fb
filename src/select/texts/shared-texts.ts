import type { NewText, WordIndex } from '../../model/ports.ts'
import { sizesOfText, type TextSizes } from '../../rank/corpus.ts'
import { decodeSizes, encodePlaces, encodeSizes } from '../../rank/stored-postings.ts'
import { decodeText, encodeText, indexFormat } from '../../rank/stored-text.ts'
import type { TextIndex } from '../../rank/text-index.ts'
import type { Language } from '../../text/lexicon/lexicon.ts'
import { cacheKey } from './cached.ts'
import type { SharedText } from './shared-terms.ts'
import type { Source } from './source.ts'

/** How a process finds its texts in a shared index. */
export interface TextUse {
  readonly languageOf: (source: Source) => Language
  readonly indexOf: (source: Source) => TextIndex
  readonly onIndexed?: (() => void) | undefined
}

/** Number of texts added at once, and of texts whose own indexes are cached. */
const [added, mostOutlines] = [256, 1_024]

type Stored = { readonly number: number; readonly sizes: TextSizes }

/** What this process knows of the texts in a shared index: their numbers and sizes, and some of their own indexes. */
export class SharedTexts {
  readonly #index: WordIndex
  readonly #stored = new Map<string, Stored>()
  /** By number, least recently used first. */
  readonly #outlines = new Map<number, TextIndex>()

  constructor(index: WordIndex) {
    this.#index = index
  }

  /**
   * The words and sizes of each source. Sources that are not indexed yet are added, unless nothing of them may be
   * stored.
   */
  of(
    sources: readonly Source[],
    use: TextUse,
  ): readonly (Omit<SharedText, 'firstBlock'> & { readonly sizes: TextSizes })[] {
    const keys = sources.map((source) => (source.persist ? keyOf(source, use.languageOf(source)) : ''))
    this.#learn(keys)
    const missing = new Map(
      sources.flatMap((source, place) => {
        const key = keys[place] ?? ''
        return key === '' || this.#stored.has(key) ? [] : [[key, source] as const]
      }),
    )
    this.#add([...missing], use)
    this.#learn([...missing.keys()])
    return sources.map((source, place) => {
      const stored = this.#stored.get(keys[place] ?? '')
      if (stored) return { words: stored.number, sizes: stored.sizes }
      const text = use.indexOf(source)
      return { words: encodePlaces(text), sizes: sizesOfText(text) }
    })
  }

  /** Fetches the own indexes of these texts together. */
  expect(numbers: readonly number[]): void {
    const missing = numbers.filter((number) => !this.#outlines.has(number))
    if (missing.length === 0) return
    for (const [number, bytes] of this.#index.outlines(missing)) {
      const text = decodeText(bytes)
      if (text) this.#outlines.set(number, text)
    }
    const longest = [...this.#outlines.keys()].slice(0, Math.max(0, this.#outlines.size - mostOutlines))
    for (const number of longest) this.#outlines.delete(number)
  }

  /** `undefined` if the index has none, or it cannot be read. */
  outline(number: number): TextIndex | undefined {
    this.expect([number])
    const found = this.#outlines.get(number)
    if (!found) return undefined
    this.#outlines.delete(number)
    this.#outlines.set(number, found)
    return found
  }

  #learn(keys: readonly string[]): void {
    const unknown = [...new Set(keys)].filter((key) => key !== '' && !this.#stored.has(key))
    if (unknown.length === 0) return
    for (const [key, { number, sizes }] of this.#index.find(unknown)) {
      const decoded = decodeSizes(sizes)
      if (decoded) this.#stored.set(key, { number, sizes: decoded })
    }
  }

  /** Adds a few at a time, so that all indexes are never in memory together. */
  #add(missing: readonly (readonly [key: string, source: Source])[], { indexOf, onIndexed }: TextUse): void {
    for (let first = 0; first < missing.length; first += added) {
      const texts = missing.slice(first, first + added).map(([key, source]): NewText => {
        const text = indexOf(source)
        onIndexed?.()
        return {
          key,
          fileDigest: source.fileDigest,
          sizes: encodeSizes(sizesOfText(text)),
          outline: encodeText(text),
          places: encodePlaces(text),
        }
      })
      this.#index.add(texts)
    }
  }
}

const keyOf = ({ fileDigest, from, format }: Source, language: Language): string =>
  cacheKey(['text', indexFormat, fileDigest, from, format, language])
