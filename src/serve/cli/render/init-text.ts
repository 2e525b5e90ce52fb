import type { InitResult } from '../../../app/index.ts'
import type { Terminal } from '../verb.ts'
import { visible } from './terminal/cells.ts'

/** Maximum names that are listed; `--json` has all of them. */
const shownNames = 40

export function shownPaths(paths: readonly string[]): string {
  const more = paths.length - shownNames
  return [...paths.slice(0, shownNames).map(visible), ...(more > 0 ? [`and ${more} more`] : [])]
    .map((line) => `  ${line}\n`)
    .join('')
}

export function reportOmitted(skipped: InitResult['skipped'], terminal: Terminal): void {
  if (skipped.length > 0)
    terminal.err(`\nOmitted:\n${skipped.map(({ path, reason }) => `  ${visible(path)}: ${reason}\n`).join('')}`)
}

export function printNext(next: readonly string[], terminal: Terminal): void {
  if (next.length > 0) terminal.out(`\nNext:\n${next.map((command) => `  ${visible(command)}\n`).join('')}`)
}
