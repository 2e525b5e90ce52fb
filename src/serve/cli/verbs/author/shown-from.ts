import { relative, sep } from 'node:path'

/** A path as it is written in commands. */
export const shownFrom = (cwd: string, path: string): string => relative(cwd, path).split(sep).join('/') || '.'
