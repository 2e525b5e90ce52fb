import type { Cache } from '../../model/ports.ts'
import { Indexes } from './indexes.ts'
import { PackTexts } from '../packs/pack-texts.ts'
import type { KeptSources } from '../units/unit-texts.ts'

/** What is kept from one read of the same knowledge to the next: texts and their indexes, never answers. */
export class ReadCache {
  readonly packs = new PackTexts()
  readonly indexes: Indexes
  readonly units: KeptSources = new Map()

  constructor(cache?: Cache) {
    this.indexes = new Indexes(cache)
  }

  /** Nothing of a text that may not be kept outlives the read. */
  forgetTransient(): void {
    for (const [key, { persist }] of this.units) if (!persist) this.units.delete(key)
  }

  clear(): void {
    this.packs.clear()
    this.indexes.clear()
    this.units.clear()
  }
}
