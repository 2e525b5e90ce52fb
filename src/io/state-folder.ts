import { chmodSync, existsSync, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

export const homeFolder = (env: Environment): string => env['HOME'] ?? homedir()

/** Where grants and receipts are kept; readable by the user alone. */
export function stateFolder(env: Environment): string {
  return env['LOREFENCE_STATE'] ?? join(env['XDG_STATE_HOME'] ?? join(homeFolder(env), '.local', 'state'), 'lorefence')
}

export function userConfigFolder(env: Environment): string {
  return join(env['XDG_CONFIG_HOME'] ?? join(homeFolder(env), '.config'), 'lorefence')
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
