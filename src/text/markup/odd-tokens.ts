import { signAt, type Sign } from '../detect/signs.ts'

export const flower = '\u273f'

/** Shapes of single vendors that no document has; the exclamation mark can be read as a letter. */
const shapes: Readonly<Record<string, RegExp>> = {
  /** `]~b]`, `]~!b[`, `[e~[` */
  '[': /^(?:~a{1,2}|a{1,2}~)[[\]]/,
  ']': /^(?:~a{1,2}|a{1,2}~)[[\]]/,
  /** `]<]name[>[` */
  '<': /^\][^<>[\]]{1,30}\[>/,
  /** `✿FUNCTION✿` */
  [flower]: /^a{2,20}\u273f/,
}

/** Whether such a token begins after a sign. */
export function isOddToken(text: string, from: number, sign: string): boolean {
  const isBracket = sign === '[' || sign === ']'
  if (sign === '<' && !shapeFrom(text, from, 1).startsWith(']')) return false
  return shapes[sign]?.test(shapeFrom(text, from, isBracket ? 4 : 34)) === true
}

function shapeFrom(text: string, from: number, length: number): string {
  let shape = ''
  for (let i = from; i < text.length && shape.length < length;) {
    const sign = signAt(text, i)
    shape += sign.kind === '.' ? markOf(text.slice(i, i + sign.length)) : letterOf(sign)
    i += sign.length
    if (sign.kind === '\n') break
  }
  return shape
}

const markOf = (character: string): string => (character.normalize('NFKC') === '~' ? '~' : character)

/** A letter without readings may represent a sealed one. */
const letterOf = ({ kind, readings }: Sign): string => (kind === 'a' && readings.length === 0 ? '.' : kind)
