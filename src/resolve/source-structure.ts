import type { Span } from '../model/diagnostic.ts'
import { openFacts, type FactLine } from '../text/fact-lines.ts'
import { scanSections, type Section } from '../text/sections.ts'
import type { Source } from './source.ts'

/** What several stages of a read ask of one source; scanned once, and gone with the source it belongs to. */
const sections = new WeakMap<Source, readonly Section[]>()
const facts = new WeakMap<Source, ReturnType<typeof openFacts>>()

export const sectionsOf = (source: Source): readonly Section[] => known(sections, source, () => scanSections(source.text, source.from))

/** Sections below a heading that says so. Most files have none, and are spared the scan. */
export const sectionsHeaded = (source: Source, name: RegExp): readonly Section[] =>
  mayBeHeaded(source.text, name) ? sectionsOf(source).filter(({ headings }) => headings.some((heading) => name.test(heading))) : []

/** A heading has a # in its line or is underlined. */
function mayBeHeaded(text: string, name: RegExp): boolean {
  return /^[ \t]*(?:-+|=+)[ \t]*$/m.test(text) || (text.match(/^[^\r\n]*#[^\r\n]*$/gm) ?? []).some((line) => name.test(line))
}

export const factsIn = (source: Source, stretches: readonly Span[]): readonly FactLine[] => known(facts, source, () => openFacts(source.text, source.from))(stretches)

function known<T>(kept: WeakMap<Source, T>, source: Source, scan: () => T): T {
  const found = kept.get(source) ?? scan()
  kept.set(source, found)
  return found
}
