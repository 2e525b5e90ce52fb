import type { Cache } from '../../model/ports.ts'
import { decodeTerms, encodeTerms } from '../../rank/stored-terms.ts'
import { indexFormat } from '../../rank/stored-text.ts'
import { terms, type Language } from '../../text/lexicon/lexicon.ts'
import { cached } from './cached.ts'

export interface Wording {
  readonly text: string
  readonly language: Language
}

/** The terms of fewer texts are computed faster than read. */
const cachedTexts = 64

/** The terms of short texts; those of an earlier process are read from the cache. Their languages must be loaded. */
export const termSets = (cache: Cache | undefined, texts: readonly Wording[]): readonly ReadonlySet<string>[] =>
  cached(texts.length < cachedTexts ? undefined : cache, ['terms', indexFormat, texts], {
    decode: (bytes) => decodeTerms(bytes, texts.length),
    encode: encodeTerms,
    make: () => texts.map(({ text, language }) => new Set(terms(text, language))),
  })
