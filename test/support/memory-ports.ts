import type { Grant } from '../../src/model/decision.ts'
import type { Files, Ports } from '../../src/model/ports.ts'
import type { Receipt } from '../../src/model/receipt.ts'

export interface MemoryPorts extends Ports {
  readonly kept: Receipt[]
  readonly given: Map<string, Grant>
}

/** A world with a fixed clock, counted ids, and stores that can be looked into. */
export function memoryPorts(files: Files): MemoryPorts {
  const kept: Receipt[] = []
  const given = new Map<string, Grant>()
  let count = 0
  return {
    files,
    kept,
    given,
    clock: { now: () => new Date('2026-05-06T09:10:00Z') },
    ids: { next: () => `r-${++count}` },
    grants: { find: (path) => given.get(path), save: (grant) => void given.set(grant.path, grant) },
    receipts: { lastLink: () => kept.at(-1)?.link ?? '', append: (receipt) => void kept.push(receipt) },
  }
}
