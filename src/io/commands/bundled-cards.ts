import { readFileSync } from 'node:fs'

let text: string | undefined

/** The cards of current tools, as `parse/command/bundled-card.ts` reads them. A file, because text costs nothing to compile. */
export const bundledCards = (): string =>
  (text ??= readFileSync(new URL('./command-cards.txt', import.meta.url), 'utf8'))
