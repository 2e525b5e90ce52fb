export interface LogLines {
  add(line: string): void
  /** Resolves once all lines so far are written. */
  written(): Promise<void>
}

/** UTF-16 units of lines that wait for the reader of the log. */
const mostWaiting = 1024 * 1024

/**
 * A log that no request waits for: lines are written in the background, many at once. If the reader of the log is too
 * slow, lines beyond the limit are dropped; the line of `dropped` then reports how many.
 */
export function logLines(write: (text: string) => Promise<void>, dropped: (count: number) => string): LogLines {
  let waiting = ''
  let missing = 0
  let writing: Promise<void> | undefined
  const writeWaiting = async (): Promise<void> => {
    // Lines of one turn are written together.
    await Promise.resolve()
    while (waiting !== '') {
      const text = missing === 0 ? waiting : waiting + dropped(missing)
      waiting = ''
      missing = 0
      await write(text)
    }
    writing = undefined
  }
  return {
    add(line) {
      if (waiting.length + line.length > mostWaiting) missing += 1
      else waiting += line
      writing ??= writeWaiting()
    },
    written: async () => writing,
  }
}
