import { hasAlias } from './paths.ts'

/** Characters that reorder or hide text, and halves of characters. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

/**
 * Why a name makes a whole archive or repository suspect; `undefined` if it does not. No tool writes such names by
 * accident.
 */
export function treeNameProblem(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (path.length > 1024) return 'is too long'
  if (unprintable.test(path)) return 'has control characters'
  if (path.includes('\\')) return 'has a backslash'
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'is absolute'
  const parts = path.split('/')
  if (parts.length > 64) return 'is too deep'
  if (parts.includes('..')) return 'leaves its folder'
  return parts.some((part) => part === '' || part === '.') ? 'is not a plain path' : undefined
}

/** One spelling for all paths that some file system treats as the same. */
export const foldPath = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** The first path that occurs twice, or both as a file and as a folder. */
export function clashIn(files: Iterable<string>, fold: (path: string) => string = (path) => path): string | undefined {
  const names = new Set<string>()
  for (const path of files) {
    const name = fold(path)
    if (names.has(name)) return path
    names.add(name)
  }
  const folders = parentFolders(names)
  for (const name of names) if (folders.has(name)) return name
  return undefined
}

/** Every folder above these paths. A known folder ends the search, because paths may be deep. */
export function parentFolders(paths: Iterable<string>): ReadonlySet<string> {
  const folders = new Set<string>()
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end)
      if (folders.has(folder)) break
      folders.add(folder)
    }
  return folders
}

/** Invisible characters, which some file systems ignore. */
const ignorable = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Why a file cannot be installed under its name on every system; `undefined` if it can. */
export function installedNameProblem(path: string): string | undefined {
  if (ignorable.test(path)) return 'has invisible characters'
  if (hasAlias(path) || /(?:^|\/)[^/]{0,8}~\d/.test(path)) return 'means another file on some systems'
  if (path.split('/').some((part) => Buffer.byteLength(part) > 200)) return 'is too long'
  return undefined
}

/** Instructions that agents read on their own, without a grant. */
const instructions = /^(?:agents?|claude|gemini|qwen|warp|crush|skill|copilot-instructions)(?:\.[^/]*)?\.md$/

/**
 * Files that are never installed: hidden ones, which programs run or read on their own (`.git`, `.envrc`, `.vscode`),
 * installed packages, and instructions to agents.
 */
export function isLeftOut(path: string): boolean {
  const parts = foldPath(path).split('/')
  return parts.some((part) => part.startsWith('.') || part === 'node_modules') || instructions.test(parts.at(-1) ?? '')
}
