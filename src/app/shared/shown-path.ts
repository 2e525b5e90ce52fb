import { relative, sep } from 'node:path'

/** A path relative to the working folder, with forward slashes. */
export function shownPath(cwd: string, path: string): string {
  const shown = relative(cwd, path)
  return (shown === '' ? '.' : shown).split(sep).join('/')
}
