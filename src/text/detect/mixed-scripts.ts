/** Scripts that have letters drawn like those of others, and those that are written together. */
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
const patterns = scripts.map((name) => [name, new RegExp(`\\p{Script=${name}}`, 'u')] as const)

/** Written together in one word every day (Unicode TR39, highly restrictive). */
const together = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
].map((names) => new Set<string>(names))

/** The scripts of a ref or path of which one part mixes letters that do not belong together, as a Cyrillic а among Latin letters does; none otherwise. */
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
  const letters = part.match(/(?!\p{Script=Common}|\p{Script=Inherited})\p{L}/gu) ?? []
  return [
    ...new Set(letters.map((letter) => patterns.find(([, pattern]) => pattern.test(letter))?.[0] ?? 'other')),
  ].sort()
}
