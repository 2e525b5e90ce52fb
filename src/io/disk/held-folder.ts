import { closeSync, constants, openSync, readlinkSync, realpathSync } from 'node:fs'

/**
 * Runs a step with a path to a folder. If the system can hold a folder open (Linux), the path keeps referring to that
 * folder, whatever takes its name meanwhile; elsewhere the folder is compared again right before the step. `folder`
 * must not contain a link: otherwise it is refused.
 */
export function inHeldFolder<Result>(folder: string, step: (at: string) => Result): Result {
  if (process.platform !== 'linux') {
    if (realpathSync.native(folder) !== folder) throw swapped()
    return step(folder)
  }
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW)
  try {
    const held = `/proc/self/fd/${descriptor}`
    const real = targetOf(held) ?? realpathSync.native(folder)
    if (real !== folder) throw swapped()
    return step(targetOf(held) === undefined ? folder : held)
  } finally {
    closeSync(descriptor)
  }
}

const swapped = (): Error => Object.assign(new Error('The folder was replaced by a link.'), { code: 'ELOOP' })

/** `undefined` without `/proc`. */
function targetOf(held: string): string | undefined {
  try {
    return readlinkSync(held)
  } catch {
    return undefined
  }
}
