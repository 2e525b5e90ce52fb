/** Escapes a part of a ref: `/` occurs only between parts, so that different parts never make the same ref. */
export const refPart = (text: string): string =>
  text.replace(/[%/]/g, (character) => (character === '/' ? '%2F' : '%25'))

/** Unescapes a part, or a whole ref; a text that was never escaped is unchanged. */
export const fromRefPart = (part: string): string =>
  part.replace(/%2F|%25/g, (escaped) => (escaped === '%2F' ? '/' : '%'))

/** The id of a unit, the name of a pack, the slug of a manifest. */
export const lastName = (ref: string): string =>
  fromRefPart(ref.slice((ref.includes('/') ? ref.indexOf('/') : ref.lastIndexOf(':')) + 1))
