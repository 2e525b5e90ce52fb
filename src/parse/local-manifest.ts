import { normalizePath, pathProblem } from '../text/paths/paths.ts'

/** Whether a declared location is written as a relative path to a YAML file, and not as a URL or a host. */
export const isRelativeManifest = (written: string): boolean =>
  /^(?![a-z][a-z0-9+.-]*:)[^/\\\s](?:[^\\\s]*[^\\\s/])?\.ya?ml$/i.test(written)

/** A relative path, declared in a document in `folder`, from the root; `undefined` if it leaves the root. */
export function pathFromRoot(written: string, folder: string): string | undefined {
  const path = folder === '' ? written : `${folder}/${written}`
  return !isRelativeManifest(written) || pathProblem(path) ? undefined : normalizePath(path)
}

/** A mirror is confined like the path of a unit: to the folder of the manifest that declares it (KCP §3.6, §14). */
export const mirrorFromRoot = (mirror: string, folder: string): string | undefined =>
  pathProblem(mirror) ? undefined : pathFromRoot(mirror, folder)
