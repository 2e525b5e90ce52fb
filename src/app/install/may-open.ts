import type { InstallSource } from '../../model/installation.ts'
import { fileName, folderOf } from '../../text/paths/paths.ts'
import type { InstallWorld } from './install-world.ts'

/**
 * Why a catalog or a lock, which are files of a repository, may not name this source; `undefined` if they may. Of this machine
 * they may name what is below `base`, and what the user's config allows. A person may name anything.
 */
export function sourceProblem(
  source: InstallSource,
  base: string,
  { files, settings }: Pick<InstallWorld, 'files' | 'settings'>,
): string | undefined {
  const place = source.kind === 'local' ? source.place : source.kind === 'git' ? source.repository : undefined
  if (place === undefined || /^https:/i.test(place)) return undefined
  const real = files.realPath(place) ?? place
  const isBelow = (folder: string): boolean => {
    const inside = files.realPath(folder)
    return inside !== undefined && `${real}/`.startsWith(inside === '/' ? '/' : `${inside}/`)
  }
  if (![base, ...settings.folders].some(isBelow))
    return `"${place}" is outside of "${base}", and no folder of "install: {folders: […]}" in your config contains it.`
  return source.kind === 'git' && leadsOut(place, files)
    ? `The repository "${place}" has parts elsewhere: it has links, "commondir" or "alternates".`
    : undefined
}

/** Whether git would read another repository for this one: a checkout can contain what looks like a bare repository. */
function leadsOut(place: string, files: InstallWorld['files']): boolean {
  const inner = `${place}/.git`
  const folder = files.kindOf(inner) === 'folder' ? inner : place
  const hasLink = (path: string): boolean =>
    files.list(path)?.some(({ name, kind }) => (kind === 'folder' ? hasLink(`${path}/${name}`) : kind !== 'file')) ??
    true
  const parts = ['HEAD', 'packed-refs', 'objects', 'refs']
  return (
    ['commondir', 'objects/info/alternates'].some((path) => files.kindOf(`${folder}/${path}`) !== undefined) ||
    [folder, ...parts.map((name) => `${folder}/${name}`)].some((path) => isLink(path, files)) ||
    ['objects', 'refs'].some((name) => hasLink(`${folder}/${name}`))
  )
}

const isLink = (path: string, files: InstallWorld['files']): boolean =>
  files.list(folderOf(path) || '/')?.some(({ name, kind }) => name === fileName(path) && kind === 'link') ?? true
