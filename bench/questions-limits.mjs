/** The limits for the rows of `questions.mjs`: each function returns the limits that a row misses, or `undefined`. */

const named = (checks) => {
  const missed = Object.entries(checks)
    .filter(([, holds]) => !holds)
    .map(([name]) => name)
  return missed.length > 0 ? missed.join(', ') : undefined
}

/** A small set varies by one question by chance. */
const near = (n) => Math.max(0.01, 1 / n)

export const ofSet = ({ n, 600: recall, 'BM25 600': bare, answered, 'small %': small }) =>
  named({ 'recall at 600': recall >= bare - near(n), answered: answered >= 0.85, 'small pieces': small <= 0.5 })

/** Sets of one language whose answers are literal parts of the text. */
const isPlain = ({ name }) => !name.startsWith('policyqa') && !name.startsWith('cross')

export function meansOf(rows) {
  const meanOf = (some, key) => some.reduce((sum, row) => sum + row[key], 0) / some.length
  const plain = rows.filter(isPlain)
  const means = { 600: meanOf(plain, 600), 1100: meanOf(plain, 1100), answered: meanOf(rows, 'answered') }
  const missed = named({ 600: means[600] >= 0.92, 1100: means[1100] >= 0.94, answered: means.answered >= 0.92 })
  return { name: 'mean (recall without policyqa and cross)', ...means, missed }
}

export const ofRemoved = ({ answered, tokens }, most) => named({ answered: answered <= most, tokens: tokens <= 200 })

/** The limits with words added by the caller, compared with the same questions without them. */
export function ofAlso(name, { n, ...helped }, plain) {
  const gained = (budget) => helped[budget] - plain[budget]
  // One question may be lost; the tolerance is needed because sums of fractions are not exact.
  const isNoWorse = (budget) => gained(budget) * n > -1.5
  if (name === 'covidqa') return named({ 'gain at 1,100': gained(1100) >= 0.04 })
  if (name === 'policyqa') return named({ 'gain at 1,100': gained(1100) >= 0.12 })
  if (name.startsWith('cross')) return named({ 'recall at 600': helped[600] >= 0.85 })
  return named({ 'no worse at 600': isNoWorse(600), 'no worse at 1,100': isNoWorse(1100) })
}
