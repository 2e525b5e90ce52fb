import { folderOf, normalizePath, pathProblem } from '../text/paths/paths.ts'

/** Whether a unit names a document or one of its folders, in any normal form. */
export function namedBy(units: readonly { readonly path: string }[]): (document: string) => boolean {
  const named = new Set(units.flatMap(({ path }) => (pathProblem(path) ? [] : normalizePath(path).normalize('NFC'))))
  return (document) => {
    // The folder of the manifest itself.
    if (named.has('')) return true
    for (let path = document.normalize('NFC'); path !== ''; path = folderOf(path)) if (named.has(path)) return true
    return false
  }
}
