/** The words of signs that are read aloud; an unknown sign is its own word. */
export function signWords(words: string): ReadonlyMap<string, readonly string[]> {
  const [percent = '%', euro = '€', dollar = '$', pound = '£', degree = '°', celsius = 'celsius', minus = '-'] = words
    .split(' ')
    .filter((word) => word !== '')
  const read = new Map<string, readonly string[]>([
    ['%', [percent]],
    ['€', [euro]],
    ['$', [dollar]],
    ['£', [pound]],
    ['°', [degree]],
    ['°C', [degree, celsius]],
    ['°F', [degree, 'fahrenheit']],
    ['-', [minus]],
  ])
  return read.set('−', [minus])
}

/** Symbols of units that directly follow a number. A single letter is case-sensitive: 5G and 3D are names. */
const symbols = new Set(
  `g m t l h s V W A v w a kg mg km cm mm nm ml kb mb gb tb kib mib gib tib bit kw mw kwh mwh wh kv mv ma mah hz khz
  mhz ghz ms min px pt em rem dpi fps
  eur usd gbp bar psi lm lx db mbps gbps rpm г м л кг км см мм мл кб мб гб тб вт квт гц мгц ггц`.split(/\s+/),
)

export const isUnitSymbol = (written: string): boolean =>
  symbols.has(written.length === 1 ? written : written.toLowerCase())

const named = (table: Readonly<Record<string, string>>): readonly (readonly [name: string, symbol: string])[] =>
  Object.entries(table).flatMap(([symbol, names]) => names.split(' ').map((name) => [name, symbol] as const))

const prefixes = named({
  k: 'kilo quilo chilo кило кіло',
  m: 'mega мега milli mili милли мілі',
  g: 'giga гига гіга',
  t: 'tera тера',
  c: 'centi zenti sentti centy санти',
})
const units = named({
  g: 'gram грам',
  m: 'meter metr метр',
  b: 'byte байт',
  w: 'watt vat ват',
  l: 'liter litr литр літр',
  hz: 'hertz герц',
})
const longestEnding = 5
const otherNames: ReadonlyMap<string, string> = new Map(
  named({ kg: 'kilo kilos кило кг', km: 'км', cm: 'см', mm: 'мм', db: 'decibel decibels' }),
)

/** The symbol of a metric unit that is written in full. Most languages have the same prefixes. */
export function unitSymbol(word: string): string | undefined {
  const known = otherNames.get(word)
  if (known !== undefined || word.length < 7) return known
  const prefix = prefixes.find(([name]) => word.startsWith(name))
  if (!prefix) return undefined
  const rest = word.slice(prefix[0].length)
  const unit = units.find(([name]) => rest.startsWith(name) && rest.length <= name.length + longestEnding)
  return unit && prefix[1] + unit[1]
}

const currencies: ReadonlyMap<string, string> = new Map([
  ['eur', '€'],
  ['usd', '$'],
  ['gbp', '£'],
])

/** The sign of a currency that is written as its code. */
export const currencySign = (word: string): string | undefined => currencies.get(word)
