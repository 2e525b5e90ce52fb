/** A number in one form, and the shorter forms that it is also found by. */
export interface NumberForms {
  readonly whole: string
  readonly shorter: readonly string[]
}

/**
 * Numbers with separators: `1,000.5` and, with a decimal comma, `1.000,5` are the same number. A version is
 * found by its prefix.
 * Digits that form no number are a list.
 */
export function numbersOf(written: string, hasDecimalPoint: boolean): readonly NumberForms[] {
  const groups = written.split(/[., ]/)
  const separators = written.replace(/\d/g, '')
  const thousands = hasDecimalPoint ? ',' : '.'
  const isGrouped = (count: number): boolean =>
    count > 0 && (groups[0] ?? '').length <= 3 && groups.slice(1, count + 1).every((group) => group.length === 3)
  if (/^ *$/.test(separators)) return [simple(groups.join(''))]
  if (isAll(separators, thousands) && isGrouped(separators.length)) return [simple(groups.join(''))]
  const last = separators.at(-1) ?? ''
  const before = separators.slice(0, -1)
  if (
    last !== thousands &&
    before !== '' &&
    isAll(before, before[0] ?? '') &&
    before[0] !== last &&
    isGrouped(before.length)
  ) {
    return [decimal(groups.slice(0, -1).join(''), groups.at(-1) ?? '')]
  }
  if (separators === '.' || (separators === ',' && !hasDecimalPoint)) return [decimal(groups[0] ?? '', groups[1] ?? '')]
  if (isAll(separators, '.'))
    return [{ whole: groups.join('.'), shorter: groups.slice(0, -1).map((_, i) => groups.slice(0, i + 1).join('.')) }]
  return groups.map(simple)
}

const simple = (whole: string): NumberForms => ({ whole, shorter: [] })
const decimal = (digits: string, rest: string): NumberForms => ({ whole: `${digits}.${rest}`, shorter: [digits] })

function isAll(text: string, character: string): boolean {
  for (const other of text) if (other !== character) return false
  return true
}
