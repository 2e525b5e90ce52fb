const marks = /[\u0300-\u036f]/g
const ownLetters: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['þ', 'th'],
  ['ı', 'i'],
  ['ς', 'σ'],
])
const hasOwnLetters = /[ßæœøłđðþıς]/g
/** Latin and Greek: elsewhere an accent makes a different letter. */
const hasAccents = /[\u0080-\u03ff\u1e00-\u1fff]/

/** Latin and Greek letters without accents, which are often not typed. */
export function withoutAccents(word: string): string {
  if (!hasAccents.test(word)) return word
  return word
    .normalize('NFD')
    .replace(marks, '')
    .replace(hasOwnLetters, (letter) => ownLetters.get(letter) ?? letter)
    .normalize('NFC')
}

/**
 * Where the digits 0 to 9 of other scripts begin: Arabic, Persian, Devanagari, Bengali, Tamil, Thai, Lao, Burmese,
 * Khmer.
 */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0x0be6, 0x0e50, 0x0ed0, 0x1040, 0x17e0]
const otherDigits = new RegExp(
  `[${zeros.map((zero) => `${String.fromCharCode(zero)}-${String.fromCharCode(zero + 9)}`).join('')}]`,
  'g',
)
/** Soft hyphens and marks of direction are invisible; the elongation of Arabic letters has no meaning. */
const ignored = /[\u00ad\u200b\u200e\u200f\u2060\u0640\ufeff]/g

/** One spelling for equivalent characters: widths, ligatures, the digits of other scripts. */
export function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .replace(ignored, '')
    .replace(otherDigits, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (zeros.findLast((zero) => zero <= code) ?? code))
    })
}
