import { readClaimRecords } from '../../parse/records/claim-records.ts'
import type { ClaimRecord } from '../../parse/records/claim-records.ts'
import { readStructure } from '../../formats/read-structure.ts'
import type { Section, Structure } from '../../formats/structure.ts'
import type { Span } from '../../model/codes/diagnostic.ts'
import { openFacts, type FactLine } from '../../text/facts/fact-lines.ts'
import type { Source } from './source.ts'

/** Scanned once and cached as long as the source exists, because several steps of a read use it. */
const structures = new WeakMap<Source, Structure>()
const facts = new WeakMap<Source, ReturnType<typeof openFacts>>()
const claimRecords = new WeakMap<Source, readonly ClaimRecord[]>()

export const structureOf = (source: Source): Structure =>
  known(structures, source, () => readStructure(source.text, source.format, source.from))

export const sectionsOf = (source: Source): readonly Section[] => structureOf(source).sections

export const factsIn = (source: Source, stretches: readonly Span[]): readonly FactLine[] =>
  known(facts, source, () => openFacts(source.text, source.from))(stretches)

/** Claims that a file records line by line (AK-252). */
export const claimRecordsIn = (source: Source): readonly ClaimRecord[] =>
  known(claimRecords, source, () => readClaimRecords(source.text))

function known<T>(kept: WeakMap<Source, T>, source: Source, scan: () => T): T {
  const found = kept.get(source) ?? scan()
  kept.set(source, found)
  return found
}
