import { randomBytes } from 'node:crypto'
import { lstatSync, realpathSync, renameSync, rmdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Changed, Installer } from '../../model/ports.ts'
import { diskWriter } from './disk-writer.ts'
import { inHeldFolder } from './held-folder.ts'
import { replaceFile } from './replace-file.ts'

/** The real disk. */
export const diskInstaller: Installer = {
  createFolder({ root, folder, files }) {
    // Hidden, so that no scan finds it; renamed once it contains all files.
    const aside = join(dirname(folder), `.${basename(folder)}.${randomBytes(6).toString('hex')}.tmp`)
    try {
      for (const [path, bytes] of files) {
        const written = diskWriter.create(root, `${aside}/${path}`, bytes)
        if (!written.ok) return { ok: false, detail: `"${path}" was not written. ${written.detail}` }
      }
      return moveIn(join(realpathSync(root), dirname(folder)), { from: basename(aside), to: basename(folder) })
    } finally {
      removeAside(root, aside)
    }
  },
  create: (root, path, bytes) => diskWriter.create(root, path, bytes),
  replace: (root, path, change) => replaceFile(root, path, change),
  removeEmpty(root, folder) {
    try {
      inHeldFolder(dirname(join(realpathSync(root), folder)), (at) => rmdirSync(join(at, basename(folder))))
    } catch {
      // It contains other files, or is behind a link.
    }
  },
}

function moveIn(parent: string, { from, to }: { readonly from: string; readonly to: string }): Changed {
  try {
    return inHeldFolder(parent, (at): Changed => {
      if (lstatSync(join(at, to), { throwIfNoEntry: false })) return { ok: false, detail: 'The folder already exists.' }
      renameSync(join(at, from), join(at, to))
      return { ok: true }
    })
  } catch (error) {
    return {
      ok: false,
      detail: `The folder cannot be written (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`,
    }
  }
}

function removeAside(root: string, aside: string): void {
  try {
    rmSync(join(realpathSync(root), aside), { recursive: true, force: true })
  } catch {
    // Nothing was written, or what was written stays hidden.
  }
}
