import { readFileSync } from 'node:fs'
import { join } from 'node:path'

let text: string | undefined

/** The cards of current tools, as `parse/command/bundled-card.ts` reads them. A file, because text costs nothing to compile. */
export const bundledCards = (): string =>
  (text ??= readFileSync(join(import.meta.dirname, 'command-cards.txt'), 'utf8'))
