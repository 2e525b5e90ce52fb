import type { Files, ReadFile } from '../model/ports.ts'
import {
  exactly,
  ignoreAll,
  ignores,
  inAnyCase,
  parseIgnore,
  type IgnoreRules,
  type Spell,
} from '../text/paths/ignore-globs.ts'

/** Maximum bytes read of a `.gitignore`; a larger one ignores everything in its folder. */
const mostBytes = 256 * 1024

/** What is ignored in a folder: the globs of the config, and the `.gitignore` of every folder on the way to it. */
export interface IgnoreChain {
  readonly globs: IgnoreRules
  readonly spell: Spell
  /** Outermost first; folders are relative to the root. */
  readonly files: readonly { readonly folder: string; readonly rules: IgnoreRules }[]
}

export function startIgnoring(files: Files, root: string, globs: readonly string[] = []): IgnoreChain {
  const spell = ignoresCase(files, root) ? inAnyCase : exactly
  return { globs: parseIgnore(globs, spell), spell, files: [] }
}

/** Whether the disk finds a folder under a name in another case. */
function ignoresCase({ realPath }: Files, root: string): boolean {
  const slash = root.lastIndexOf('/')
  const other = [root.toUpperCase(), root.toLowerCase()]
    .map((cased) => `${root.slice(0, slash)}${cased.slice(slash)}`)
    .find((path) => path !== root)
  const real = other === undefined ? undefined : realPath(other)
  return real !== undefined && real === realPath(root)
}

/** The chain inside a folder that has a `.gitignore`. */
export function withIgnoreFile(
  chain: IgnoreChain,
  files: Files,
  { folder, path, file = '.gitignore' }: { readonly folder: string; readonly path: string; readonly file?: string },
): IgnoreChain {
  const rules = rulesIn(files.read(folder, file, { limit: mostBytes }), chain.spell)
  return rules ? { ...chain, files: [...chain.files, { folder: path, rules }] } : chain
}

/**
 * `undefined` if there is no such file. Lines that are not UTF-8 are comments, or name files that cannot be opened
 * anyway.
 */
function rulesIn(read: ReadFile, spell: Spell): IgnoreRules | undefined {
  if (read.ok) return parseIgnore(new TextDecoder().decode(read.bytes).split('\n'), spell)
  return read.trouble === 'too-large' || read.trouble === 'unreadable' ? ignoreAll : undefined
}

/** A `.gitignore` cannot re-include what the config excludes. */
export function isIgnored({ globs, files, spell }: IgnoreChain, path: string, isFolder: boolean): boolean {
  if (globs.length > 0 && ignores(globs, path, isFolder, spell)) return true
  for (let i = files.length - 1; i >= 0; i--) {
    const file = files[i]
    const verdict =
      file && ignores(file.rules, file.folder === '' ? path : path.slice(file.folder.length + 1), isFolder, spell)
    if (verdict !== undefined) return verdict
  }
  return false
}

/** Whether a file, or any folder above it, is ignored. */
export function isFileIgnored(chain: IgnoreChain, path: string): boolean {
  const names = path.split('/')
  return names.some((_, i) => isIgnored(chain, names.slice(0, i + 1).join('/'), i < names.length - 1))
}
