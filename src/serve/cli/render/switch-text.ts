import type { Call } from '../verb.ts'
import { visible } from './terminal/cells.ts'
import { jsonText } from './terminal/json-text.ts'
import { scriptEnvelope } from './terminal/script-envelope.ts'

/** Prints whether an entry is enabled. */
export function printSwitch(
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
  command: 'enable' | 'disable',
  { ref, enabled }: { readonly ref: string; readonly enabled: boolean },
): void {
  const ok = enabled === (command === 'enable')
  if (values['json'] === true)
    terminal.out(
      jsonText({
        ...scriptEnvelope({ kind: 'grant', command, diagnostics: [] }),
        ok,
        status: ok ? 'ok' : 'failed',
        action: command,
        ref,
        enabled,
      }),
    )
  else if (ok) terminal.out(`${visible(`${command}d ${ref}`)}\n`)
}
