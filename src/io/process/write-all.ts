import { writeSync } from 'node:fs'

/** Writes all of a text before it returns, so that nothing is lost when the process ends. */
export function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  let written = 0
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      // The reader closed the pipe, as `head` does.
      if (code === 'EPIPE') return
      if (code !== 'EAGAIN') throw error
      pause(2)
    }
  }
}

/** Waits for the reader of a full pipe without spinning. */
function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}
