import { PassThrough, type Readable } from 'node:stream'

/** How long the end of an input may be held back, in milliseconds. */
const longestWait = 60 * 1000

/** The same input, whose end is held back until it is released. */
export interface HeldInput {
  readonly input: Readable
  start(onEnd: () => void): void
  release(): void
}

export function heldInput(source: Readable = process.stdin): HeldInput {
  const input = new PassThrough()
  let hasEnded = false
  return {
    input,
    start(onEnd) {
      const ended = (): void => {
        if (hasEnded) return
        hasEnded = true
        // Input that is still in the pipe is handled first.
        setImmediate(onEnd)
        setTimeout(() => input.end(), longestWait).unref()
      }
      source.on('end', ended).on('close', ended).on('error', ended)
      source.pipe(input, { end: false })
    },
    release: () => void input.end(),
  }
}
