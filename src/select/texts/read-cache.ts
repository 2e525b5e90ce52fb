import type { Allowed } from '../../model/decisions/brands.ts'
import type { Cache, WordIndex } from '../../model/ports.ts'
import { Indexes } from './indexes.ts'
import { KnownFiles } from './known-files.ts'
import { PackTexts } from '../packs/pack-texts.ts'
import type { KeptGathering } from '../gather.ts'
import type { KeptSources } from '../units/unit-source.ts'

/** Cached between reads of the same knowledge: texts and their indexes, never answers. */
export class ReadCache {
  /** Persists between processes. */
  readonly stored: Cache | undefined
  readonly packs = new PackTexts()
  readonly indexes: Indexes
  readonly files: KnownFiles
  readonly units: KeptSources = new Map()
  /** Gathered texts by the list of Allowed entries, valid while none of them has changed. */
  gathered = new WeakMap<readonly Allowed[], KeptGathering>()

  constructor(cache?: Cache, words?: WordIndex) {
    this.stored = cache
    this.indexes = new Indexes(cache, words)
    this.files = new KnownFiles(cache)
  }

  clear(): void {
    this.packs.clear()
    this.indexes.clear()
    this.clearUnits()
  }

  clearUnits(): void {
    this.units.clear()
    this.gathered = new WeakMap()
  }
}
