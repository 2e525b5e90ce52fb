const runs = /[\p{L}\p{N}]+/gu
const eastAsianRuns = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+)/u

const stopWords = new Set(
  'a an and any are as at be but by can could do does for from had has have how i if in into is it its of on or our should so that the their them then there these they this to was we were what when where which who why will with you your'.split(' '),
)

/** The words that texts are compared by: folded, identifiers split, plurals cut, East Asian runs as pairs. */
export function words(text: string): readonly string[] {
  return split(text).map(singular)
}

/** Words that carry meaning; what a task is measured by. */
export function contentWords(text: string): readonly string[] {
  return split(text).filter((word) => !stopWords.has(word)).map(singular)
}

function split(text: string): readonly string[] {
  const found: string[] = []
  for (const [run] of text.normalize('NFKC').matchAll(runs)) {
    // A split by a captured pattern puts the East Asian parts at the odd places.
    for (const [place, part] of run.split(eastAsianRuns).entries()) {
      if (part === '') continue
      if (place % 2 === 1) addPairs(part, found)
      else addWords(part, found)
    }
  }
  return found
}

function addPairs(run: string, found: string[]): void {
  const characters = [...run]
  if (characters.length === 1) found.push(run)
  for (let i = 0; i + 1 < characters.length; i++) found.push(`${characters[i]}${characters[i + 1]}`)
}

function addWords(run: string, found: string[]): void {
  for (const part of run.split(/(?<=\p{Ll})(?=\p{Lu})/u)) found.push(part.toLowerCase())
}

function singular(word: string): string {
  if (word.length > 4 && (word.endsWith('ies') || word.endsWith('ied'))) return `${word.slice(0, -3)}y`
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')) return word.slice(0, -1)
  return word
}
