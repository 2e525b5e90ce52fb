import type { Catalog } from '../../model/catalog.ts'
import { askGates, type Reader } from './ask-gates.ts'

/** A pack or unit that every gate allows now. */
export interface Usable {
  readonly kind: 'pack' | 'unit'
  readonly ref: string
}

/** Sorted by ref. Nothing is opened. */
export function usableRefs(catalog: Catalog, reader: Reader): readonly Usable[] {
  const { allowed } = askGates(catalog, reader, { now: reader.ports.clock.now() })
  return allowed.map(({ kind, ref }) => ({ kind, ref })).sort((a, b) => (a.ref < b.ref ? -1 : 1))
}
