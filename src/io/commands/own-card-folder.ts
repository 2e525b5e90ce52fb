import { statSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a project or a home may have cards of its own. A path that is not ASCII may be found in another normal form. */
export function mayHaveCards(folder: string): boolean {
  try {
    return /[^\0-\x7f]/.test(folder) || statSync(join(folder, '.kcp/commands'), { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
