import type { FieldTable } from '../../model/tables/fields.ts'
import { isObject, knownFields } from '../read-fields.ts'
import type { WrittenNumbers } from '../yaml/tree.ts'

/** A mapping under its written names, with versions as they were written: `1.0` stays `1.0` (AK-040). */
export function writtenValues(
  table: FieldTable,
  raw: Record<string, unknown>,
  numbers: WrittenNumbers,
): Record<string, unknown> {
  const known = knownFields(table)
  return Object.fromEntries(
    Object.entries(raw).map(([name, value]) => {
      const shape = known.get(name)?.shape
      if (shape?.type === 'text' && shape.asWritten && typeof value === 'number')
        return [name, numbers.text(raw, name, value)]
      return [name, shape?.type === 'object' && isObject(value) ? writtenValues(shape.fields, value, numbers) : value]
    }),
  )
}
