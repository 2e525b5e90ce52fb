import type { Catalog, Knowledge, Usable } from '../../app/index.ts'
import { startStopwatch } from '../../io/process/stopwatch.ts'

/** How long pages of one list may be requested, in milliseconds. */
const listLifetime = 60 * 1000

/**
 * What a client sees before it asks for anything. One instance per requester, because over HTTP every request has a
 * server of its own.
 */
export class Listing {
  readonly #knowledge: Knowledge
  readonly #model: Knowledge
  readonly #elapsed: () => number
  #seen: { readonly scanned: Catalog; readonly catalog: Catalog } | undefined
  #list: { readonly scanned: Catalog; readonly usable: readonly Usable[]; readonly since: number } | undefined

  constructor(knowledge: Knowledge, elapsed = startStopwatch()) {
    this.#knowledge = knowledge
    this.#model = knowledge.forModel()
    this.#elapsed = elapsed
  }

  /** The entries as a model may know them, for the offered tools and topics; computed once per scan. */
  catalog(): Catalog {
    const scanned = this.#knowledge.catalog
    if (this.#seen?.scanned !== scanned) this.#seen = { scanned, catalog: this.#model.catalog }
    return this.#seen.catalog
  }

  /** What may be used, decided now. */
  usable(): readonly Usable[] {
    const scanned = this.#knowledge.catalog
    const usable = this.#model.usable()
    this.#list = { scanned, usable, since: this.#elapsed() }
    return usable
  }

  /** For further pages and completions: a decision less than a minute old is reused; every read decides again. */
  latestUsable(): readonly Usable[] {
    const list = this.#list
    const isValid = list?.scanned === this.#knowledge.catalog && this.#elapsed() - list.since < listLifetime
    return isValid ? list.usable : this.usable()
  }
}
