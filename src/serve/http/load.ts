import { problem } from './problem.ts'

/** The requests that are being answered: no more than `most` at once, and none begins once it drains. */
export class InFlight {
  readonly #most: number
  #idle: (() => void) | undefined
  count = 0
  draining = false

  constructor(most: number) {
    this.#most = most
  }

  async during(work: () => Promise<Response>): Promise<Response> {
    if (this.draining || this.count >= this.#most) return problem('busy', { headers: { 'retry-after': '1' } })
    this.count++
    try {
      return await work()
    } finally {
      this.count--
      if (this.count === 0) this.#idle?.()
    }
  }

  /** Resolves once nothing is being answered, at the latest after this time. */
  drain(milliseconds: number): Promise<void> {
    this.draining = true
    if (this.count === 0) return Promise.resolve()
    return new Promise((done) => {
      const late = setTimeout(done, milliseconds)
      this.#idle = () => {
        clearTimeout(late)
        done()
      }
    })
  }
}

/** Aborts work that takes longer, or whose client is gone. */
export async function withinTime(
  milliseconds: number,
  gone: AbortSignal,
  work: (signal: AbortSignal) => Promise<Response>,
): Promise<Response> {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  gone.addEventListener('abort', abort, { once: true })
  const late = new Promise<Response>((done) => {
    controller.signal.addEventListener('abort', () => done(problem('too-slow')), { once: true })
  })
  const timer = setTimeout(abort, milliseconds)
  try {
    return await Promise.race([late, work(controller.signal)])
  } finally {
    clearTimeout(timer)
    gone.removeEventListener('abort', abort)
  }
}
