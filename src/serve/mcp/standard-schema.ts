import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server'
import { argumentSchema, readArguments, type ToolArguments } from '../../app/index.ts'
import type { FieldTable } from '../../model/tables/fields.ts'

/** Suggested values for arguments; others are accepted, too. */
type Choices = () => Readonly<Record<string, readonly string[]>>

/** A field table in the schema format of the MCP library. */
export function standardSchema(
  table: FieldTable,
  choices: Choices = () => ({}),
): StandardSchemaWithJSON<unknown, ToolArguments> {
  const form = (): Record<string, unknown> => {
    const { properties, required, ...schema } = argumentSchema(table)
    const listed = choices()
    const members = Object.entries(properties).map(
      ([name, member]) => [name, listed[name] ? { ...member, enum: listed[name] } : member] as const,
    )
    return { ...schema, properties: Object.fromEntries(members), ...(required.length > 0 ? { required } : {}) }
  }
  return {
    '~standard': {
      version: 1,
      vendor: 'lorefence',
      validate(value) {
        const read = readArguments(table, value)
        return 'args' in read ? { value: read.args } : { issues: read.problems.map((message) => ({ message })) }
      },
      jsonSchema: { input: form, output: form },
    },
  }
}
