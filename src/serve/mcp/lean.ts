import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'

type JsonSchema = Readonly<Record<string, unknown>>

interface Leanings {
  /** Other accepted names of members, by the listed one. */
  readonly aliases?: Readonly<Record<string, readonly string[]>>
  /** Values to list for members; others are accepted, too. */
  choices?(): Readonly<Record<string, readonly string[]>>
}

/** A schema whose JSON form has only what a model needs, since its tokens count in every session. */
export function lean<Schema extends z.ZodObject>(
  schema: Schema,
  { aliases = {}, choices = () => ({}) }: Leanings = {},
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, { io: 'input' })
  const form = (): Record<string, unknown> => withChoices(trimmed(json) as Record<string, unknown>, choices())
  const standard = schema['~standard']
  return {
    '~standard': {
      ...standard,
      validate: (value: unknown) => standard.validate(renamed(value, aliases)),
      jsonSchema: { input: form, output: form },
    },
  }
}

/** A member under another name; the listed name has precedence. */
function renamed(value: unknown, aliases: NonNullable<Leanings['aliases']>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const given = value as JsonSchema
  const found = Object.entries(aliases).flatMap(([name, others]) => {
    const other = given[name] === undefined ? others.find((alias) => given[alias] !== undefined) : undefined
    return other === undefined ? [] : [[name, given[other]] as const]
  })
  return { ...given, ...Object.fromEntries(found) }
}

function withChoices(
  json: Record<string, unknown>,
  choices: Readonly<Record<string, readonly string[]>>,
): Record<string, unknown> {
  const properties = Object.entries((json['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>).map(
    ([name, member]) => [name, choices[name] ? { ...member, enum: choices[name] } : member] as const,
  )
  return { ...json, properties: Object.fromEntries(properties) }
}

/** Keys of objects are always strings. */
function trimmed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(trimmed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value as JsonSchema)
      .filter(([name]) => name !== 'propertyNames')
      .map(([name, inner]) => [name, trimmed(inner)]),
  )
}
