/** How a text is written, as far as it tells where its sentences end. */
export interface Writing {
  /** Where capitals are written, a small letter after a full stop goes on with the sentence. */
  readonly capitals: boolean
  /** "am 3. Oktober": a full stop after a short number is part of the number. */
  readonly ordinals: boolean
  /** Line breaks are written as `\n`, as in JSON. */
  readonly escapes: boolean
}

/** Frequent words of languages that do not write ordinals with a full stop. */
const withoutOrdinals = new Set('the of and is that for with de la le les des que est el los las del una por para il che di della não dos das uma'.split(' '))

/** Looks at the beginning of a text only. */
export function writingOf(text: string, from: number, escapes = false): Writing {
  const sample = text.slice(from, from + 4_000)
  const capitals = (sample.match(/\p{Lu}/gu)?.length ?? 0) * 100 > (sample.match(/\p{Ll}/gu)?.length ?? 0)
  const words = sample.toLowerCase().match(/\p{L}+/gu) ?? []
  const known = words.filter((word) => withoutOrdinals.has(word)).length
  return { capitals, ordinals: known * 20 < words.length, escapes }
}
