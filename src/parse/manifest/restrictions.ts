import { restrictions } from '../../model/vocabulary.ts'

const known: ReadonlySet<string> = new Set(restrictions)

/**
 * The known restriction for a word, else `undefined`. Old spellings bind as well: dropping a restriction because of an
 * underscore would fail open.
 */
export function canonicalRestriction(word: string): string | undefined {
  const spelled = word.trim().toLowerCase().replaceAll(/[_ ]/g, '-')
  const canonical = spelled === 'no-training' ? 'no-ai-training' : spelled
  return known.has(canonical) ? canonical : undefined
}
