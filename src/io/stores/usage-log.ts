import { closeSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePrivateFolder } from './state-folder.ts'

/** Lines of many processes: one file for each month, one write per call, so that lines never mix (AK-210). */
export function usageLog(
  state: string,
  now: () => Date = () => new Date(),
): { append(lines: readonly string[]): void } {
  return {
    append(lines) {
      if (lines.length === 0) return
      const folder = join(state, 'log')
      ensurePrivateFolder(folder)
      const descriptor = openSync(join(folder, `usage-${now().toISOString().slice(0, 7)}.jsonl`), 'a', 0o600)
      try {
        writeSync(descriptor, `${lines.join('\n')}\n`)
      } finally {
        closeSync(descriptor)
      }
    },
  }
}
