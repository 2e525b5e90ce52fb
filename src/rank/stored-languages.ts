import { isLanguage, type Language } from '../text/lexicon/language.ts'

export const encodeLanguages = (languages: readonly Language[]): Uint8Array =>
  new TextEncoder().encode(languages.join(' '))

/** As `decodeText`: invalid bytes are ignored and detected again. */
export function decodeLanguages(bytes: Uint8Array, count: number): readonly Language[] | undefined {
  const found = new TextDecoder().decode(bytes).split(' ').filter(isLanguage)
  return found.length === count ? found : undefined
}
