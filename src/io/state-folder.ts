import { chmodSync, mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

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
  mkdirSync(path, { recursive: true, mode: 0o700 })
  chmodSync(path, 0o700)
}
