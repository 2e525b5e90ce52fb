import { compareText } from '../compare-text.ts'
import { hasAlias } from './paths.ts'

/** Reorder or hide what is shown, or are no characters at all. */
const unprintable = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/u

/**
 * Why a name in an archive or a repository makes all of it suspect; `undefined` for an honest one. No tool writes such names
 * by accident.
 */
export function treeNameProblem(path: string): string | undefined {
  if (path === '') return 'is empty'
  if (path.length > 4096) return 'is too long'
  if (unprintable.test(path)) return 'has control characters'
  if (path.includes('\\')) return 'has a backslash'
  if (path.startsWith('/') || /^[a-z]:/i.test(path)) return 'is absolute'
  const parts = path.split('/')
  if (parts.includes('..')) return 'leaves its folder'
  return parts.some((part) => part === '' || part === '.') ? 'is not a plain path' : undefined
}

/** One spelling for all names that some disk takes for the same. */
export const foldedName = (path: string): string => path.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC')

/** A name that stands twice, or as a file and as a folder at once. */
export function clashIn(files: Iterable<string>, fold: (path: string) => string = (path) => path): string | undefined {
  // Sorted as folders, what is inside of a name follows it at once: no prefix of a long path has to be looked up.
  const names = [...files].map((path) => ({ path, folder: `${fold(path)}/` }))
  names.sort((a, b) => compareText(a.folder, b.folder))
  return names.find(({ folder }, i) => i > 0 && folder.startsWith(names[i - 1]?.folder ?? '/'))?.path
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
const instructions = new Set([
  'agents.md',
  'claude.md',
  'claude.local.md',
  'gemini.md',
  'skill.md',
  'copilot-instructions.md',
])

/**
 * Files that are never installed: hidden ones, which programs start or read by themselves (`.git`, `.envrc`, `.vscode`), installed packages,
 * and instructions to agents.
 */
export function isLeftOut(path: string): boolean {
  const parts = foldedName(path).split('/')
  return parts.some((part) => part.startsWith('.') || part === 'node_modules') || instructions.has(parts.at(-1) ?? '')
}
