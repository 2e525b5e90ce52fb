const endings = ['ational', 'ations', 'ation', 'ating', 'ated', 'ates', 'ate', 'ions', 'ion', 'ments', 'ment', 'ing', 'ers', 'er', 'ed', 'als', 'al', 'ly', 'es', 's', 'e'] as const
const vowel = /[aeiouy]/

/** What the forms of one English word have in common; good enough to see that "approves" and "approval" are kin. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word
  const base = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.endsWith('ied') ? `${word.slice(0, -3)}y` : word
  if (/(?:ss|us|is)$/.test(base)) return base
  const ending = endings.find((end) => base.endsWith(end) && base.length - end.length >= shortest(end) && vowel.test(base.slice(0, -end.length)))
  return settle(ending === undefined ? base : base.slice(0, -ending.length))
}

/** Long endings are cut only where enough of the word remains to tell it from others. */
const shortest = (ending: string): number => (ending === 's' || ending === 'e' || ending === 'es' || ending === 'ed' || ending === 'ing' ? 3 : 4)

/** "stopp" and "stop", "battery" and "batteri" are one. */
function settle(base: string): string {
  const last = base.at(-1) ?? ''
  if (last === 'y') return `${base.slice(0, -1)}i`
  return base.length > 3 && last === base.at(-2) && !vowel.test(last) ? base.slice(0, -1) : last === 'e' && base.length > 3 ? base.slice(0, -1) : base
}
