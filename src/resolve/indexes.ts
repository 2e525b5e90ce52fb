import { prepareText, type PreparedText } from './prepare.ts'
import { openCorpus, type OpenCorpus } from './select.ts'
import type { Source } from './source.ts'

/** Sets of files whose statistics are kept: one per round, and some for other requesters. */
const mostCorpora = 8

/** Files made ready for ranking, kept from one read to the next; the same files are never indexed twice. */
export class Indexes {
  readonly #prepared = new WeakMap<Source, PreparedText>()
  #corpora: readonly { readonly sources: readonly Source[]; readonly corpus: OpenCorpus }[] = []

  /** Statistics over these sources and no others, so that nothing leaks from what is not allowed. */
  corpusOf(sources: readonly Source[]): OpenCorpus {
    const known = this.#corpora.find((kept) => isSame(kept.sources, sources))
    const found = known ?? { sources: [...sources], corpus: openCorpus(sources, (source) => this.#prepare(source)) }
    if (sources.every(({ persist }) => persist)) this.#corpora = [found, ...this.#corpora.filter((kept) => kept !== found)].slice(0, mostCorpora)
    return found.corpus
  }

  clear(): void {
    this.#corpora = []
  }

  #prepare(source: Source): PreparedText {
    const prepared = this.#prepared.get(source) ?? prepareText(source.text, source.from)
    if (source.persist) this.#prepared.set(source, prepared)
    return prepared
  }
}

const isSame = (a: readonly Source[], b: readonly Source[]): boolean => a.length === b.length && a.every((source, index) => source === b[index])
