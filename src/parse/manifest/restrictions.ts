import { restrictions } from '../../model/vocabulary.ts'

const known: ReadonlySet<string> = new Set(restrictions)

/**
 * The restriction a word stands for, or nothing when it is none we know. Older spellings bind as well: a restriction
 * that is dropped for an underscore would fail open.
 */
export function canonicalRestriction(word: string): string | undefined {
  const spelled = word.trim().toLowerCase().replaceAll(/[_ ]/g, '-')
  const canonical = spelled === 'no-training' ? 'no-ai-training' : spelled
  return known.has(canonical) ? canonical : undefined
}
