/**
 * Words with a full stop that do not end a sentence even when a capital follows. Single letters ("z. B.", "J. R. R.",
 * "т. е.") and dotted letters ("e.g.", "U.S.") need no entry, nor those that often end a sentence ("etc.", "usw."):
 * a small letter after them continues the sentence anyway.
 */
const titlesAndTerms = [
  // English
  'mr mrs ms dr prof st mt vs al inc corp ltd co jr sr approx dept ed eds cf gen col lt capt sgt rev hon ' +
    'gov sen rep incl resp viz ca',
  // German
  'mio mrd tsd bzw evtl ggf inkl exkl zzgl vgl sog bspw lit hl hrsg geb gest dipl ing mind max bes insb ehem',
  'mm mlle mgr env', // French
  'sra srta ud uds aprox dra avda', // Spanish, Portuguese
  'sig dott avv egr', // Italian
  'bijv dhr mevr', // Dutch
  'np tj tzw tzn', // Polish
  'např tzv tj', // Czech
  'ул им тыс млн млрд акад проф гр см ср напр пер изд', // Russian
].join(' ')

/** Words that belong to a number after them: "No. 5", "Abs. 2", "рис. 3", "3. Okt. 2020". */
const beforeNumbers = [
  'no nos nr num núm fig figs vol vols p pp pg sec sect ch chap eq ref refs ver v art par',
  'abs ziff kap abb tab bd aufl rn',
  'pág pag págs',
  'стр рис табл гл ст',
  'obr str',
  'jan feb mar apr jun jul aug sep sept oct okt nov dec dez',
].join(' ')

const always = new Set(titlesAndTerms.split(' '))
const withNumber = new Set(beforeNumbers.split(' '))

const initial = /^\p{L}$/u
const dotted = /^(?:\p{L}\.){1,8}\p{L}{1,2}$/u

/** Whether the full stop after a word belongs to the word. `word` is in lower case, without the stop. */
export function isAbbreviation(word: string, numberFollows: boolean): boolean {
  if (word === '') return false
  return initial.test(word) || dotted.test(word) || always.has(word) || (numberFollows && withNumber.has(word))
}
