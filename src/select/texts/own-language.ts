import { detectLanguage, type Language } from '../../text/lexicon/lexicon.ts'
import type { LazyText } from '../../text/bytes/utf8.ts'

/** Characters used to detect the language of a text. */
const languageSample = 4_000

export function sampleOf({ head, text }: LazyText, from: number): string {
  return (head.length - from >= languageSample ? head : text).slice(from, from + languageSample)
}

/** By the text alone, without its labels; often `und` for a short text. */
export const ownLanguage = (text: LazyText, from: number): Language => detectLanguage(sampleOf(text, from))
