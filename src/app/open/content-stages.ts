import type { Catalog } from '../../model/catalog.ts'
import type { Ports } from '../../model/ports.ts'
import type { ReadCache } from '../../select/texts/read-cache.ts'
import type { Reader } from '../decide/ask-gates.ts'
import type { View } from '../decide/model-view.ts'
import type * as Stages from './stages.ts'

type Work<T> = (stages: typeof Stages, listed: Catalog, reader: Reader) => Promise<T>

/** The stages that open content, loaded on first use, so that a list does not load them; and their cache. */
export class ContentStages {
  readonly #stored: Pick<Ports, 'cache' | 'words'>
  #cache: ReadCache | undefined
  #turn: Promise<unknown> = Promise.resolve()

  constructor(stored: Pick<Ports, 'cache' | 'words'>) {
    this.#stored = stored
  }

  async run<T>({ listed, reader }: View, work: Work<T>): Promise<T> {
    const stages = await import('./stages.ts')
    this.#cache ??= new stages.ReadCache(this.#stored.cache, this.#stored.words)
    return work(stages, listed, { ...reader, cache: this.#cache })
  }

  /** After the runs before it, on the catalog of that time: concurrent reads would use more memory and no less time. */
  runInTurn<T>(view: () => View, work: Work<T>): Promise<T> {
    const result = this.#turn.then(() => this.run(view(), work))
    this.#turn = result.catch(() => undefined)
    return result
  }

  clear(): void {
    this.#cache?.clear()
  }
}
