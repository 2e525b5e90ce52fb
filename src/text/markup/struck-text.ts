import { signOf } from '../detect/signs.ts'

const longest = 200

/**
 * Whether the `<s>` or `</s>` at a place strikes out text of one line, as in HTML. For some models they delimit a
 * text, next to other tokens, several lines, a speaker or the next text.
 */
export function isStruckText(text: string, at: number): boolean {
  const isEnd = text.startsWith('</s>', at)
  if (!isEnd && !text.startsWith('<s>', at)) return false
  const from = isEnd ? at - 1 : at + 3
  let i = from
  while (Math.abs(i - from) < longest && isPlain(text.charAt(i))) i += isEnd ? -1 : 1
  const start = isEnd ? i + 1 : from
  const end = isEnd ? at : i
  if (start === end || !text.startsWith('<s>', start - 3) || !text.startsWith('</s>', end)) return false
  if (/^\s*[^\s:]+\s?:/.test(text.slice(start, end))) return false
  const before = text.slice(Math.max(0, start - 3 - nearby), start - 3)
  return !/<\/s>\s*$/.test(before) && !/^\s*<s>/.test(text.slice(end + 4, end + 4 + nearby))
}

const nearby = 12

const isPlain = (unit: string): boolean => unit !== '' && !'<>[]|\n'.includes(signOf(unit).kind || 'a')
