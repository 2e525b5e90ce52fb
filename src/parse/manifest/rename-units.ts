import type { FieldTable } from '../../model/fields.ts'
import { unitFields } from '../../model/tables/unit-fields.ts'
import { isObject } from '../read-fields.ts'

type Rename = (id: string) => string

/** A unit with every reference to a unit of its own manifest renamed (KCP §3.11); the field table says which these are. */
export const withRenamedUnits = (raw: Readonly<Record<string, unknown>>, rename: Rename): Record<string, unknown> =>
  renamedIn(namingFields, raw, rename)

/** Ids of other manifests stay as they are. */
const { external_depends_on: _external, ...namingFields } = unitFields

function renamedIn(table: FieldTable, raw: Readonly<Record<string, unknown>>, rename: Rename): Record<string, unknown> {
  const result: Record<string, unknown> = { ...raw }
  for (const [name, field] of Object.entries(table)) {
    const value = raw[name]
    if (field.names === 'unit') result[name] = renamedValue(value, rename)
    else if (field.type === 'object' && isObject(value)) result[name] = renamedIn(field.fields, value, rename)
    if (result[name] === undefined) delete result[name]
  }
  return result
}

function renamedValue(value: unknown, rename: Rename): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => renamedValue(item, rename))
  return typeof value === 'string' ? rename(value) : value
}
