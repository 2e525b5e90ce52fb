import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs'

/** Replaces a file in one step, so that no reader ever sees half of it; mode 0600. */
export function writePrivateFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.${Date.now()}.tmp`
  const descriptor = openSync(temporary, 'wx', 0o600)
  try {
    writeSync(descriptor, text)
    fsyncSync(descriptor)
  } finally {
    closeSync(descriptor)
  }
  renameSync(temporary, path)
}
