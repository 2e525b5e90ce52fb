import { escapeAt } from './escapes.ts'
import { findFenceMarkers, findMarkup } from './find-markup.ts'

/** Controls, halves of characters, private and unassigned ones, and marks that reorder or hide text. Patterns of such classes take a while to make, and most lines need none. */
const withoutUnwanted = (text: string): string =>
  text.replace(
    /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]|(?!\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu,
    '',
  )

/** A variation selector belongs to one picture; consecutive ones could encode hidden text. */
const withoutStraySelectors = (text: string): string =>
  text.replace(/(?<!\p{Extended_Pictographic})(?:\ufe0e|\ufe0f)/gu, '')

/** Joiners are valid only between letters of scripts that need them and between pictures. */
const withoutStrayJoiners = (text: string): string =>
  text.replace(
    /(?<!(?!\p{Script=Latin}|\p{ASCII})[\p{L}\p{M}\p{Extended_Pictographic}])(?:\u200c|\u200d)|(?:\u200c|\u200d)(?!(?!\p{Script=Latin}|\p{ASCII})[\p{L}\p{Extended_Pictographic}])/gu,
    '',
  )

/** Hostile text as one line of a list: without breaks, hidden characters, fence tags and control tokens (AK-102). */
export function listLine(text: string): string {
  const line = isPlain(text)
    ? text.trim()
    : withoutStrayJoiners(withoutStraySelectors(withoutUnwanted(text.replace(/\s+/g, ' '))))
        .replace(/ {2,}/g, ' ')
        .trim()
  return escapeAt(line, [...findMarkup(line, { pending: true }), ...findFenceMarkers(line)])
}

/** Nothing has to be removed from it. */
const isPlain = (text: string): boolean => /^[ -~]*$/.test(text) && !text.includes('  ')

/** At most `limit` characters, cut between words, with an ellipsis. */
export function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text
  const characters = [...text]
  if (characters.length <= limit) return text
  const cut = characters.slice(0, limit - 1).join('')
  const space = cut.lastIndexOf(' ')
  return `${(space > limit / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.–—-]+$/u, '')}…`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
