import type { Field, FieldTable, Shape } from '../../model/tables/fields.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

export interface SchemaOptions {
  readonly draft: 'draft-07' | '2020-12'
  readonly title: string
  /** Only the fields of the table are valid. */
  readonly closed?: boolean
  /** Precedes the section number in a description. */
  readonly specification?: string
}

const dialects = {
  'draft-07': 'http://json-schema.org/draft-07/schema#',
  '2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const

/**
 * The JSON Schema of a field table. It rejects values of the wrong type and whatever validation reports as an error,
 * and accepts what is only a warning (an unlisted word, a long trigger, a number out of range).
 */
export function jsonSchemaOf(
  table: FieldTable,
  { draft, title, closed = false, specification }: SchemaOptions,
): JsonSchema {
  return { $schema: dialects[draft], title, ...objectSchema(table, { closed, specification }) }
}

/** The JSON Schema of a tool's arguments, kept minimal because its tokens count in every conversation. */
export function argumentSchema(table: FieldTable): ArgumentSchema {
  const fields = Object.entries(table)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map(([name, field]) => [name, argumentOf(field)])),
    required: fields.filter(([, field]) => field.required === true).map(([name]) => name),
  }
}

/** For the strict modes of model providers: no other argument, all of them required, `null` for an absent one. */
export function strictArgumentSchema(table: FieldTable): StrictArgumentSchema {
  const fields = Object.entries(table)
  return {
    type: 'object',
    properties: Object.fromEntries(
      fields.map(([name, field]) => [name, field.required === true ? argumentOf(field) : nullable(argumentOf(field))]),
    ),
    required: fields.map(([name]) => name),
    additionalProperties: false,
  }
}

function argumentOf(field: Field): JsonSchema {
  const schema = fieldSchema(field, { closed: true, specification: undefined })
  return schema['enum'] ? { type: 'string', ...schema } : schema
}

const nullable = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  type: [schema['type'], 'null'],
  ...(Array.isArray(schema['enum']) ? { enum: [...(schema['enum'] as readonly string[]), null] } : {}),
})

export interface ArgumentSchema {
  type: 'object'
  properties: Record<string, JsonSchema>
  required: string[]
}

export interface StrictArgumentSchema extends ArgumentSchema {
  additionalProperties: false
}

interface Context {
  /** The value of a required field. */
  readonly required?: boolean
  /** Closed objects are strict: `null` is a value, and every limit counts. */
  readonly closed: boolean
  readonly specification: string | undefined
}

function objectSchema(table: FieldTable, context: Context): JsonSchema {
  const entries = Object.entries(table)
  const required = entries.filter(([, field]) => field.required === true).map(([name]) => name)
  return {
    type: 'object',
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(entries.map(([name, field]) => [name, fieldSchema(field, context)])),
    ...(context.closed ? { additionalProperties: false } : {}),
  }
}

function fieldSchema(field: Field, context: Context): JsonSchema {
  const schema = shapeSchema(field, { ...context, required: field.required === true })
  return {
    ...describe(field, context),
    ...(context.closed || field.required === true ? schema : orNull(schema)),
    ...(field.default === undefined ? {} : { default: field.default }),
  }
}

function describe({ doc, section }: Field, { specification }: Context): JsonSchema {
  const description = [doc, section && specification ? `(${specification} ${section})` : undefined]
    .filter((part) => part !== undefined)
    .join(' ')
  return description === '' ? {} : { description }
}

/** Authors write `null` for an absent value. */
function orNull(schema: JsonSchema): JsonSchema {
  if (typeof schema['type'] === 'string') return { ...schema, type: [schema['type'], 'null'] }
  if (Array.isArray(schema['type'])) return { ...schema, type: [...(schema['type'] as readonly string[]), 'null'] }
  if (Array.isArray(schema['enum'])) return { enum: [...(schema['enum'] as readonly string[]), null] }
  if (Array.isArray(schema['anyOf']))
    return { anyOf: [...(schema['anyOf'] as readonly JsonSchema[]), { type: 'null' }] }
  return schema
}

function shapeSchema(shape: Shape, context: Context): JsonSchema {
  switch (shape.type) {
    case 'any':
      return {}
    case 'text':
      return textSchema(shape, context)
    case 'date':
    case 'datetime':
      return { type: 'string' }
    case 'url':
      return { type: 'string', ...(shape.strict ? { pattern: '^[hH][tT][tT][pP][sS]://[^/\\s]' } : {}) }
    case 'boolean':
      return { type: 'boolean' }
    case 'integer':
      return { type: 'integer', ...rangeOf(shape, context) }
    case 'number':
      return { type: 'number', ...rangeOf(shape, context) }
    case 'choice':
      return choiceSchema(shape, context)
    case 'list': {
      const items = shapeSchema(shape.of, { ...context, required: false })
      const list = { type: 'array', items, ...(shape.min === undefined ? {} : { minItems: shape.min }) }
      return shape.orSingle ? { anyOf: [list, items] } : list
    }
    case 'record': {
      const values = shapeSchema(shape.of, context)
      return { type: 'object', additionalProperties: context.closed ? values : orNull(values) }
    }
    case 'object':
      return objectSchema(shape.fields, { ...context, closed: shape.closed === true })
    case 'either':
      return { anyOf: shape.of.map((option) => shapeSchema(option, context)) }
  }
}

function textSchema(
  { asWritten, nonEmpty, maxLength, pattern, misfit }: Extract<Shape, { type: 'text' }>,
  context: Context,
): JsonSchema {
  const strict = misfit !== 'warning'
  return {
    type: asWritten ? ['string', 'number'] : 'string',
    ...filledSchema(nonEmpty === true, context),
    ...(strict && maxLength !== undefined ? { maxLength } : {}),
    ...(strict && pattern !== undefined ? { pattern } : {}),
  }
}

/** Blank texts of authors count as missing; in records they do not. */
const notBlank = { pattern: '\\S' } as const

function filledSchema(nonEmpty: boolean, { closed, required }: Context): JsonSchema {
  if (closed) return nonEmpty ? { minLength: 1 } : {}
  return nonEmpty || required ? notBlank : {}
}

function rangeOf({ min, max }: { readonly min?: number; readonly max?: number }, { closed }: Context): JsonSchema {
  if (!closed) return {}
  return { ...(min === undefined ? {} : { minimum: min }), ...(max === undefined ? {} : { maximum: max }) }
}

/** An `enum` beside plain text lets editors complete the words without rejecting others. */
function choiceSchema(
  { of, orPrefix, unlisted }: Extract<Shape, { type: 'choice' }>,
  { required }: Context,
): JsonSchema {
  if (unlisted !== 'error') return { anyOf: [{ enum: of }, { type: 'string', ...(required ? notBlank : {}) }] }
  return orPrefix === undefined
    ? { enum: of }
    : { anyOf: [{ enum: of }, { type: 'string', pattern: `^${orPrefix}[\\s\\S]` }] }
}
