import { existsSync, lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { main } from '../../src/serve/cli/main.ts'
import { fakeTerminal } from './fake-terminal.ts'
import { packText, type Fields } from './judge-pack.ts'
import { tempFolder } from './temp-folder.ts'

interface AuthorRun {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A pack on the real disk, and the program to run on it. */
export interface AuthorWorld {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  run(...argv: readonly string[]): Promise<AuthorRun>
  json(...argv: readonly string[]): Promise<Record<string, unknown>>
  text(path: string): string
  write(path: string, text: string): void
  has(path: string): boolean
  /** Every file below a folder with its text. */
  tree(folder?: string): Readonly<Record<string, string>>
}

/** `files` are those of the pack `guide/`, unless they start with a slash. */
export function authorWorld(files: Readonly<Record<string, string>>, fields: Fields = {}, body?: string): AuthorWorld {
  const cwd = tempFolder(
    Object.fromEntries(
      Object.entries({
        'KNOWLEDGE.md': packText({ name: 'guide', profile: 'document-first', status: 'draft', ...fields }, body),
        ...files,
      }).map(([path, text]) => [path.startsWith('/') ? path.slice(1) : `guide/${path}`, text]),
    ),
  )
  const home = tempFolder({ 'config/lorefence/lorefence.yaml': 'grants: unattended\n' })
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  const run = async (...argv: readonly string[]): Promise<AuthorRun> => {
    const terminal = fakeTerminal({ cwd, env })
    const code = await main(argv, terminal)
    return { code, out: terminal.stdout, err: terminal.stderr }
  }
  return {
    cwd,
    env,
    run,
    json: async (...argv) => JSON.parse((await run(...argv, '--json')).out) as Record<string, unknown>,
    text: (path) => readFileSync(join(cwd, path), 'utf8'),
    write: (path, text) => writeFileSync(join(cwd, path), text),
    has: (path) => existsSync(join(cwd, path)),
    tree: (folder = '.') =>
      Object.fromEntries(
        readdirSync(join(cwd, folder), { recursive: true, encoding: 'utf8' })
          .filter((path) => lstatSync(join(cwd, folder, path)).isFile())
          .sort()
          .map((path) => [path, readFileSync(join(cwd, folder, path), 'utf8')]),
      ),
  }
}
