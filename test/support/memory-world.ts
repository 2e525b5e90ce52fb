import { cpSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from '../../src/serve/cli/main.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { tempFolder } from './temp-folder.ts'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A home with real transcripts of these clients, recorded in `/work/harbor` by `scripts/try-memory.mjs`. */
export function homeWith(...clients: readonly string[]) {
  const [home, cwd] = [tempFolder({ 'config/lorefence/lorefence.yaml': 'grants: unattended\n' }), tempFolder()]
  for (const client of clients) cpSync(`test/fixtures/transcripts/${client}`, home, { recursive: true })
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  const run = async (...argv: readonly string[]): Promise<Ran> => {
    const terminal = fakeTerminal({ cwd, env })
    const code = await main(['memory', ...argv], terminal)
    return { code, out: terminal.stdout, err: terminal.stderr }
  }
  const found = async (word: string): Promise<string> => (await run('search', word, '--all-projects')).out
  const count = async (): Promise<number> =>
    (JSON.parse((await run('stats', '--all-projects', '--json')).out) as { messages: number }).messages
  return { home, cwd, env, state: join(home, 'state'), run, found, count }
}

export const filesIn = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
        .sort()
    : []

/** The files of a folder that contain a text, as grep finds them. */
export const grep = (folder: string, text: string): readonly string[] =>
  filesIn(folder).filter((file) => readFileSync(file).includes(text))
