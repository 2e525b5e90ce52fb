import { hasAlias } from './paths.ts'

/** Reorder or hide what is shown, or are no characters at all. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

/**
 * Why a name in an archive or a repository makes all of it suspect; `undefined` for an honest one. No tool writes such names
 * by accident.
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

/** One spelling for all names that some disk takes for the same. */
export const foldPath = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** The first name that stands twice, or as a file and as a folder at once. */
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

/** Every folder above these paths; each is made once, because a path may be deep. */
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

/** Invisible, or read by some disk as if it were absent. */
const ignorable = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u

/** Why a file cannot be installed under its name on every system; `undefined` if it can. */
export function installedNameProblem(path: string): string | undefined {
  if (ignorable.test(path)) return 'has invisible characters'
  if (hasAlias(path) || /(?:^|\/)[^/]{0,8}~\d/.test(path)) return 'means another file on some systems'
  if (path.split('/').some((part) => Buffer.byteLength(part) > 200)) return 'is too long'
  return undefined
}

/** Instructions that an agent reads by itself, past every grant. */
const instructions = /^(?:agents?|claude|gemini|qwen|warp|crush|skill|copilot-instructions)(?:\.[^/]*)?\.md$/

/**
 * Files that are never installed: hidden ones, which programs start or read by themselves (`.git`, `.envrc`, `.vscode`), installed packages,
 * and instructions to agents.
 */
export function isLeftOut(path: string): boolean {
  const parts = foldPath(path).split('/')
  return parts.some((part) => part.startsWith('.') || part === 'node_modules') || instructions.test(parts.at(-1) ?? '')
}
