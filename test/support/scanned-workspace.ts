import { join } from 'node:path'
import { main } from '../../src/serve/cli/main.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { tempFolder } from './temp-folder.ts'

export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the program in a folder, as a person who answers yes to everything. */
export function personIn(cwd: string, home = tempFolder()): (...argv: readonly string[]) => Promise<Ran> {
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  return async (...argv) => {
    const terminal = fakeTerminal({ cwd, env, interactive: true, answers: [true, true, true] })
    const code = await main(argv, terminal)
    return { code, stdout: terminal.stdout, stderr: terminal.stderr }
  }
}
