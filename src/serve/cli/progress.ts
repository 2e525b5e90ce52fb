import type { Terminal } from './verb.ts'

export interface Progress {
  /** One more is done. */
  step(): void
  /** Takes the line away again. */
  end(): void
}

/** Counts on stderr once a command takes longer than a second; silent where nobody watches. */
export function startProgress(terminal: Terminal, tell: (count: number) => string): Progress {
  let count = 0
  let next = 1000
  let shown = false
  return {
    step() {
      count += 1
      if (!terminal.interactive || terminal.elapsed() < next) return
      next = terminal.elapsed() + 100
      shown = true
      terminal.status(`${tell(count)} …`)
    },
    end() {
      if (shown) terminal.status('')
    },
  }
}
