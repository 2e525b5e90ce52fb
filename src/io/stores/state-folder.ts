import { chmodSync, existsSync, mkdirSync, statSync, type Stats } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { dirname, isAbsolute, join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

export const processEnvironment = (): Environment => process.env

/** A relative path is refused: it would be resolved in the current folder. */
export function homeFolder(env: Environment): string {
  const home = env['HOME'] ?? orUndefined(homedir) ?? ''
  if (isAbsolute(home)) return home
  const value = home === '' ? 'empty' : `"${home}"`
  throw new Error(
    `HOME is ${value}, which is not an absolute path, so nothing is granted. ` +
      'Set HOME to the absolute path of your home folder.',
  )
}

/** The home folder of the account, whatever the environment sets. */
export const accountHome = (): string | undefined => orUndefined(() => userInfo().homedir)

/** The folder of grants and receipts: absolute, and writable by the user only. */
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
      `${name} is "${path}", which is not an absolute path, so nothing is granted. Set it to an absolute path.`,
    )
  return path
}

/** A folder that others can write to proves no grant. Windows has no such modes. */
function checkOwner(folder: string, variable: string): void {
  const stat = orUndefined(() => statSync(folder, { throwIfNoEntry: false }))
  if (!stat || process.getuid === undefined) return
  const problem = ownershipProblem(stat, process.getuid())
  if (problem === undefined) return
  throw new Error(
    `the folder ${folder} ${problem}, so nothing is granted. ` +
      `Run "chmod go-w" on it if it is yours, or set ${variable} to a folder of your own.`,
  )
}

function ownershipProblem({ uid, mode }: Stats, user: number): string | undefined {
  if (uid !== user) return 'belongs to another user'
  return (mode & 0o022) !== 0 ? 'is writable by others' : undefined
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
  // A new mode sets the time of the folder, by which servers see that something in it has changed.
  if ((statSync(path).mode & 0o777) !== 0o700) chmodSync(path, 0o700)
}

/** Not Node's `recursive`, which never returns where no folder can be created, as below `/proc`. */
export function makeFolders(path: string): void {
  const parent = dirname(path)
  if (parent !== path && !existsSync(parent)) makeFolders(parent)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!existsSync(path) || !statSync(path).isDirectory()) throw error
  }
}
