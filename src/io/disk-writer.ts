import { randomBytes } from 'node:crypto'
import { closeSync, constants, existsSync, fsyncSync, linkSync, mkdirSync, openSync, realpathSync, rmSync, unlinkSync, writeSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'
import type { CreateFile, Writer } from '../model/ports.ts'
import { pathProblem } from '../text/paths.ts'

/** The real disk. Nothing is written through a link that leaves the root, and nothing is ever replaced. */
export const diskWriter: Writer = {
  create(root, path, bytes) {
    if (pathProblem(path)) return outside
    try {
      const target = openFolderAbove(root, path)
      if (target === undefined) return outside
      writeNewFile(target, bytes)
      return { ok: true }
    } catch (error) {
      return troubleOf(error)
    }
  },
}

const outside: CreateFile = { ok: false, trouble: 'outside', detail: 'The path is a link that leaves its root folder.' }

/** Makes the folders one by one, so that none is made beyond a link; `undefined` when one leaves the root. */
function openFolderAbove(root: string, path: string): string | undefined {
  const realRoot = realpathSync(root)
  const within = realRoot.endsWith(sep) ? realRoot : realRoot + sep
  const parts = path.split('/')
  let folder = realRoot
  for (const part of parts.slice(0, -1)) {
    makeFolder(join(folder, part))
    folder = realpathSync(join(folder, part))
    if (folder !== realRoot && !folder.startsWith(within)) return undefined
  }
  return join(folder, parts.at(-1) ?? '')
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Written beside its place and then linked into it, so that nobody ever finds half of it there; a link replaces nothing. */
function writeNewFile(path: string, bytes: Uint8Array): void {
  const aside = join(dirname(path), `.${basename(path)}.${randomBytes(6).toString('hex')}.tmp`)
  try {
    writeInto(aside, bytes)
    linkSync(aside, path)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '') || !existsSync(aside)) throw error
    // A disk without links.
    writeInto(path, bytes)
  } finally {
    rmSync(aside, { force: true })
  }
}

function writeInto(path: string, bytes: Uint8Array): void {
  const descriptor = openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o666)
  try {
    let written = 0
    while (written < bytes.length) written += writeSync(descriptor, bytes, written)
    fsyncSync(descriptor)
  } catch (error) {
    // Half a file is ours alone: it did not exist a moment ago.
    unlinkSync(path)
    throw error
  } finally {
    closeSync(descriptor)
  }
}

function troubleOf(error: unknown): CreateFile {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EEXIST') return { ok: false, trouble: 'exists', detail: 'It is already there.' }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return { ok: false, trouble: 'unwritable', detail: 'The folder may not be written to.' }
  if (code === 'ENOTDIR') return { ok: false, trouble: 'unwritable', detail: 'A file stands where a folder is needed.' }
  return { ok: false, trouble: 'unwritable', detail: `The file cannot be written (${code ?? 'unknown'}).` }
}
