import { commandsFor, type InitResult } from '../../../app/index.ts'
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

/** Documents, then files that are none; one line a reason, with its first paths. */
export function reportOmitted(skipped: InitResult['skipped'], terminal: Terminal): void {
  const { documents, others } = byKind(skipped)
  reportReasons('Omitted', documents, terminal)
  reportReasons('Not documents of this project', others, terminal)
}

export function byKind(skipped: InitResult['skipped']): Record<'documents' | 'others', InitResult['skipped']> {
  return {
    documents: skipped.filter(({ isDocument }) => isDocument !== false),
    others: skipped.filter(({ isDocument }) => isDocument === false),
  }
}

function reportReasons(title: string, skipped: InitResult['skipped'], terminal: Terminal): void {
  const byReason = new Map<string, string[]>()
  for (const { path, reason } of skipped) byReason.set(reason, [...(byReason.get(reason) ?? []), path])
  const lines = [...byReason].map(([reason, paths]) => `${pathsOf(paths)}: ${reason}`)
  const more = lines.length - shownNames
  const shown = [...lines.slice(0, shownNames), ...(more > 0 ? [`and ${more} more; --json lists all of them`] : [])]
  if (lines.length > 0) terminal.err(`\n${title}:\n${shown.map((line) => `  ${line}\n`).join('')}`)
}

const shownOfReason = 3

function pathsOf(paths: readonly string[]): string {
  const more = paths.length - shownOfReason
  const first = paths.slice(0, shownOfReason).map(visible).join(', ')
  return more > 0 ? `${first} and ${more} more` : first
}

/** In the words in which every verb reports an invalid document. */
export const brokenManifest = (trouble: string, { cwd }: Terminal, root: string): string =>
  visible(`not used: ${trouble} Details: ${commandsFor({ cwd }).validate(`${root}/knowledge.yaml`)}`)

/** Units that name a file that is not there; nothing is removed. */
export function reportMissing(missing: readonly string[] | undefined, terminal: Terminal): void {
  if (missing) terminal.err(`\nUnits whose file does not exist:\n${shownPaths(missing)}`)
}

export function printNext(next: readonly string[], terminal: Terminal): void {
  if (next.length > 0) terminal.out(`\nNext:\n${next.map((command) => `  ${visible(command)}\n`).join('')}`)
}
