import { join } from 'node:path'
import type { Config, Grant } from '../../app/index.ts'
import { userConfigFolder } from '../../io/stores/state-folder.ts'
import { visible } from './render/terminal/cells.ts'
import { UsageError, type Call, type OptionTable } from './verb.ts'

export const yesOption = {
  yes: { type: 'boolean', doc: 'Do not ask; works only if your own config has "grants: unattended".' },
} as const satisfies OptionTable

/** How the person agreed; `undefined` when the answer is no. Only the user's own config can replace the question. */
export async function askPerson(
  call: Pick<Call, 'values' | 'terminal'>,
  config: Config,
  question: string,
): Promise<Grant['given'] | undefined> {
  if (isConfirmedByOption(call, config)) return 'unattended'
  return (await call.terminal.confirm(question)) ? 'terminal' : undefined
}

/** Whether --yes answers the question; throws if neither the option nor a person can. */
export function isConfirmedByOption({ values, terminal }: Pick<Call, 'values' | 'terminal'>, config: Config): boolean {
  if (config.trouble) throw new UsageError(config.trouble.message)
  if (values['yes'] === true) {
    if (config.unattendedGrants) return true
    throw new UsageError(`--yes works only if your own config allows it. ${howToAllow(terminal)}`)
  }
  if (!terminal.interactive)
    throw new UsageError(
      'stdin is not a terminal, so you cannot be asked. ' +
        (config.unattendedGrants ? 'Your own config allows --yes: add it.' : howToAllow(terminal)),
    )
  return false
}

function howToAllow({ env }: Call['terminal']): string {
  const file = visible(join(userConfigFolder(env), 'lorefence.yaml'))
  return `To allow --yes in scripts, add the line "grants: unattended" to ${file}`
}
