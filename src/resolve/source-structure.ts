import { factLines, type FactLine } from '../text/fact-lines.ts'
import { scanSections, type Section } from '../text/sections.ts'
import type { Source } from './source.ts'

/** What several stages of a read ask of one source; scanned once, and gone with the source it belongs to. */
const sections = new WeakMap<Source, readonly Section[]>()
const facts = new WeakMap<Source, readonly FactLine[]>()

export const sectionsOf = (source: Source): readonly Section[] => known(sections, source, () => scanSections(source.text, source.from))

export const factsOf = (source: Source): readonly FactLine[] => known(facts, source, () => factLines(source.text, source.from))

function known<T>(kept: WeakMap<Source, T>, source: Source, scan: () => T): T {
  const found = kept.get(source) ?? scan()
  kept.set(source, found)
  return found
}
