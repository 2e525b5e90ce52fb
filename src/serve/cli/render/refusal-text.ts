import type { RefusedGuide, UnknownGuide } from '../../../app/index.ts'
import { exitCodes, UsageError, type Terminal } from '../verb.ts'
import { visible } from './terminal/cells.ts'

/** Reports why a named entry is refused, and returns the exit code. */
export function reportRefusal(refused: RefusedGuide, what: string, terminal: Terminal): number {
  const { ref, verdict, decision, omitted } = refused
  const printLine = (line: string): void => terminal.err(`${visible(line)}\n`)
  printLine(`${ref} ${what}; no content is shown.`)
  const reasons = (decision?.reasons ?? []).filter((reason) => reason.verdict !== 'allow')
  for (const reason of reasons)
    printLine(`  ${reason.verdict} ${reason.gate}: ${[reason.sentence, reason.change].filter(Boolean).join(' ')}`)
  if (reasons.length === 0) for (const { detail } of omitted) printLine(`  ${detail}`)
  return refusedCode(verdict)
}

export const refusedCode = (verdict: RefusedGuide['verdict']): number =>
  verdict === 'deny' ? exitCodes.denied : exitCodes.findings

/** The name matches nothing, or an entry of another kind, which another command shows. */
export function unknownName({ ref, near, instead }: UnknownGuide, written: string, remark = ''): UsageError {
  if (instead === undefined)
    return new UsageError(
      `"${written}" was not found.${near[0] === undefined ? '' : ` Did you mean "${near[0]}"?`} Run "lorefence catalog" to list the entries.`,
    )
  const commands = {
    pack: `its guide: lorefence activate ${ref}`,
    manifest: `its units: lorefence catalog ${ref}`,
    unit: `all of it: lorefence activate ${ref}`,
  }
  return new UsageError(`"${ref}" is a ${instead}.${remark} To see ${commands[instead]}`)
}
