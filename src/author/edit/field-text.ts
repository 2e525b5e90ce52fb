import { wordsAt, type FieldPlace } from './field-at.ts'

/** A field in plain words: what it means, what it may be, and where the specification says so. */
export function fieldText(place: FieldPlace, specification: string): string {
  const { field, name } = place
  if (!field || name === undefined) return ''
  return [
    `**${name}**${requirement(field.required)}`,
    field.doc ?? '',
    valueText(place),
    field.default === undefined ? '' : `Default: \`${field.default}\`.`,
    `*${sectionText(place, specification)}*`,
  ]
    .filter((line) => line !== '')
    .join('\n\n')
}

/** `KCP §4.5`; the sections of Agent Knowledge have names instead of numbers. */
function sectionText({ field, name, section }: FieldPlace, specification: string): string {
  if (section !== undefined) return `${specification} ${section}`
  if (specification !== 'Agent Knowledge') return specification
  return field?.required
    ? `${specification} specification, required frontmatter`
    : `${specification} specification, ${name ?? ''}`
}

function requirement(required: true | 'advised' | undefined): string {
  if (required === undefined) return ''
  return required === true ? ' (required)' : ' (recommended)'
}

function valueText(place: FieldPlace): string {
  const words = wordsAt(place)
  if (words.length > 0) return `One of ${words.map((word) => `\`${word}\``).join(', ')}.`
  const [shape] = place.shapes
  return shape === undefined ? '' : (plainShapes[shape.type] ?? '')
}

const plainShapes: Readonly<Record<string, string>> = {
  integer: 'A whole number.',
  number: 'A number.',
  date: 'A date, YYYY-MM-DD.',
  datetime: 'A date and time, such as 2026-03-01T12:00:00Z.',
  url: 'A web address that begins with https://.',
  list: 'A list.',
  object: 'A mapping.',
  record: 'A mapping with names of your own.',
}
