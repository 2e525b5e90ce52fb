import { startStopwatch } from '../../io/stopwatch.ts'
import { problem } from './problem.ts'

/** The requests that are being answered: no more than `most` at once and so many a minute, and none begins once it drains. */
export class InFlight {
  readonly #most: number
  readonly #perMinute: number
  readonly #elapsed = startStopwatch()
  #minute = { nth: 0, begun: 0 }
  #idle: (() => void) | undefined
  /** Those that are being received, too. */
  #asked = 0
  count = 0
  draining = false

  constructor(most: number, perMinute = Infinity) {
    this.#most = most
    this.#perMinute = perMinute
  }

  during(work: () => Promise<Response>): Promise<Response> {
    return this.once(async () => undefined, work)
  }

  /** A request that is received first takes a place only then: clients that send theirs slowly take none from others. */
  async once(received: () => Promise<Response | undefined>, work: () => Promise<Response>): Promise<Response> {
    if (this.draining) return problem('busy', { headers: { 'retry-after': '1' } })
    this.#asked++
    try {
      return (await received()) ?? (await this.#placed(work))
    } finally {
      this.#asked--
      if (this.#asked === 0) this.#idle?.()
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

  /** Resolves once nothing is being answered, at the latest after this time. */
  drain(milliseconds: number): Promise<void> {
    this.draining = true
    if (this.#asked === 0) return Promise.resolve()
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
