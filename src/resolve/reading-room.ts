import type { Cache } from '../model/ports.ts'
import { Indexes } from './indexes.ts'
import { Shelf } from './shelf.ts'
import type { KeptSources } from './unit-sources.ts'

/** What is kept from one read of the same knowledge to the next. */
export class ReadingRoom {
  readonly shelf = new Shelf()
  readonly indexes: Indexes
  readonly units: KeptSources = new Map()

  constructor(cache?: Cache) {
    this.indexes = new Indexes(cache)
  }

  /** Nothing of a text that may not be kept outlives the read. */
  tidy(): void {
    for (const [key, { persist }] of this.units) if (!persist) this.units.delete(key)
  }

  clear(): void {
    this.shelf.clear()
    this.indexes.clear()
    this.units.clear()
  }
}
