import { readStructure } from '../../formats/read-structure.ts'
import type { Cache, WordIndex } from '../../model/ports.ts'
import {
  buildCorpus,
  countAll,
  countedTerms,
  sizesOf,
  type Corpus,
  type Counts,
  type Member,
} from '../../rank/corpus.ts'
import { decodeCounts, encodeCounts } from '../../rank/stored-counts.ts'
import { decodeLanguages, encodeLanguages } from '../../rank/stored-languages.ts'
import { decodeText, encodeText, indexFormat } from '../../rank/stored-text.ts'
import { indexText, type TextIndex } from '../../rank/text-index.ts'
import { detectLanguage, terms, type Language } from '../../text/lexicon/lexicon.ts'
import { withoutSourceMarks } from '../../text/facts/source-marks.ts'
import { cached } from './cached.ts'
import { ownLanguage, sampleOf } from './own-language.ts'
import { sharedTerms } from './shared-terms.ts'
import { SharedTexts } from './shared-texts.ts'
import type { Source } from './source.ts'
import { termSets } from './term-sets.ts'

/** Sets of texts whose statistics are cached: those of the latest requesters. */
const mostCorpora = 8
/** Smaller texts are indexed faster than read from the cache. */
const cachedCharacters = 1_000
const cachedSources = 8

interface Shared {
  readonly index: WordIndex
  readonly texts: SharedTexts
}

/** Indexes of texts, cached between reads; the same text is never indexed twice. */
export class Indexes {
  readonly #cache: Cache | undefined
  readonly #shared: Shared | undefined
  readonly #indexed = new WeakMap<Source, TextIndex>()
  readonly #languages = new WeakMap<Source, Language>()
  #corpora: readonly { readonly sources: readonly Source[]; readonly corpus: Corpus }[] = []

  /** With `words`, words are looked up there instead of being counted in memory. */
  constructor(cache?: Cache, words?: WordIndex) {
    this.#cache = cache
    this.#shared = words && { index: words, texts: new SharedTexts(words) }
  }

  languageOf(source: Source): Language {
    const known = this.#languages.get(source)
    if (known) return known
    const language = languageOf(source)
    this.#languages.set(source, language)
    return language
  }

  /** The language of each source; results of an earlier process are read from the cache. */
  languagesOf(sources: readonly Source[]): readonly Language[] {
    const fresh = sources.filter((source) => !this.#languages.has(source) && (source.ownLanguage ?? 'und') === 'und')
    const cache = this.#cacheFor(fresh)
    if (cache) {
      const detected = cached(cache, ['languages', indexFormat, fresh.map(detectionInput)], {
        decode: (bytes) => decodeLanguages(bytes, fresh.length),
        encode: encodeLanguages,
        make: () => fresh.map((source) => this.languageOf(source)),
      })
      for (const [place, source] of fresh.entries()) this.#languages.set(source, detected[place] ?? 'und')
    }
    return [...new Set(sources.map((source) => this.languageOf(source)))].sort()
  }

  /**
   * Statistics over exactly these sources, so that nothing leaks from texts that are not allowed. Their languages must
   * be loaded.
   */
  corpusOf(sources: readonly Source[], onIndexed?: () => void): Corpus {
    const known = this.#corpora.find((kept) => isSame(kept.sources, sources))
    const found = known ?? { sources, corpus: this.#build(sources, onIndexed) }
    if (sources.every(({ persist }) => persist))
      this.#corpora = [found, ...this.#corpora.filter((kept) => kept !== found)].slice(0, mostCorpora)
    return found.corpus
  }

  clear(): void {
    this.#corpora = []
  }

  #build(sources: readonly Source[], onIndexed?: () => void): Corpus {
    if (this.#shared) return this.#buildShared(sources, this.#shared, onIndexed)
    const labels = this.#labels(sources)
    let areCounted = false
    const indexed = sources.map((source) => once(() => this.#index(source, areCounted ? undefined : onIndexed)))
    const counts = this.#count(sources, () => {
      const all = indexed.map((index, place) => this.#indexToCount(sources[place] as Source, index, onIndexed))
      areCounted = true
      return countAll(all)
    })
    return buildCorpus(
      indexed.map((index, place) => ({ index, ...labels(sources[place] as Source, place) })),
      counts,
      countedTerms(counts),
    )
  }

  /** The same statistics from an index shared with other processes; only what a task needs of a text is fetched. */
  #buildShared(sources: readonly Source[], { index, texts }: Shared, onIndexed?: () => void): Corpus {
    const labels = this.#labels(sources)
    const indexOf = (source: Source): TextIndex => this.#make(source)
    const found = texts.of(sources, { languageOf: (source) => this.languageOf(source), indexOf, onIndexed })
    const sizes = sizesOf(found.map((text) => text.sizes))
    let firstBlock = 0
    const placed = found.map(({ words }, place) => {
      const text = { words, firstBlock }
      firstBlock += sizes.blockCounts[place] ?? 0
      return text
    })
    const numberOf = (place: number): number | undefined => {
      const words = found[place]?.words
      return typeof words === 'number' ? words : undefined
    }
    const lazy = sources.map((source, place) => {
      const number = numberOf(place)
      const own = once(() => indexOf(source))
      return {
        index: () => (number === undefined ? own() : (texts.outline(number) ?? own())),
        ...labels(source, place),
      }
    })
    return {
      ...buildCorpus(lazy, sizes, sharedTerms(index, placed)),
      expectTexts: (members) => texts.expect(members.flatMap((member) => numberOf(member) ?? [])),
    }
  }

  /** Labels of a text: name and description of its entry, its title, its declared subject. */
  #labels(
    sources: readonly Source[],
  ): (source: Source, place: number) => Pick<Member, 'labels' | 'ownLabels' | 'name'> {
    const own = termSets(
      this.#cacheFor(sources),
      sources.map((source) => ({
        text: [source.title, ...source.hints].join('\n'),
        language: this.languageOf(source),
      })),
    )
    const entries = new Map<string, { readonly name: ReadonlySet<string>; readonly all: ReadonlySet<string> }>()
    return (source, place) => {
      const { entry } = source
      const language = this.languageOf(source)
      const key = `${language}\n${entry.name}\n${entry.description}`
      let shared = entries.get(key)
      if (!shared)
        entries.set(
          key,
          (shared = {
            name: new Set(terms(entry.name, language)),
            all: new Set(terms(`${entry.name}\n${entry.description}`, language)),
          }),
        )
      const ownLabels = own[place] ?? new Set<string>()
      return { labels: new Set([...shared.all, ...ownLabels]), ownLabels, name: shared.name }
    }
  }

  #index(source: Source, onIndexed?: () => void): TextIndex {
    const known = this.#indexed.get(source)
    if (known) return known
    const language = this.languageOf(source)
    const cache = source.persist && !isSmall(source) ? this.#cache : undefined
    const { text, from, format } = source
    const made = cached(cache, ['text', indexFormat, source.fileDigest, from, format, language], {
      decode: (bytes) => decodeText(bytes, { length: text.length, from, language }),
      encode: encodeText,
      make: () => this.#make(source),
    })
    if (source.persist) this.#indexed.set(source, made)
    onIndexed?.()
    return made
  }

  /**
   * Counting needs all texts, a task only a few: the index of a small text is not kept, and is built again for the
   * first task that needs it.
   */
  #indexToCount(source: Source, index: () => TextIndex, onIndexed?: () => void): TextIndex {
    if (!isSmall(source) || this.#indexed.has(source)) return index()
    onIndexed?.()
    return this.#make(source)
  }

  #make(source: Source): TextIndex {
    const { text, format, from } = source
    return indexText(text, readStructure(text, format, from), this.languageOf(source), withoutSourceMarks)
  }

  #cacheFor(sources: readonly Source[]): Cache | undefined {
    return sources.length >= cachedSources && sources.every(({ persist }) => persist) ? this.#cache : undefined
  }

  #count(sources: readonly Source[], make: () => Counts): Counts {
    const cache = this.#cacheFor(sources)
    const places = cache
      ? sources.map((source) => [source.path, source.from, source.format, source.fileDigest, this.languageOf(source)])
      : []
    return cached(cache, ['counts', indexFormat, places], {
      decode: (bytes) => decodeCounts(bytes, sources.length),
      encode: encodeCounts,
      make,
    })
  }
}

const isSmall = ({ text }: Source): boolean => text.length < cachedCharacters

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** The input of language detection. */
const detectionInput = ({
  fileDigest,
  from,
  entry: { name, description },
  title,
  hints,
}: Source): readonly unknown[] => [fileDigest, from, name, description, title, hints]

/** Labels help with a short text; otherwise English is assumed, because most such texts are English or names. */
function languageOf(source: Source): Language {
  const { entry, title, hints, from } = source
  const own = source.ownLanguage ?? ownLanguage(source, from)
  if (own !== 'und') return own
  const sample = sampleOf(source, from)
  const among = detectLanguage([entry.name, entry.description, title, ...hints, sample].join('\n'))
  return among === 'und' && /[a-z]{2}/i.test(sample) ? 'en' : among
}

const isSame = (a: readonly Source[], b: readonly Source[]): boolean =>
  a === b || (a.length === b.length && a.every((source, index) => source === b[index]))
