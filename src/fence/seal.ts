import { limits } from '../model/limits.ts'
import { findHidden, isHidden } from '../text/detect/hidden.ts'
import { escapeAt, strikeEscapes, unescape } from '../text/markup/escapes.ts'
import { findBrackets, findFenceMarkers, findFenceTags, findMarkup, struck } from '../text/markup/find-markup.ts'

/** Text without markers, escapes and hidden characters. */
const harmless = /^[\t\n\x20-\x25\x27-\x5a\x5d-\x7e]*$/
/** An escape that the text itself contains. */
const ownEscape = /\\(?=u\{)/g

/**
 * Escapes what could be taken for an envelope, and hidden characters. Everything else is unchanged. Reversible:
 * `unseal(seal(x)) === x`.
 */
export const seal = (text: string): string => sealMarkup(sealHidden(text))

/** Seals hidden characters and markers of one part; tags are sealed once the whole text is composed. */
export function sealHidden(text: string): string {
  if (!canBeFenced(text)) throw new RangeError(tooLongToFence)
  if (harmless.test(text)) return text
  const shown = escapeAt(text, [...ownEscapes(text), ...findHidden(text)])
  return escapeAt(shown, findFenceMarkers(shown))
}

/** Adjacent parts could form a tag, so this is applied to the composed text. */
export function sealMarkup(text: string): string {
  return escapeAt(text, findMarkup(text))
}

/** A path, a heading or a sentence inside a header line: one line, without the delimiters around it. */
export function sealLine(text: string): string {
  const line = escapeAt(text, [...findBrackets(text), ...placesOf(text, /[\n\r\t]|\\(?=u\{)/g), ...findHidden(text)])
  return escapeAt(line, findMarkup(line, { pending: true }))
}

/** The value of an attribute, reversible by an XML reader; what XML cannot represent is escaped as in other text. */
export function sealAttribute(value: string): string {
  const shown = escapeAt(value, [...ownEscapes(value), ...findHidden(value)])
  return escapeAt(shown, [...findMarkup(shown, { pending: true }), ...findFenceMarkers(shown)]).replace(
    /[&<>"\n\t\r]/g,
    (character) => entities[character] ?? '',
  )
}

export const unseal = unescape

export function unsealAttribute(value: string): string {
  return unseal(value.replace(/&(?:amp|lt|gt|quot|#10|#9|#13);/g, (entity) => characters[entity] ?? entity))
}

/**
 * Whether nothing in a text could be taken for an envelope. Tokens of chat templates are not checked: earlier releases
 * did not seal them, and their envelopes are still valid.
 */
export function isSealed(text: string): boolean {
  const rest = strikeEscapes(text, struck)
  return ownEscapes(rest).length + findHidden(rest).length + findFenceTags(rest).length === 0
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\n': '&#10;',
  '\t': '&#9;',
  '\r': '&#13;',
}
const characters: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(entities).map(([character, entity]) => [entity, character]),
)

const placesOf = (text: string, pattern: RegExp): readonly number[] =>
  Array.from(text.matchAll(pattern), ({ index }) => index)

const ownEscapes = (text: string): readonly number[] => (text.includes('\\u{') ? placesOf(text, ownEscape) : [])

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

const most = `${limits.fencedLength} characters`
export const tooLongToFence = `With hidden characters escaped it may exceed the limit of one envelope: ${most}.`
