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
/** Latin and Greek: elsewhere a mark makes another letter. */
const hasAccents = /[\u0080-\u03ff\u1e00-\u1fff]/

/** Latin and Greek letters without their accents: people leave them out. */
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
/** Soft hyphens and marks of direction show nothing; the elongation of Arabic letters means nothing. */
const unseen = /[\u00ad\u200b\u200e\u200f\u2060\u0640\ufeff]/g

/** One spelling for characters that are read alike: widths, ligatures, the digits of other scripts. */
export function normalised(text: string): string {
  return text
    .normalize('NFKC')
    .replace(unseen, '')
    .replace(otherDigits, (digit) => {
      const code = digit.charCodeAt(0)
      return String(code - (zeros.findLast((zero) => zero <= code) ?? code))
    })
}
