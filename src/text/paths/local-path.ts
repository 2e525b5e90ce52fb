/**
 * The path that a link or a back-quoted text names, without anchor and query; `undefined` when it names a URL or a
 * place in the same file. A drive letter, `file:` and a host without scheme are kept: they are outside of the folder.
 */
export function localPath(destination: string): string | undefined {
  if (/^[a-z][a-z0-9+.-]+:/i.test(destination) && !/^file:/i.test(destination)) return undefined
  const end = destination.search(/[?#]/)
  const path = end < 0 ? destination : destination.slice(0, end)
  return path === '' ? undefined : path
}

/** The percent-decoded path; a malformed one is unchanged. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
