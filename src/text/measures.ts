/** Signs that people read aloud as words. */
const signs: ReadonlyMap<string, readonly string[]> = new Map([
  ['%', ['percent']],
  ['€', ['euro']],
  ['$', ['dollar']],
  ['£', ['pound']],
  ['°', ['degree']],
  ['°C', ['degree', 'celsius']],
  ['°F', ['degree', 'fahrenheit']],
  ['℃', ['degree', 'celsius']],
  ['℉', ['degree', 'fahrenheit']],
  ['-', ['minus']],
  ['−', ['minus']],
])

/** Words that are written as one of these more often than in full. */
const shortForms: ReadonlyMap<string, string> = new Map(
  Object.entries({
    euro: 'eur euros', dollar: 'usd dollars', pound: 'gbp pounds', percent: 'percentage percentages',
    kg: 'kilogram kilograms kilogramme kilogrammes kilo kilos', km: 'kilometre kilometres kilometer kilometers', cm: 'centimetre centimetres centimeter centimeters',
    mm: 'millimetre millimetres millimeter millimeters', kb: 'kilobyte kilobytes', mb: 'megabyte megabytes', gb: 'gigabyte gigabytes', tb: 'terabyte terabytes',
    kw: 'kilowatt kilowatts', db: 'decibel decibels',
  }).flatMap(([form, words]) => words.split(' ').map((word) => [word, form] as const)),
)

/** The words of a sign; `undefined` for anything else. */
export const signWords = (written: string): readonly string[] | undefined => signs.get(written)

/** One form for a word and its usual notation, in lower case; other words stay as they are. */
export const oneForm = (word: string): string => shortForms.get(word) ?? word
