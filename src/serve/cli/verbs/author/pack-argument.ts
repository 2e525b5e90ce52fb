import { relative, resolve, sep } from 'node:path'
import type { AuthorPorts } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { diskWriter } from '../../../../io/disk/disk-writer.ts'
import { replaceFile } from '../../../../io/disk/replace-file.ts'
import { systemClock } from '../../../../io/system.ts'
import { fileName } from '../../../../text/paths/paths.ts'
import { workspaceAt } from '../../opening.ts'
import { UsageError, type Call, type Terminal } from '../../verb.ts'

const packFolders = ['.agents/knowledge', '.lorefence/knowledge'] as const

/** The one pack that a verb is about: its folder, its KNOWLEDGE.md, or its name in the workspace. */
export function packArgument({ positionals, terminal }: Pick<Call, 'positionals' | 'terminal'>, verb: string): string {
  const [written, ...more] = positionals
  if (written === undefined || more.length > 0) throw new UsageError(`${verb} needs one pack: its folder or its name.`)
  return packFolder(written, terminal)
}

export function packFolder(written: string, terminal: Terminal): string {
  const named = resolve(terminal.cwd, written)
  const folder = fileName(named) === 'KNOWLEDGE.md' ? resolve(named, '..') : named
  const workspace = workspaceAt(terminal, diskFiles)
  const isName = /^[a-z0-9-]{1,64}$/.test(written)
  const candidates = [folder, ...(isName ? packFolders.map((parent) => resolve(workspace, parent, written)) : [])]
  const found = candidates.find((candidate) => diskFiles.kindOf(`${candidate}/KNOWLEDGE.md`) === 'file')
  if (found !== undefined) return found
  const places = isName ? `"${written}" or in a folder of that name in ${packFolders.join(' or ')}` : 'it'
  throw new UsageError(
    `"${written}" is not a pack: there is no KNOWLEDGE.md in ${places}. Run "lorefence catalog" to list the packs.`,
    'not-found',
  )
}

/** The real disk; nothing below the current folder or the pack is written through a link. */
export const authorPorts = ({ cwd }: Terminal): AuthorPorts => ({
  files: diskFiles,
  writer: diskWriter,
  clock: systemClock,
  replace: (root, path, change) => replaceFile(root, path, change, { foreign: [cwd, root] }),
})

/** A path relative to the current folder, as it is written in commands. */
export const shownFrom = (cwd: string, path: string): string => relative(cwd, path).split(sep).join('/') || '.'
