import type { Cache, WordIndex } from '../../model/ports.ts'
import { Indexes } from './indexes.ts'
import { KnownFiles } from './known-files.ts'
import { PackTexts } from '../packs/pack-texts.ts'
import type { KeptSources } from '../units/unit-source.ts'

/** Cached between reads of the same knowledge: texts and their indexes, never answers. */
export class ReadCache {
  /** Kept between processes. */
  readonly stored: Cache | undefined
  readonly packs = new PackTexts()
  readonly indexes: Indexes
  readonly files: KnownFiles
  readonly units: KeptSources = new Map()

  constructor(cache?: Cache, words?: WordIndex) {
    this.stored = cache
    this.indexes = new Indexes(cache, words)
    this.files = new KnownFiles(cache)
  }

  clear(): void {
    this.packs.clear()
    this.indexes.clear()
    this.units.clear()
  }
}
