import { unitRef } from '../../catalog/refs.ts'
import type { Catalog } from '../../model/catalog.ts'
import { isPlainWord } from '../../text/messages/plain-names.ts'
import { askGates, type Reader } from './ask-gates.ts'
import { compareText } from '../../text/compare.ts'

/** A pack or unit that every gate allows now. */
export interface Usable {
  readonly kind: 'pack' | 'unit'
  readonly ref: string
  /** Declared words that are plain names, at most three. */
  readonly topics: readonly string[]
}

/** Sorted by ref. Nothing is opened. */
export function usableRefs(catalog: Catalog, reader: Reader): readonly Usable[] {
  const { allowed } = askGates(catalog, reader, { now: reader.ports.clock.now() })
  const triggers = triggersIn(catalog)
  return allowed
    .map(({ kind, ref }) => ({ kind, ref, topics: plainOnes(triggers.get(ref)) }))
    .sort((a, b) => compareText(a.ref, b.ref))
}

/** By ref; if units share an id, the first counts (KCP §7). */
function triggersIn({ entries }: Catalog): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const { ref: manifest, document } of entries) {
    for (const { id, triggers = [] } of document.kind === 'manifest' ? document.units : []) {
      const ref = unitRef(manifest, id)
      if (!found.has(ref)) found.set(ref, triggers)
    }
  }
  return found
}

const mostTopics = 3

const plainOnes = (words: readonly string[] = []): readonly string[] => words.filter(isPlainWord).slice(0, mostTopics)
