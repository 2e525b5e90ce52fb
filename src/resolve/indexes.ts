import type { Cache } from '../model/ports.ts'
import { digest } from '../text/digest.ts'
import type { Counts } from './corpus.ts'
import { decodeCounts, encodeCounts } from './kept-counts.ts'
import { decodeText, encodeText, indexFormat } from './kept-text.ts'
import { prepareText, type PreparedText } from './prepare.ts'
import { openCorpus, type OpenCorpus } from './select.ts'
import type { Source } from './source.ts'

/** Sets of files whose statistics are kept: one per round, and some for other requesters. */
const mostCorpora = 8
/** Smaller texts, and fewer of them, are made ready sooner than they are fetched. */
const cachedCharacters = 1_000
const cachedSources = 8

/** Files made ready for ranking, kept from one read to the next; the same files are never indexed twice. */
export class Indexes {
  readonly #cache: Cache | undefined
  readonly #prepared = new WeakMap<Source, PreparedText>()
  #corpora: readonly { readonly sources: readonly Source[]; readonly corpus: OpenCorpus }[] = []

  constructor(cache?: Cache) {
    this.#cache = cache
  }

  /** Statistics over these sources and no others, so that nothing leaks from what is not allowed. */
  corpusOf(sources: readonly Source[]): OpenCorpus {
    const known = this.#corpora.find((kept) => isSame(kept.sources, sources))
    const found = known ?? { sources: [...sources], corpus: openCorpus(sources, { prepare: (source) => this.#prepare(source), count: (sorted, make) => this.#count(sorted, make) }) }
    if (sources.every(({ persist }) => persist)) this.#corpora = [found, ...this.#corpora.filter((kept) => kept !== found)].slice(0, mostCorpora)
    return found.corpus
  }

  clear(): void {
    this.#corpora = []
  }

  #prepare(source: Source): PreparedText {
    const known = this.#prepared.get(source)
    if (known) return known
    const cache = source.persist && source.text.length >= cachedCharacters ? this.#cache : undefined
    const prepared = cached(cache, ['text', indexFormat, source.fileDigest, source.from], { decode: (bytes) => decodeText(bytes, source), encode: encodeText, make: () => prepareText(source.text, source.from) })
    if (source.persist) this.#prepared.set(source, prepared)
    return prepared
  }

  #count(sources: readonly Source[], make: () => Counts): Counts {
    const cache = sources.length >= cachedSources && sources.every(({ persist }) => persist) ? this.#cache : undefined
    const places = cache ? sources.map(({ ref, path, from, fileDigest }) => [ref, path, from, fileDigest]) : []
    return cached(cache, ['counts', indexFormat, places], { decode: (bytes) => decodeCounts(bytes, sources.length), encode: encodeCounts, make })
  }
}

interface Making<T> {
  decode(bytes: Uint8Array): T | undefined
  encode(made: T): Uint8Array
  make(): T
}

function cached<T>(cache: Cache | undefined, subject: unknown, { decode, encode, make }: Making<T>): T {
  if (!cache) return make()
  const key = digest(JSON.stringify(subject)).slice('sha256:'.length)
  const kept = cache.get(key)
  const known = kept && decode(kept)
  if (known) return known
  const made = make()
  cache.put(key, encode(made))
  return made
}

const isSame = (a: readonly Source[], b: readonly Source[]): boolean => a.length === b.length && a.every((source, index) => source === b[index])
