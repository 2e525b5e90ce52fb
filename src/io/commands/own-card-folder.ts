import { statSync } from 'node:fs'
import { join } from 'node:path'

/** Whether a project or a home may have cards of its own. */
export function mayHaveCards(folder: string): boolean {
  try {
    return statSync(join(folder, '.kcp/commands'), { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
