import { lstatSync, type Stats } from 'node:fs'
import { folderOf } from '../../text/paths/paths.ts'
import { realPathOf } from './real-path.ts'

/** A change this soon after the last one may leave the same times, on disks that keep whole seconds. */
const settled = 2_000

/**
 * Device, inode, size and times of files. The time of the last change cannot be set by programs, so that a file with its old
 * modification time put back has another stamp.
 */
export function fileStamps(root: string, now = Date.now()): (path: string) => string | undefined {
  const plain = new Map<string, boolean>([['', isReal(root)]])
  /** Whether no folder on the way is a link. */
  const isPlain = (folder: string): boolean => {
    const known = plain.get(folder)
    if (known !== undefined) return known
    const is = isPlain(folderOf(folder)) && statOf(`${root}/${folder}`)?.isDirectory() === true
    plain.set(folder, is)
    return is
  }
  return (path) => {
    const stat = isPlain(folderOf(path)) ? statOf(`${root}/${path}`) : undefined
    if (!stat?.isFile()) return undefined
    const { dev, ino, size, mtimeMs, ctimeMs } = stat
    return Math.max(mtimeMs, ctimeMs) > now - settled ? undefined : `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`
  }
}

function isReal(root: string): boolean {
  try {
    return realPathOf(root) === root
  } catch {
    return false
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}
