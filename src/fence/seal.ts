import { escapeAt, strikeEscapes, unescape } from '../text/markup/escapes.ts'
import { findHidden } from '../text/detect/hidden.ts'
import { findBrackets, findMarkup, findOwnMarkers, findOwnTags, struck } from '../text/markup/find-markup.ts'
import { canBeFenced, tooLongToFence } from './length.ts'

/** No marker, no escape, nothing hidden. */
const harmless = /^[\t\n\x20-\x25\x27-\x5a\x5d-\x7e]*$/
/** Our own escape, spelled by somebody else. */
const ownEscape = /\\(?=u\{)/g

/**
 * Makes a text unable to pass for anything of ours, and shows what hides in it. Everything else stays as it was written.
 * Reversible to the last unit: `unseal(seal(x)) === x`.
 */
export const seal = (text: string): string => sealMarkup(sealHidden(text))

/** One piece of a text whose tags are sealed as a whole: hidden characters, and what only we write at its place. */
export function sealHidden(text: string): string {
  if (!canBeFenced(text)) throw new RangeError(tooLongToFence)
  if (harmless.test(text)) return text
  const shown = escapeAt(text, [...ownEscapes(text), ...findHidden(text)])
  return escapeAt(shown, findOwnMarkers(shown))
}

/** Pieces could spell a tag together, so this is done once they stand together. */
export function sealMarkup(text: string): string {
  return escapeAt(text, findMarkup(text))
}

/** A path, a heading or a sentence inside a line of ours: one line, and nothing that opens or ends what stands around it. */
export function sealLine(text: string): string {
  const line = escapeAt(text, [...findBrackets(text), ...placesOf(text, /[\n\r\t]|\\(?=u\{)/g), ...findHidden(text)])
  return escapeAt(line, findMarkup(line, { pending: true }))
}

/** The value of an attribute, so that a reader of XML gets it back; what XML cannot carry is shown as in any other text. */
export function sealAttribute(value: string): string {
  const shown = escapeAt(value, [...ownEscapes(value), ...findHidden(value)])
  return escapeAt(shown, [...findMarkup(shown, { pending: true }), ...findOwnMarkers(shown)]).replace(
    /[&<>"\n\t\r]/g,
    (character) => entities[character] ?? '',
  )
}

export const unseal = unescape

export function unsealAttribute(value: string): string {
  return unseal(value.replace(/&(?:amp|lt|gt|quot|#10|#9|#13);/g, (entity) => characters[entity] ?? entity))
}

/** Nothing in it could pass for an envelope of ours. Earlier releases left the tokens of others as they were; their envelopes are still whole. */
export function isSealed(text: string): boolean {
  const rest = strikeEscapes(text, struck)
  return ownEscapes(rest).length + findHidden(rest).length + findOwnTags(rest).length === 0
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
