import type { Call } from '../verb.ts'
import { outLine, printRecord } from './terminal/print.ts'

/** Prints whether an entry is enabled. */
export function printSwitch(
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
  command: 'enable' | 'disable',
  { ref, enabled }: { readonly ref: string; readonly enabled: boolean },
): void {
  const ok = enabled === (command === 'enable')
  if (values['json'] === true) printRecord(terminal, { kind: 'grant', command, ok }, { action: command, ref, enabled })
  else if (ok) outLine(terminal, `${command}d ${ref}`)
}
