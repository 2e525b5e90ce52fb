import { lstatSync, statfsSync, statSync, type BigIntStats } from 'node:fs'
import { folderOf } from '../../text/paths/paths.ts'
import { realPathOf } from './real-path.ts'

/** A change this soon after the last one may leave the same times, on disks that keep whole seconds. */
const settled = 2_000

/** Overlays and NTFS number their files beyond what a double can tell apart. */
const exactly = { bigint: true, throwIfNoEntry: false } as const

/**
 * Device, inode, size and times of files. The time of the last change cannot be set by programs, so that a file with its old
 * modification time put back has another stamp.
 */
export function fileStamps(root: string, now = Date.now(), reached = false): (path: string) => string | undefined {
  const stampAt = (path: string): string | undefined => {
    const stat = statOf(`${root}/${path}`)
    return stat?.isFile() ? stampOf(stat, now) : undefined
  }
  if (reached) return stampAt
  const plain = new Map<string, boolean>([['', isReal(root)]])
  /** Whether no folder on the way is a link. */
  const isPlain = (folder: string): boolean => {
    const known = plain.get(folder)
    if (known !== undefined) return known
    const is = isPlain(folderOf(folder)) && statOf(`${root}/${folder}`)?.isDirectory() === true
    plain.set(folder, is)
    return is
  }
  return (path) => (isPlain(folderOf(path)) ? stampAt(path) : undefined)
}

/** Links are followed, as when the folder is listed. */
export function folderStamp(folder: string, now = Date.now()): string | undefined {
  try {
    const stat = statSync(folder, exactly)
    return stat?.isDirectory() && isDated(stat.dev, folder) ? stampOf(stat, now) : undefined
  } catch {
    return undefined
  }
}

/** By the time of the last change, which a new name, owner or content of a file, and a new entry of a folder, set. */
export function mayHaveChanged(path: string, since: Date): boolean {
  const stat = statOf(path)
  return stat === undefined || stat.isSymbolicLink() || !isSettled(stat, since.getTime())
}

/** Times of a file, and what tells it from every other. */
type Identified = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'mtimeNs' | 'ctimeMs' | 'ctimeNs'>

export function stampOf(stat: Identified, now: number): string | undefined {
  const { dev, ino, size, mtimeNs, ctimeNs } = stat
  return isSettled(stat, now) ? `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}` : undefined
}

const isSettled = ({ mtimeMs, ctimeMs }: Identified, at: number): boolean =>
  Math.max(Number(mtimeMs), Number(ctimeMs)) < at - settled

/** File systems whose folders get a new time with every entry that is added, removed or renamed: ext, XFS, Btrfs, tmpfs, overlay, F2FS, ZFS. */
const datedTypes: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1,
])
const datedDevices = new Map<bigint, boolean>()

function isDated(device: bigint, folder: string): boolean {
  const known = datedDevices.get(device)
  if (known !== undefined) return known
  const is = process.platform === 'linux' && datedTypes.has(statfsSync(folder).type)
  datedDevices.set(device, is)
  return is
}

function isReal(root: string): boolean {
  try {
    return realPathOf(root) === root
  } catch {
    return false
  }
}

function statOf(path: string): BigIntStats | undefined {
  try {
    return lstatSync(path, exactly)
  } catch {
    return undefined
  }
}
