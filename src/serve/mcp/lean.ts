import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'
import { forgiven } from './forgive.ts'

type JsonSchema = Readonly<Record<string, unknown>>

/** Values to list for members; others are accepted, too. */
type Choices = () => Readonly<Record<string, readonly string[]>>

/** A schema whose JSON form has only what a model needs, since its tokens count in every session. */
export function lean<Schema extends z.ZodObject>(
  schema: Schema,
  choices: Choices = () => ({}),
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, { io: 'input' })
  const form = (): Record<string, unknown> => withChoices(trimmed(json) as Record<string, unknown>, choices())
  const types = Object.fromEntries(Object.entries(membersOf(json)).map(([name, { type }]) => [name, type]))
  const standard = schema['~standard']
  return {
    '~standard': {
      ...standard,
      validate: (value: unknown) => standard.validate(forgiven(value, types)),
      jsonSchema: { input: form, output: form },
    },
  }
}

const membersOf = (json: JsonSchema): Readonly<Record<string, JsonSchema>> =>
  (json['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>

function withChoices(
  json: Record<string, unknown>,
  choices: Readonly<Record<string, readonly string[]>>,
): Record<string, unknown> {
  const properties = Object.entries(membersOf(json)).map(
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
