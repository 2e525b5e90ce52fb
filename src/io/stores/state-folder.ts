import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** A relative folder is one that the current folder brings along, so it is nobody's home. */
export function homeFolder(env: Environment): string {
  const home = env['HOME'] ?? orUndefined(homedir) ?? ''
  if (!isAbsolute(home))
    throw new Error(
      `HOME is ${home === '' ? 'empty' : `"${home}"`}, which is no absolute path, so nothing is granted. Set HOME to the absolute path of your home folder.`,
    )
  return home
}

/** The home of the account as the system knows it, whatever the environment says. */
export const accountHome = (): string | undefined => orUndefined(() => userInfo().homedir)

/** Where grants and receipts are kept: absolute, and nobody but the user can write to it. */
export function stateFolder(env: Environment): string {
  const folder =
    chosen(env, 'LOREFENCE_STATE') ??
    join(chosen(env, 'XDG_STATE_HOME') ?? join(homeFolder(env), '.local', 'state'), 'lorefence')
  for (const path of [folder, join(folder, 'grants'), join(folder, 'approvals')]) checkOwner(path, 'LOREFENCE_STATE')
  return folder
}

export function userConfigFolder(env: Environment): string {
  const folder = join(chosen(env, 'XDG_CONFIG_HOME') ?? join(homeFolder(env), '.config'), 'lorefence')
  checkOwner(folder, 'XDG_CONFIG_HOME')
  return folder
}

/** Empty means unset, as for every XDG variable. */
function chosen(env: Environment, name: string): string | undefined {
  const path = env[name] || undefined
  if (path !== undefined && !isAbsolute(path))
    throw new Error(
      `${name} is "${path}", which is no absolute path, so nothing is granted. Set it to an absolute path.`,
    )
  return path
}

/** What others can write to is not the user's word. Windows has no such modes. */
function checkOwner(folder: string, variable: string): void {
  const stat = orUndefined(() => statSync(folder, { throwIfNoEntry: false }))
  if (!stat || process.getuid === undefined) return
  const trouble =
    stat.uid !== process.getuid()
      ? 'belongs to another user'
      : (stat.mode & 0o022) !== 0
        ? 'can be written to by others'
        : undefined
  if (trouble !== undefined)
    throw new Error(
      `the folder ${folder} ${trouble}, so nothing is granted. Run "chmod go-w" on it if it is yours, or set ${variable} to a folder of your own.`,
    )
}

function orUndefined<T>(ask: () => T): T | undefined {
  try {
    return ask()
  } catch {
    return undefined
  }
}

export function ensurePrivateFolder(path: string): void {
  makeFolders(path)
  chmodSync(path, 0o700)
}

/** One after the other: Node's own `recursive` never returns where the system takes no folder, as below `/proc`. */
export function makeFolders(path: string): void {
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolders(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error
  }
}
