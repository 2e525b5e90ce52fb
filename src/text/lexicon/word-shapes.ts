/**
 * The shapes of identifiers, codes and names. Each pattern has an ASCII form: the letters of all scripts take a while
 * to compile.
 */
const ascii = /^[\x00-\x7f]*$/

type Parts = readonly [before: string, after: string] | undefined

function partsBy(run: string, plain: RegExp, every: RegExp): Parts {
  const found = (ascii.test(run) ? plain : every).exec(run)
  return found ? [found[1] ?? '', found[2] ?? ''] : undefined
}

/** `HK-2`, `HK2`, `RFC 7231`: letters and digits. */
export const codeParts = (run: string): Parts => partsBy(run, /^([A-Za-z]+)[- ]?(\d+)$/, /^(\p{L}+)[- ‑]?(\d+)$/u)

/** `10GB`, `2nd`: digits and letters. */
export const quantityParts = (run: string): Parts => partsBy(run, /^(\d+)([A-Za-z]+)$/, /^(\d+)(\p{L}+)$/u)

/** US, WHO and IT are names, not pronouns. */
export const isAcronym = (word: string): boolean =>
  word.length > 1 && word.length < 6 && (ascii.test(word) ? /^[A-Z]+$/ : /^\p{Lu}+$/u).test(word)

/**
 * Capitals begin a part of an identifier; so does the last of several (`HTTPServer`), but not before a plural (`APIs`).
 */
export function identifierParts(run: string): readonly string[] {
  if (ascii.test(run))
    return /[a-z][A-Z]|[A-Z]{2}[a-z]{2}/.test(run)
      ? run.split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z]{2})/)
      : [run]
  return /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}{2}/u.test(run)
    ? run.split(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})/u)
    : [run]
}

/** Letters only, lower case except perhaps the first: most words, and none of the other shapes. */
export function isSimple(run: string): boolean {
  let isPlain = true
  for (let i = 0; i < run.length; i++) {
    const code = run.charCodeAt(i)
    if (code >= 97 && code <= 122) continue
    if (i === 0 && code >= 65 && code <= 90) continue
    if (code < 0xc0 || code >= 0x0e01) return false
    isPlain = false
  }
  return isPlain || run.slice(1) === run.slice(1).toLowerCase()
}

/** A number in one form, and the shorter forms that it is also found by. */
interface NumberForms {
  readonly whole: string
  readonly shorter: readonly string[]
}

/**
 * Numbers with separators: `1,000.5` and, with a decimal comma, `1.000,5` are the same number. A version is found by
 * its prefix. Digits that form no number are a list.
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
