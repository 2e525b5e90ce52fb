import type { TextUnitKind } from '../structure.ts'

/** Invisible markup: tags, images, link destinations, attributes, template calls. */
const invisible = [
  /<!--[^<>]{0,2000}-->/g,
  /<\/?[A-Za-z][\w.-]{0,60}(?:\s[^<>]{0,2000})?\/?>/g,
  /!\[[^\]]{0,300}\](?:\([^()]{0,500}(?:\([^()]{0,200}\)[^()]{0,200})?\)|\[[^\]]{0,200}\])?/g,
  /(?<=\])\([^()]{0,500}(?:\([^()]{0,200}\)[^()]{0,200})?\)/g,
  /\[\s{0,8}\]\[[^\]]{0,200}\]/g,
  /\{[:#.][^{}]{0,200}\}/g,
  /\{\{[<%](?![^{}]{0,300}\btext=)[^{}]{0,2000}[%>]\}\}|\{%[^{}%]{0,500}%\}/g,
]
const mayHide = /[<[{]/
/** A word before all markup: nothing has to be removed. */
const opensWithWord = /^[^<[{]{0,40}?\p{L}{3}/u
const letter = /\p{L}/u
const letterOrDigit = /[\p{L}\p{Nd}]/u
/** A date, a time or a ratio: a number with a meaning of its own. */
const joinedNumber = /\d[-/:]\d/
/** "13.", "(a)", "iv)", "2.1": numbers and marks that only count what follows. */
const listMark = /^[([]?(?:\d{1,9}(?:\.\d{1,9}){0,8}|\p{L}|[ivxlcIVXLC]{1,7})[\])}.:]{0,2}$/u
const itemMark = /^\s*(?:[-*+•–‣.·#]{1,6}|[([]?(?:\d{1,9}|\p{L})[\].)])(?=\s|$)/u

/** Whether a piece has a word to be found by. */
export function hasContent(piece: string, kind: TextUnitKind): boolean {
  if (kind === 'code') return letterOrDigit.test(piece)
  if (opensWithWord.test(piece) && !listMark.test(piece.trim())) return true
  const seen = withoutMarkup(piece)
  if (kind === 'row' || kind === 'head') return letterOrDigit.test(seen)
  if (kind === 'item') return letterOrDigit.test(seen.replace(itemMark, ''))
  return (letter.test(seen) && !listMark.test(seen.trim())) || joinedNumber.test(seen)
}

/** A line of tags, images, comments or template calls and nothing else. */
export function isOnlyMarkup(line: string): boolean {
  return mayHide.test(line) && !letterOrDigit.test(withoutMarkup(line))
}

function withoutMarkup(piece: string): string {
  if (!mayHide.test(piece)) return piece
  return invisible.reduce((rest, pattern) => rest.replace(pattern, ' '), piece)
}
