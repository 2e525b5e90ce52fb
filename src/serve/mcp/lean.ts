import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import * as z from 'zod'

type JsonSchema = Readonly<Record<string, unknown>>

/** A schema whose JSON form has only what a model needs, since its tokens count in every session. */
export function lean<Schema extends z.ZodObject>(
  schema: Schema,
): StandardSchemaWithJSON<z.input<Schema>, z.output<Schema>> {
  const { $schema: _schema, ...json } = z.toJSONSchema(schema, { io: 'input' })
  const form = (): Record<string, unknown> => trimmed(json) as Record<string, unknown>
  return { '~standard': { ...schema['~standard'], jsonSchema: { input: form, output: form } } }
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
