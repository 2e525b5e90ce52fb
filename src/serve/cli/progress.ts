import type { Terminal } from './verb.ts'

export interface Progress {
  step(): void
  /** Clears the line. */
  end(): void
}

/** Counts on stderr once a command takes longer than a second; silent when not interactive. */
export function startProgress(terminal: Terminal, message: (count: number) => string): Progress {
  let count = 0
  let next = 1000
  let shown = false
  return {
    step() {
      count += 1
      if (!terminal.interactive || terminal.elapsed() < next) return
      next = terminal.elapsed() + 100
      shown = true
      terminal.status(`${message(count)} …`)
    },
    end() {
      if (shown) terminal.status('')
    },
  }
}
