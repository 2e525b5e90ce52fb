import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { ensurePrivateFolder } from './state-folder.ts'

/** Records of one kind: lines of JSON that are only appended, mode 0600. */
export function appendedLines<Value>(
  state: string,
  name: string,
): { append(value: Value): void; list(): readonly Value[] } {
  const folder = join(state, 'log')
  const file = join(folder, `${name}.jsonl`)
  return {
    append(value) {
      ensurePrivateFolder(folder)
      const descriptor = openSync(file, 'a', 0o600)
      try {
        writeSync(descriptor, `${JSON.stringify(value)}\n`)
        fsyncSync(descriptor)
      } finally {
        closeSync(descriptor)
      }
    },
    list: () =>
      textOf(file)
        .split('\n')
        .flatMap(valueIn<Value>),
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

/** The last line may be unfinished. */
function valueIn<Value>(line: string): readonly Value[] {
  try {
    return line === '' ? [] : [JSON.parse(line) as Value]
  } catch {
    return []
  }
}

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
