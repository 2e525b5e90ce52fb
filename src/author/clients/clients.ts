import { claudeCode } from './claude-code.ts'
import { claudeDesktop } from './claude-desktop.ts'
import type { Client, ServerCommand } from './client.ts'
import { codex } from './codex.ts'
import { cursor } from './cursor.ts'
import { opencode } from './opencode.ts'
import { vscode } from './vscode.ts'
import { zed } from './zed.ts'

/** The clients that can be set up, in the order of the help. */
export const clients: readonly Client[] = [claudeCode, cursor, vscode, codex, opencode, zed, claudeDesktop]

export interface ServerWishes {
  /** The command that starts this program, with absolute paths. */
  readonly program: readonly [string, ...string[]]
  /** Absolute workspaces of the server; none: the folder that is open in the client. */
  readonly roots: readonly string[]
  readonly packs: readonly string[]
  /** Used if the client has no open folder. */
  readonly folder: string
}

/** The command that a client starts the server with. */
export function serverCommand({ workspace }: Client, { program, roots, packs, folder }: ServerWishes): ServerCommand {
  const open = workspace === undefined ? [] : [workspace === 'none' ? folder : workspace]
  const scanned = roots.length + packs.length > 0 ? roots : open
  return [
    ...program,
    'mcp',
    ...scanned.flatMap((root) => ['--root', root]),
    ...packs.flatMap((folderOfPacks) => ['--packs', folderOfPacks]),
  ]
}
