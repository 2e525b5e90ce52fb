import type { Cache } from '../../model/ports.ts'
import { Indexes } from './indexes.ts'
import { PackTexts } from '../packs/pack-texts.ts'
import type { KeptSources } from '../units/unit-texts.ts'

/** Cached between reads of the same knowledge: texts and their indexes, never answers. */
export class ReadCache {
  readonly packs = new PackTexts()
  readonly indexes: Indexes
  readonly units: KeptSources = new Map()

  constructor(cache?: Cache) {
    this.indexes = new Indexes(cache)
  }

  /** Drops texts that may not outlive the read. */
  forgetTransient(): void {
    for (const [key, { persist }] of this.units) if (!persist) this.units.delete(key)
  }

  clear(): void {
    this.packs.clear()
    this.indexes.clear()
    this.units.clear()
  }
}
