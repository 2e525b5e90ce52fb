import { limits } from '../model/limits.ts'
import { isHidden } from '../text/detect/hidden.ts'

/** Letters, digits and ordinary blanks stay as they are; of anything else sealing may show some as `\u{…}`. */
const stays = /^[\p{L}\p{N}\p{M} \t\n]$/u
/** `\u{FFFF}` for one UTF-16 unit; no unit becomes more. */
const longestEscape = 8

let growing: Uint8Array | undefined

/** By UTF-16 unit: what it may add. Halves of pairs count as signs. */
const growth = (): Uint8Array =>
  (growing ??= Uint8Array.from({ length: 0x10000 }, (_, unit) => growthOf(String.fromCharCode(unit))))
const growthOf = (character: string): number => (stays.test(character) && !isHidden(character) ? 0 : longestEscape - 1)

/** Whether a text fits one envelope however much of it is shown as escapes; known before any of it is built. */
export function canBeFenced(text: string): boolean {
  if (text.length * longestEscape <= limits.fencedLength) return true
  const grows = growth()
  let length = text.length
  for (let at = 0; at < text.length && length <= limits.fencedLength; at++) length += grows[text.charCodeAt(at)] ?? 0
  return length <= limits.fencedLength
}

/** For whoever asks for such a text. */
export const tooLongToFence = `With its hidden characters shown it could have more than ${limits.fencedLength} characters, too many for one envelope.`
