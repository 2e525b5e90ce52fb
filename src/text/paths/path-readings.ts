/** Characters that a reference, a pattern or a list has, and a plain path hardly ever. */
const unusual = /[#?%*[\]{}<>"|:;,$~]|^\s|\s$/

/** Whether a path says what it means, so that a missing file is only missing. */
export const isPlainPath = (path: string): boolean => !unusual.test(path)

/** More readings than this of one path mean nothing. */
const most = 64

/** Each step reads one notation away; what it does not find it leaves as it is. */
const steps: readonly ((path: string) => readonly string[])[] = [
  (path) => [path.trim()],
  (path) => [path.replace(/^["'<`]+|["'>`]+$/g, '')],
  (path) => [path.replace(/^file:/i, '')],
  (path) => [path.replace(/#.*$/s, '')],
  (path) => [path.replace(/\?.*$/s, '')],
  (path) => [path.replace(/:\d[\d:,-]*$/, '')],
  (path) => [decoded(path)],
  (path) => path.split(/[,;|]/),
  (path) => alternatives(path),
]

/**
 * What an author may have meant by a path: without fragment, query, line number, `file:`, quotes and blanks, decoded, each
 * of a list, each of `{a,b}`. The path itself comes first. Names are compared in any case and normal form by the caller.
 */
export function pathReadings(path: string): readonly string[] {
  const found = new Set([path])
  if (isPlainPath(path)) return [path]
  for (const reading of found) {
    for (const step of steps)
      for (const next of step(reading)) if (next.trim() !== '' && found.size < most) found.add(next)
  }
  return [...found]
}

export const isGlob = (path: string): boolean => /[*?[]/.test(path)

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** The words of the first `{a,b}`. */
function alternatives(path: string): readonly string[] {
  const braces = /^([^{}]*)\{([^{}]*)\}(.*)$/s.exec(path)
  if (!braces) return [path]
  const [, before = '', words = '', after = ''] = braces
  return words.split(',').map((word) => `${before}${word.trim()}${after}`)
}
