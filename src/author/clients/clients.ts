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

export interface ServerOptions {
  readonly program: ServerCommand
  /** Workspaces of the server; none: the folder that is open in the client. */
  readonly roots: readonly string[]
  readonly packs: readonly string[]
  /** Used if the client has no open folder. */
  readonly folder: string
}

/** Starts the program on every machine; without a copy in the project, npm downloads it. */
export const portableProgram: ServerCommand = ['npx', '-y', 'lorefence']

/**
 * A path below the project as its settings contain it: relative, or after the client's variable for the open folder.
 */
export function projectPath({ workspace }: Client, path: string): string {
  if (workspace === undefined) return path
  return path === '.' ? workspace : `${workspace}/${path}`
}

/** The command that a client starts the server with. */
export function serverCommand({ workspace }: Client, { program, roots, packs, folder }: ServerOptions): ServerCommand {
  const open = workspace === undefined ? [] : [workspace === 'none' ? folder : workspace]
  const scanned = roots.length + packs.length > 0 ? roots : open
  return [
    ...program,
    'mcp',
    ...scanned.flatMap((root) => ['--root', root]),
    ...packs.flatMap((folderOfPacks) => ['--packs', folderOfPacks]),
  ]
}
