import { percentDecoded, withoutTrailing } from './paths.ts'

/** Characters that a reference, a pattern or a list has, and a plain path hardly ever. */
const unusual = /[#?%*[\]{}<>"|:;,$~`\p{Cc}\p{Cf}]|^['@\s]|['\s]$|\s\/|\/\s/u

/** Whether a path can only mean what it says, so that there are no other readings to try. */
export const isPlainPath = (path: string): boolean => !unusual.test(path)

/** Limits of the readings of one path, and of its length. */
const most = 64
const longest = 4096

/** Each step removes one notation, or leaves the path unchanged. */
const steps: readonly ((path: string) => readonly string[])[] = [
  (path) => [path.split('/').map(trimmed).join('/')],
  (path) => [path.replace(/[\p{Cc}\p{Cf}]/gu, '')],
  (path) => [withoutTrailing(path.replace(/^["'<`@]+/, ''), `"'>\``)],
  (path) => [path.replace(/^\[[^\]]*\]\((.*)\)$/s, '$1')],
  (path) => [path.replace(/^file:/i, '')],
  (path) => [path.replace(/#.*$/s, '')],
  (path) => [path.replace(/\?.*$/s, '')],
  (path) => [withoutLines(path)],
  (path) => [percentDecoded(path)],
  (path) => path.split(/[,;|\n]/),
  (path) => alternatives(path),
]

/**
 * What an author may have meant by a path: without fragment, query, line number, `file:`, quotes, blanks and invisible
 * characters, the target of a link, decoded, each of a list, each of `{a,b}`. The path itself comes first. The caller
 * compares names in any case and normal form.
 */
export function pathReadings(path: string): readonly string[] {
  const found = new Set([path])
  if (path.length > longest || isPlainPath(path)) return [path]
  for (const reading of found) {
    for (const step of steps)
      for (const next of step(reading)) if (next.trim() !== '' && found.size < most) found.add(next)
  }
  return [...found]
}

export const isGlob = (path: string): boolean => /[*?[]/.test(path)

const trimmed = (name: string): string => name.trim()

/** Without `:12`, `:12-14` or `:12:3` at its end. */
function withoutLines(path: string): string {
  const rest = withoutTrailing(path, '0123456789:,-')
  const lines = path.slice(rest.length).search(/:\d/)
  return lines < 0 ? path : path.slice(0, rest.length + lines)
}

/** The words of the first `{a,b}`. */
function alternatives(path: string): readonly string[] {
  const braces = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(path)
  if (!braces) return [path]
  const [, before = '', words = '', after = ''] = braces
  return words.split(',').map((word) => `${before}${word.trim()}${after}`)
}
