import { join } from 'node:path'
import type { Config, Grant } from '../../app/index.ts'
import { userConfigFolder } from '../../io/stores/state-folder.ts'
import { visible } from './render/terminal/cells.ts'
import { UsageError, type Call, type OptionTable } from './verb.ts'

/** The flag twin of the question. */
export const yesOption = {
  yes: { type: 'boolean', doc: 'Do not ask; works only where your own config says "grants: unattended".' },
} as const satisfies OptionTable

/** A person's word, and how it was given; `undefined` when the answer is no. Nothing but the user's own config can stand in for it. */
export async function askPerson(
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
  config: Config,
  question: string,
): Promise<Grant['given'] | undefined> {
  if (config.trouble) throw new UsageError(config.trouble.message)
  if (values['yes'] === true) {
    if (config.unattendedGrants) return 'unattended'
    throw new UsageError(`--yes works only where your own config allows it. ${howToAllow(terminal)}`)
  }
  if (!terminal.interactive) throw new UsageError(`this needs a person at a terminal. ${howToAllow(terminal)}`)
  return (await terminal.confirm(question)) ? 'terminal' : undefined
}

const howToAllow = ({ env }: Call['terminal']): string =>
  `To let --yes stand for you in scripts, write the line "grants: unattended" into ${visible(join(userConfigFolder(env), 'lorefence.yaml'))}`
