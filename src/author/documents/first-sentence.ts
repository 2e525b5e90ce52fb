/** After these a full stop does not end a sentence. */
const abbreviations = new Set([
  'e.g',
  'i.e',
  'etc',
  'vs',
  'cf',
  'approx',
  'no',
  'fig',
  'mr',
  'mrs',
  'ms',
  'dr',
  'st',
  'inc',
  'ltd',
  'co',
  'corp',
  'resp',
  'incl',
])

/** The first sentence of a line of prose; the whole line when no sentence ends in it. */
export function firstSentence(line: string): string {
  return sentences(line, 1)
}

/** The first `count` sentences of a line of prose. */
export function sentences(line: string, count: number): string {
  const ends = /[.!?](?=["')\]”’]*(?:\s|$))|[。！？]/g
  let left = count
  for (let match = ends.exec(line); match; match = ends.exec(line)) {
    if (match[0] === '.' && !endsSentence(line, match.index)) continue
    if (isAside(line, match.index)) continue
    left -= 1
    if (left === 0) return line.slice(0, match.index + 1 + closing(line, match.index + 1))
  }
  return line
}

function endsSentence(line: string, stop: number): boolean {
  const word = line.slice(line.lastIndexOf(' ', stop - 1) + 1, stop).replace(/^["'([“‘]+/, '')
  if (abbreviations.has(word.toLowerCase()) || /^\p{Lu}$/u.test(word)) return false
  return !/^\s+\p{Ll}/u.test(line.slice(stop + 1, stop + 4))
}

/** "in the form of (free!) notebooks": the mark ends what is in brackets, unless the whole sentence is. */
const isAside = (line: string, mark: number): boolean =>
  /[)\]]/.test(line.charAt(mark + 1)) && !/^\W*[([]/.test(line) && /\S/.test(line.slice(mark + 2))

/** Closing quotes and brackets after the mark belong to the sentence. */
function closing(line: string, from: number): number {
  return /^["')\]”’]*/.exec(line.slice(from, from + 4))?.[0].length ?? 0
}

/** A row of links, a single word or the introduction of a list does not describe a document. */
export function isInformative(sentence: string, title: string): boolean {
  if (/[:：]$| \| .* \| /.test(sentence) || sentence === title) return false
  return (manyLetters.test(sentence) && threeWords.test(sentence)) || eastAsian.test(sentence)
}

const manyLetters = /^(?:\P{L}*\p{L}){12}/u
const threeWords = / .* /s
const eastAsian =
  /(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}][^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]*){6}/u
