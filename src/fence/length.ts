import { limits } from '../model/limits.ts'
import { isHidden } from '../text/detect/hidden.ts'

/** Letters, digits and ordinary blanks are never escaped; sealing may escape anything else as `\u{…}`. */
const neverEscaped = /^[\p{L}\p{N}\p{M} \t\n]$/u
/** `\u{FFFF}`: the longest escape of one UTF-16 unit. */
const longestEscape = 8

let growing: Uint8Array | undefined

/** Characters that an escape may add, by UTF-16 unit. Halves of pairs count as escaped. */
const growth = (): Uint8Array =>
  (growing ??= Uint8Array.from({ length: 0x10000 }, (_, unit) => growthOf(String.fromCharCode(unit))))
const growthOf = (character: string): number =>
  neverEscaped.test(character) && !isHidden(character) ? 0 : longestEscape - 1

/** Whether a text fits one envelope however much of it is escaped; known before the envelope is built. */
export function canBeFenced(text: string): boolean {
  if (text.length * longestEscape <= limits.fencedLength) return true
  const grows = growth()
  let length = text.length
  for (let at = 0; at < text.length && length <= limits.fencedLength; at++) length += grows[text.charCodeAt(at)] ?? 0
  return length <= limits.fencedLength
}

export const tooLongToFence = `With hidden characters escaped it may exceed the limit of one envelope: ${limits.fencedLength} characters.`
