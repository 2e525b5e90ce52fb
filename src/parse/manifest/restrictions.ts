import { restrictions } from '../../model/vocabulary.ts'
import { knownSpelling } from '../respelled.ts'

/**
 * The known restriction for a word, else `undefined`. Old spellings bind as well: dropping a restriction because of an
 * underscore would fail open.
 */
export function canonicalRestriction(word: string): string | undefined {
  const known = knownSpelling(word, restrictions)
  return known ?? (/^no[-_ ]?training$/i.test(word.trim()) ? 'no-ai-training' : undefined)
}
