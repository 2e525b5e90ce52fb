import type { RefusedGuide, UnknownGuide } from '../../../app/index.ts'
import { exitCodes, UsageError, type Terminal } from '../verb.ts'
import { visible } from './terminal/cells.ts'

/** Says why something that was asked for by its name is not given, and what that comes to. */
export function tellRefusal(refused: RefusedGuide, what: string, terminal: Terminal): number {
  const { ref, verdict, decision, omitted } = refused
  const say = (line: string): void => terminal.err(`${visible(line)}\n`)
  say(`${ref} ${what}; nothing of it is shown.`)
  const reasons = (decision?.reasons ?? []).filter((reason) => reason.verdict !== 'allow')
  for (const reason of reasons)
    say(`  ${reason.verdict} ${reason.gate}: ${[reason.sentence, reason.change].filter(Boolean).join(' ')}`)
  if (reasons.length === 0) for (const { detail } of omitted) say(`  ${detail}`)
  return refusedCode(verdict)
}

/** One thing was asked for: a no is policy, a question is one that nobody has answered yet. */
export const refusedCode = (verdict: RefusedGuide['verdict']): number =>
  verdict === 'deny' ? exitCodes.denied : exitCodes.findings

/** Wrong use: the name is of nothing here, or of something that another command gives. */
export function unknownName({ ref, near, instead }: UnknownGuide, written: string, remark = ''): UsageError {
  if (instead === undefined)
    return new UsageError(
      `there is no "${written}" here.${near[0] === undefined ? '' : ` Did you mean "${near[0]}"?`} "lorefence catalog" lists what there is.`,
    )
  const commands = {
    pack: `its guide: lorefence activate ${ref}`,
    manifest: `its units: lorefence catalog ${ref}`,
    unit: `all of it: lorefence activate ${ref}`,
  }
  return new UsageError(`"${ref}" is a ${instead}.${remark} To see ${commands[instead]}`)
}
