import type { Field, FieldTable, Named, Shape } from '../../model/tables/fields.ts'
import type { OutlineNode } from './outline.ts'

/** What a field table declares for a place in a document. */
export interface FieldPlace {
  /** The allowed shapes; several where the specification allows several. */
  readonly shapes: readonly Shape[]
  /** The nearest field; absent at the root. */
  readonly field: Field | undefined
  readonly name: string | undefined
  /** Of the field or, if it has none, of the nearest field around it. */
  readonly section: string | undefined
  /** Whether the value is one word of the field itself, not of a mapping below it. */
  readonly names: Named | undefined
}

/** `undefined` for a place that no field describes. */
export function fieldAt(table: FieldTable, node: OutlineNode): FieldPlace | undefined {
  if (!node.parent)
    return {
      shapes: [{ type: 'object', fields: table }],
      field: undefined,
      name: undefined,
      section: undefined,
      names: undefined,
    }
  const around = fieldAt(table, node.parent)
  if (!around) return undefined
  const { key } = node
  if (key === undefined) {
    const shapes = around.shapes.flatMap(itemShapes)
    return shapes.length === 0 ? undefined : { ...around, shapes }
  }
  const fields = around.shapes.flatMap((shape) => fieldsIn(shape, key))
  const [field] = fields
  if (!field) return undefined
  const section = field.section ?? around.section
  return { shapes: fields.flatMap(alternatives), field, name: key, section, names: field.names }
}

const alternatives = (shape: Shape): readonly Shape[] =>
  shape.type === 'either' ? shape.of.flatMap(alternatives) : [shape]

const itemShapes = (shape: Shape): readonly Shape[] => (shape.type === 'list' ? alternatives(shape.of) : [])

/** A list of one may be written without its dash. */
function fieldsIn(shape: Shape, key: string): readonly Field[] {
  switch (shape.type) {
    case 'object': {
      const field = Object.hasOwn(shape.fields, key) ? shape.fields[key] : undefined
      return field ? [field] : []
    }
    case 'record':
      return [shape.of]
    case 'list':
      return shape.orSingle ? alternatives(shape.of).flatMap((item) => fieldsIn(item, key)) : []
    default:
      return []
  }
}

/** The fields that are allowed at a place. */
export const fieldsAt = ({ shapes }: FieldPlace): FieldTable =>
  Object.assign({}, ...shapes.map((shape) => (shape.type === 'object' ? shape.fields : {}))) as FieldTable

/** The words that a value may have, from a closed or a recommended list. */
export function wordsAt({ shapes }: FieldPlace): readonly string[] {
  const words = shapes.flatMap((shape): readonly string[] => {
    if (shape.type === 'choice') return [...shape.of, ...(shape.orPrefix === undefined ? [] : [shape.orPrefix])]
    if (shape.type === 'boolean') return ['true', 'false']
    return shape.type === 'list' && shape.orSingle ? wordsAt({ shapes: alternatives(shape.of) } as FieldPlace) : []
  })
  return [...new Set(words)]
}

/** A field as Markdown: its meaning, its allowed values, and the section of the specification. */
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
