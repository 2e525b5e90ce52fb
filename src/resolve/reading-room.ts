import { Indexes } from './indexes.ts'
import { Shelf } from './shelf.ts'
import type { KeptSources } from './unit-sources.ts'

/** What is kept from one read of the same knowledge to the next. */
export class ReadingRoom {
  readonly shelf = new Shelf()
  readonly indexes = new Indexes()
  readonly units: KeptSources = new Map()

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
