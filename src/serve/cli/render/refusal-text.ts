import {
  ambiguousName,
  commandsForOmitted,
  type Catalog,
  type RefusedGuide,
  type UnknownGuide,
} from '../../../app/index.ts'
import { viewOptions } from '../view-options.ts'
import { exitCodes, UsageError, type Call } from '../verb.ts'
import { visible } from './terminal/cells.ts'

/** Reports why a named entry is refused, and returns the exit code. */
export function reportRefusal(
  refused: RefusedGuide,
  what: string,
  { call, catalog }: { readonly call: Pick<Call, 'values' | 'terminal'>; readonly catalog: Catalog },
): number {
  const { ref, verdict, decision, omitted } = refused
  const { terminal } = call
  const printLine = (line: string): void => terminal.err(`${visible(line)}\n`)
  printLine(`${ref} ${what}; no content is shown.`)
  const reasons = (decision?.reasons ?? []).filter((reason) => reason.verdict !== 'allow')
  for (const reason of reasons)
    printLine(`  ${reason.verdict} ${reason.gate}: ${[reason.sentence, reason.change].filter(Boolean).join(' ')}`)
  if (reasons.length === 0) for (const { detail } of omitted) printLine(`  ${detail}`)
  const grants = [
    ...omitted,
    ...reasons.map(({ code, values }) => ({
      ref,
      reason: 'ask' as const,
      code,
      ...(values?.['source'] === undefined ? {} : { closedBy: values['source'] }),
    })),
  ]
  for (const command of commandsForOmitted(catalog, grants, { cwd: terminal.cwd, options: viewOptions(call) }))
    printLine(`  run:  ${command}`)
  return refusedCode(verdict)
}

export const refusedCode = (verdict: RefusedGuide['verdict']): number =>
  verdict === 'deny' ? exitCodes.denied : exitCodes.findings

/** The name matches nothing, or an entry of another kind, which another command shows. */
export function unknownNameError({ ref, near, instead }: UnknownGuide, written: string, remark = ''): UsageError {
  if (near.length > 1) return new UsageError(ambiguousName(written, near))
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
