/** Properties of a text that affect where its sentences end. */
export interface Writing {
  /** The text uses capitals, so a small letter after a full stop continues the sentence. */
  readonly capitals: boolean
  /** "am 3. Oktober": a full stop after a short number is part of the number. */
  readonly ordinals: boolean
  /** Line breaks are written as `\n`, as in JSON. */
  readonly escapes: boolean
}

/** Frequent words of languages that do not write ordinals with a full stop. */
const withoutOrdinals = new Set(
  (
    'the of and is that for with de la le les des que est el los las del una por para il che di della ' +
    'não dos das uma'
  ).split(' '),
)
const sampleSize = 2_000

/** Reads only the beginning of a text. */
export function writingOf(text: string, from: number, escapes = false): Writing {
  const sample = text.slice(from, from + sampleSize)
  const small = sample.toLowerCase()
  const words = small.match(/[a-zà-ÿ]+/g) ?? []
  let known = 0
  for (const word of words) if (withoutOrdinals.has(word)) known += 1
  return { capitals: writesCapitals(sample, small), ordinals: known * 20 <= words.length, escapes }
}

/** At least one capital to a hundred small letters. */
function writesCapitals(sample: string, small: string): boolean {
  const large = sample.toUpperCase()
  if (large.length !== sample.length || small.length !== sample.length) return large !== sample && small !== sample
  let capitals = 0
  let others = 0
  for (let at = 0; at < sample.length; at++) {
    const unit = sample.charCodeAt(at)
    if (unit !== small.charCodeAt(at)) capitals += 1
    else if (unit !== large.charCodeAt(at)) others += 1
  }
  return capitals * 100 > others
}
