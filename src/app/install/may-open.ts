import type { InstallSource } from '../../model/installation.ts'
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
  return [base, ...settings.folders].some(isBelow)
    ? undefined
    : `"${place}" is outside of "${base}", and no folder of "install: {folders: […]}" in your config contains it.`
}
