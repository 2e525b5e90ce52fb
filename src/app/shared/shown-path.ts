import { relative, sep } from 'node:path'

/** A path as somebody in the working folder would write it. */
export function shownPath(cwd: string, path: string): string {
  const shown = relative(cwd, path)
  return (shown === '' ? '.' : shown).split(sep).join('/')
}
