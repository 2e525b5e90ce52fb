import type { Catalog } from '../../model/catalog.ts'
import type { Ports } from '../../model/ports.ts'
import type { ReadCache } from '../../select/texts/read-cache.ts'
import type { Reader } from '../decide/ask-gates.ts'
import type { View } from '../decide/model-view.ts'
import type * as Stages from './stages.ts'

type Work<T> = (stages: typeof Stages, listed: Catalog, reader: Reader) => Promise<T>

/** The stages that open content, loaded on first use, so that a list does not load them; and their cache. */
export class ContentStages {
  readonly #stored: Ports['cache']
  #cache: ReadCache | undefined
  #turn: Promise<void> = Promise.resolve()

  constructor(stored: Ports['cache']) {
    this.#stored = stored
  }

  async run<T>({ listed, reader }: View, work: Work<T>): Promise<T> {
    const stages = await import('./stages.ts')
    this.#cache ??= new stages.ReadCache(this.#stored)
    return work(stages, listed, { ...reader, cache: this.#cache })
  }

  /**
   * After the runs before it, on the catalog of that time: concurrent reads would use more memory and no less time, and
   * each must see what those before it count. While its record is written, the next one is prepared.
   */
  async runInTurn<T>(view: () => View, work: Work<T>): Promise<T> {
    const before = this.#turn
    let endTurn = (): void => undefined
    this.#turn = new Promise((resolve) => {
      endTurn = resolve
    })
    try {
      await before
      const { listed, reader } = view()
      return await this.run({ listed, reader: { ...reader, onRecording: endTurn } }, work)
    } finally {
      endTurn()
    }
  }

  clear(): void {
    this.#cache?.clear()
  }
}
