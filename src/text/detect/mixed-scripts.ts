/** Scripts with letters that look like those of others, and those that are combined. */
const scripts = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Georgian',
  'Cherokee',
  'Coptic',
  'Lisu',
  'Devanagari',
  'Thai',
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Hangul',
] as const
let patterns: readonly (readonly [string, RegExp])[] | undefined

/** Commonly combined in one word (Unicode TR39, highly restrictive). */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
].map((names) => new Set<string>(names))

/** The scripts of a part of a ref or path that mixes unrelated ones, such as a Cyrillic а in a Latin word. */
export function mixedScripts(text: string): readonly string[] {
  if (/^[\x20-\x7e]*$/.test(text)) return []
  return (
    text
      .split(/[:@/]|%2F/)
      .map(scriptsOf)
      .find((found) => found.length > 1 && !together.some((names) => found.every((name) => names.has(name)))) ?? []
  )
}

function scriptsOf(part: string): readonly string[] {
  const known = (patterns ??= scripts.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')]))
  const letters = part.match(/(?!\p{Script=Common}|\p{Script=Inherited})\p{L}/gu) ?? []
  return [...new Set(letters.map((letter) => known.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'other'))].sort()
}
