import { readStructure } from '../../src/formats/read-structure.ts'
import type { TextFormat } from '../../src/formats/structure.ts'

/** Units as `kind: text`, in order. */
export const unitsOf = (text: string, format: TextFormat): readonly string[] =>
  readStructure(text, format).units.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end)}`)

/** Titles with their level, in order; the text before the first heading has level 0. */
export const titlesOf = (text: string, format: TextFormat): readonly string[] =>
  readStructure(text, format).sections.map(({ level, title }) => `${level} ${title}`)

/** The headings above a unit of text that contains these words. */
export function headingsOver(text: string, format: TextFormat, words: string): readonly string[] | undefined {
  const { sections, units } = readStructure(text, format)
  const unit = units.find(({ start, end }) => text.slice(start, end).includes(words))
  return unit && sections.find(({ start, end }) => start <= unit.start && unit.end <= end)?.headings
}

/** The number of the list, table or code block that each unit belongs to. */
export const groupsOf = (text: string, format: TextFormat): readonly (number | undefined)[] =>
  readStructure(text, format).units.map(({ group }) => group)
