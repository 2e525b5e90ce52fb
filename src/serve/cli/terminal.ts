import { writeSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { Terminal } from './verb.ts'

/** The real terminal. Writes are synchronous so that nothing is lost when the process ends. */
export function processTerminal(): Terminal {
  const interactive = Boolean(process.stdin.isTTY && process.stderr.isTTY)
  return {
    out: (text) => writeAll(1, text),
    err: (text) => writeAll(2, text),
    cwd: process.cwd(),
    env: process.env,
    interactive,
    color: Boolean(process.stdout.isTTY) && !process.env['NO_COLOR'],
    stdin: readStdin,
    async confirm(question) {
      const lines = createInterface({ input: process.stdin, output: process.stderr })
      const answer = await lines.question(`${question} [y/N] `)
      lines.close()
      return /^y(es)?$/i.test(answer.trim())
    },
  }
}

function writeAll(descriptor: number, text: string): void {
  const bytes = Buffer.from(text, 'utf8')
  let written = 0
  while (written < bytes.length) {
    try {
      written += writeSync(descriptor, bytes, written)
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code
      if (code === 'EAGAIN') continue
      if (code === 'EPIPE') return
      throw error
    }
  }
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of process.stdin) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}
