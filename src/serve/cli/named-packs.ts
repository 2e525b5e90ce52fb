import { basename, dirname, resolve } from 'node:path'
import { texts, type Call, type Values } from './verb.ts'

/** What was written for a pack: its name or ref as it stands, its folder or KNOWLEDGE.md as an absolute folder. */
export interface NamedPacks {
  readonly names: readonly string[]
  /** The options of the verb; a folder that was named is looked into as well. */
  readonly values: Values
}

export function namedPacks({ positionals, values, terminal }: Call): NamedPacks {
  const folders = positionals.filter(isPath).map((path) => folderOf(resolve(terminal.cwd, path)))
  const names = positionals.map((written) => (isPath(written) ? folderOf(resolve(terminal.cwd, written)) : written))
  return { names, values: folders.length > 0 ? { ...values, packs: [...texts(values['packs']), ...folders] } : values }
}

const isPath = (written: string): boolean => /^\.|[/\\]/.test(written)

const folderOf = (path: string): string => (basename(path) === 'KNOWLEDGE.md' ? dirname(path) : path)
