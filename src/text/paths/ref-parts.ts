/** A part of a ref as it stands there: `/` is only ever between parts, so that no two lists of parts make one ref. */
export const refPart = (text: string): string =>
  text.replace(/[%/]/g, (character) => (character === '/' ? '%2F' : '%25'))

/** What stands in a part, or in a whole ref; a text that was never escaped stays as it is. */
export const fromRefPart = (part: string): string =>
  part.replace(/%2F|%25/g, (escaped) => (escaped === '%2F' ? '/' : '%'))

/** The id of a unit, the name of a pack, the slug of a manifest. */
export const lastName = (ref: string): string =>
  fromRefPart(ref.slice((ref.includes('/') ? ref.indexOf('/') : ref.lastIndexOf(':')) + 1))
