import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

let text: string | undefined

/** The cards of current tools, which `parse/command/bundled-card.ts` reads. A text file needs no compilation. */
export const bundledCards = (): string =>
  (text ??= readFileSync(join(import.meta.dirname, 'command-cards.txt'), 'utf8'))

/** Whether a project or a home folder may contain cards. */
export function mayHaveCards(folder: string): boolean {
  try {
    return statSync(join(folder, '.kcp/commands'), { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}
