import type { Catalog } from '../../model/catalog.ts'
import type { Ports } from '../../model/ports.ts'
import type { ReadCache } from '../../select/texts/read-cache.ts'
import type { Reader } from '../decide/ask-gates.ts'
import type { View } from '../decide/model-view.ts'
import type * as Stages from './stages.ts'

type Work<T> = (stages: typeof Stages, listed: Catalog, reader: Reader) => Promise<T>

/** The stages that open content, and their cache; loaded on first use, so that a list does not load them. */
export class ContentStages {
  readonly #stored: Pick<Ports, 'cache' | 'words'>
  readonly #shared: Ports['shared']
  #cache: ReadCache | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(ports: Pick<Ports, 'cache' | 'words' | 'shared'>) {
    this.#stored = ports
    this.#shared = ports.shared
  }

  /** Nothing is decided before the decisions made on other servers are loaded. */
  async run<T>(view: () => View, work: Work<T>): Promise<T> {
    await this.#shared?.current()
    return this.#run(view, work)
  }

  async #run<T>(view: () => View, work: Work<T>): Promise<T> {
    const stages = await import('./stages.ts')
    this.#cache ??= new stages.ReadCache(this.#stored.cache, this.#stored.words)
    for (let left = 2; ; left--) {
      const { listed, reader } = view()
      try {
        return await work(stages, listed, { ...reader, cache: this.#cache })
      } catch (error) {
        // The next decision takes into account what other servers have used.
        if (!(error instanceof stages.LimitReached) || left === 0) throw error
      }
    }
  }

  /**
   * Runs after the runs before it, on the catalog of that time: concurrent reads would use more memory and no less
   * time, and each must see what earlier ones counted. While its record is written, the next one is prepared.
   */
  async runInTurn<T>(view: () => View, work: Work<T>): Promise<T> {
    const before = this.#turn
    const looked = this.#shared?.current()
    let endTurn = (): void => undefined
    this.#turn = new Promise((resolve) => {
      endTurn = resolve
    })
    try {
      await Promise.all([before, looked])
      return await this.#run(() => {
        const { listed, reader } = view()
        return { listed, reader: { ...reader, onRecording: endTurn } }
      }, work)
    } finally {
      endTurn()
    }
  }

  clear(): void {
    this.#cache?.clear()
  }
}
