/**
 * The shapes of identifiers, codes and names. Each pattern has an ASCII form: the letters of all scripts take a
 * while to compile.
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
