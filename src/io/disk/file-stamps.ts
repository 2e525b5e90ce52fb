import { lstatSync, statfsSync, statSync, type BigIntStats } from 'node:fs'
import { folderOf } from '../../text/paths/paths.ts'
import { realPathOf } from './real-path.ts'

/** On disks that store whole seconds, two changes within this time may have the same stamp. */
const settled = 2_000

/** Inode numbers of overlays and NTFS exceed the precision of a double. */
const exactly = { bigint: true, throwIfNoEntry: false } as const

/**
 * Device, inode, size and times of files. Programs cannot set the time of the last status change, so restoring an old
 * modification time still gives a different stamp.
 */
export function fileStamps(root: string, now = Date.now(), reached = false): (path: string) => string | undefined {
  const stampAt = (path: string): string | undefined => {
    const stat = statOf(`${root}/${path}`)
    return stat?.isFile() ? stampOf(stat, now) : undefined
  }
  if (reached) return stampAt
  const plain = new Map<string, boolean>([['', isReal(root)]])
  /** Whether no folder on the way to it is a link. */
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

/**
 * By the time of the last status change, which is updated by a new name, owner or content of a file, and by a new entry
 * of a folder.
 */
export function mayHaveChanged(path: string, since: Date): boolean {
  const stat = statOf(path)
  return stat === undefined || stat.isSymbolicLink() || !isSettled(stat, since.getTime())
}

/** The times of a file, and what distinguishes it from every other. */
type Identified = Pick<BigIntStats, 'dev' | 'ino' | 'size' | 'mtimeMs' | 'mtimeNs' | 'ctimeMs' | 'ctimeNs'>

export function stampOf(stat: Identified, now: number): string | undefined {
  const { dev, ino, size, mtimeNs, ctimeNs } = stat
  return isSettled(stat, now) ? `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}` : undefined
}

const isSettled = ({ mtimeMs, ctimeMs }: Identified, at: number): boolean =>
  Math.max(Number(mtimeMs), Number(ctimeMs)) < at - settled

/**
 * File systems that update the time of a folder whenever an entry is added, removed or renamed: ext, XFS, Btrfs, tmpfs,
 * overlay, F2FS, ZFS.
 */
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
