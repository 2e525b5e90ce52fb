import type { InstallWorld } from './install-world.ts'

/** A grant that follows edits is for a person's own work: what is installed needs one for these bytes. */
export function endFollowing({ grants, files, root }: InstallWorld, folder: string): boolean {
  const real = files.realPath(`${root}/${folder}`)
  return real !== undefined && grants.find(real)?.follow === true && grants.remove(real)
}
