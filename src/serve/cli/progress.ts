import type { Files } from '../../model/ports.ts'
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

/** The same files; `step` is called for each that is read in full. */
export function countReads<Port extends Files>(files: Port, step: () => void): Port {
  return {
    ...files,
    read(root, path, options) {
      if (options.head === undefined) step()
      return files.read(root, path, options)
    },
  }
}
