import { basename, dirname, relative, resolve } from 'node:path'
import { diskFiles } from '../../io/disk/disk-files.ts'
import { workspaceAt } from './opening.ts'
import { texts, type Call, type Values } from './verb.ts'

/**
 * Names and refs unchanged; the folder or KNOWLEDGE.md of a pack as an absolute folder; other files as absolute paths.
 */
export interface NamedPacks {
  readonly names: readonly string[]
  /** The options of the verb; named folders are added to `packs`. */
  readonly values: Values
}

export function namedPacks(
  written: readonly string[],
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
): NamedPacks {
  const { cwd } = terminal
  const names = written.map((name) => (isWrittenAsPath(name, cwd) ? folderOf(resolve(cwd, name)) : name))
  const folders = names
    .filter((_, i) => isWrittenAsPath(written[i] ?? '', cwd))
    .map((path) => (/\.(?:md|ya?ml)$/i.test(path) ? dirname(path) : path))
  if (folders.length === 0) return { names, values }
  const [roots, packs] = [texts(values['root']), texts(values['packs'])]
  const workspace = workspaceAt(terminal, diskFiles)
  // A pack inside the workspace stays under the restraints of the workspace.
  const isOwn =
    roots.length + packs.length === 0 && folders.some((folder) => !relative(workspace, folder).startsWith('..'))
  return { names, values: { ...values, packs: [...packs, ...folders], root: isOwn ? [workspace] : roots } }
}

/** Whether it is written as a path, or is a file with an ending in the current folder; no pack is named like one. */
export function isWrittenAsPath(written: string, cwd: string): boolean {
  if (/^(?:pack|unit|manifest):/.test(written)) return false
  return /^\.|[/\\]/.test(written) || (/\.\w+$/.test(written) && diskFiles.kindOf(resolve(cwd, written)) === 'file')
}

const folderOf = (path: string): string => (basename(path) === 'KNOWLEDGE.md' ? dirname(path) : path)
