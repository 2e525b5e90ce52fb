import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'

/** Replaces a file atomically, with mode 0600. */
export function writePrivateFile(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const descriptor = openSync(temporary, 'wx', 0o600)
  try {
    writeFileSync(descriptor, text)
    fsyncSync(descriptor)
    renameSync(temporary, path)
  } catch (error) {
    unlinkSync(temporary)
    throw error
  } finally {
    closeSync(descriptor)
  }
}
