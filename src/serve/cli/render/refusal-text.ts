import {
  ambiguousName,
  commandsForOmitted,
  notFound,
  withoutHint,
  type Catalog,
  type RefusedGuide,
  type UnknownGuide,
} from '../../../app/index.ts'
import { exitCodes, UsageError, type Call } from '../verb.ts'
import { viewOptions } from '../view-options.ts'
import { reportConfigPlace } from './omissions.ts'
import { errCommands, errLine } from './terminal/print.ts'

/** Reports why a named entry is refused, and returns the exit code. */
export function reportRefusal(
  refused: RefusedGuide,
  what: string,
  { call, catalog }: { readonly call: Pick<Call, 'values' | 'terminal'>; readonly catalog: Catalog },
): number {
  const { ref, verdict, decision, omitted } = refused
  const { terminal } = call
  const printLine = (line: string): void => errLine(terminal, line)
  printLine(`${ref} ${what}; no content is shown.`)
  const reasons = (decision?.reasons ?? []).filter((reason) => reason.verdict !== 'allow')
  const waiting = [
    ...omitted,
    ...reasons.map(({ verdict: own, code, values }) => ({
      ref,
      reason: own === 'ask' ? ('ask' as const) : ('refused' as const),
      code,
      ...(values?.['source'] === undefined ? {} : { closedBy: values['source'] }),
    })),
  ]
  const commands = commandsForOmitted(catalog, waiting, { cwd: terminal.cwd, options: viewOptions(call) })
  const details = [
    ...reasons.map(({ verdict: own, gate, sentence, change = '' }) =>
      `${own} ${gate}: ${sentence} ${change}`.trimEnd(),
    ),
    ...(reasons.length > 0 ? [] : omitted.map(({ path, detail }) => (path ? `${path}: ${detail}` : detail))),
  ]
  for (const detail of details) printLine(`  ${commands.length > 0 ? withoutHint(detail) : detail}`)
  // While something else denies it, an approval opens nothing.
  if (verdict === 'ask' || reasons.length === 0) errCommands(terminal, commands)
  reportConfigPlace(
    details.map((detail) => ({ detail })),
    terminal,
  )
  return refusedCode(verdict)
}

export const refusedCode = (verdict: RefusedGuide['verdict']): number =>
  verdict === 'deny' ? exitCodes.denied : exitCodes.findings

/** The name matches nothing, or an entry of another kind, which another command shows. */
export function unknownNameError(
  { ref, near, instead }: UnknownGuide,
  written: string,
  { catalog, remark = '' }: { readonly catalog: Catalog; readonly remark?: string },
): UsageError {
  if (near.length > 1) return new UsageError(ambiguousName(written, near), 'ambiguous')
  if (instead === undefined) return new UsageError(notFound(catalog, written, near[0]), 'not-found')
  const commands = {
    pack: `its guide: lorefence activate ${ref}`,
    manifest: `its units: lorefence catalog ${ref}`,
    unit: `all of it: lorefence activate ${ref}`,
  }
  return new UsageError(`"${ref}" is a ${instead}.${remark} To see ${commands[instead]}`, 'other-kind')
}
