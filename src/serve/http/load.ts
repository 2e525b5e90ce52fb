import { startStopwatch } from '../../io/process/stopwatch.ts'
import { problem } from './problem.ts'

/** Limits the requests that are answered at the same time and per minute; while it drains, no request begins. */
export class InFlight {
  readonly #most: number
  readonly #perMinute: number
  readonly #elapsed = startStopwatch()
  #minute = { nth: 0, begun: 0 }
  #idle: (() => void) | undefined
  /** Includes requests that are still being received. */
  #open = 0
  count = 0
  draining = false

  constructor(most: number, perMinute = Infinity) {
    this.#most = most
    this.#perMinute = perMinute
  }

  during(work: () => Promise<Response>): Promise<Response> {
    return this.once(async () => undefined, work)
  }

  /** Requests count against the limit only once they are received, so that slow clients do not block others. */
  async once(received: () => Promise<Response | undefined>, work: () => Promise<Response>): Promise<Response> {
    if (this.draining) return problem('busy', { headers: { 'retry-after': '1' } })
    this.#open++
    try {
      return (await received()) ?? (await this.#placed(work))
    } finally {
      this.#open--
      if (this.#open === 0) this.#idle?.()
    }
  }

  async #placed(work: () => Promise<Response>): Promise<Response> {
    if (this.count >= this.#most) return problem('busy', { headers: { 'retry-after': '1' } })
    if (!this.#beginsInMinute()) return problem('busy', { headers: { 'retry-after': '60' } })
    this.count++
    try {
      return await work()
    } finally {
      this.count--
    }
  }

  #beginsInMinute(): boolean {
    const nth = Math.floor(this.#elapsed() / 60_000)
    if (nth !== this.#minute.nth) this.#minute = { nth, begun: 0 }
    this.#minute.begun++
    return this.#minute.begun <= this.#perMinute
  }

  /** Resolves once no request is open, at the latest after this time. */
  drain(milliseconds: number): Promise<void> {
    this.draining = true
    if (this.#open === 0) return Promise.resolve()
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
