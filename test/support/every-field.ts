import type { FieldTable, Shape } from '../../src/model/tables/fields.ts'

/** A value for every field of a table, so that a test reaches every place. `branch` picks one of two shapes. */
export function everyField(table: FieldTable, branch: 0 | 1 = 0): Record<string, unknown> {
  return Object.fromEntries(Object.entries(table).map(([name, shape]) => [name, valueFor(shape, branch)]))
}

function valueFor(shape: Shape, branch: 0 | 1): unknown {
  switch (shape.type) {
    case 'text':
      return 'harbor'
    case 'boolean':
      return true
    case 'integer':
      return 3
    case 'number':
      return 0.5
    case 'date':
      return '2026-03-10'
    case 'datetime':
      return '2026-03-10T14:22:00Z'
    case 'url':
      return 'https://harbor.example/'
    case 'any':
      return { note: 'kept' }
    case 'choice':
      return shape.of[0] ?? 'harbor'
    case 'list':
      return [valueFor(shape.of, branch)]
    case 'record':
      return { read: valueFor(shape.of, branch), export: valueFor(shape.of, branch) }
    case 'object':
      return everyField(shape.fields, branch)
    case 'either':
      return valueFor(shape.of[branch], branch)
  }
}

/** Every document that differs from `value` in one node, which is replaced by each of `others`. */
export function* withOneNodeReplaced(value: unknown, others: readonly unknown[]): Generator<unknown> {
  yield* others
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      for (const changed of withOneNodeReplaced(item, others)) yield value.with(index, changed)
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, item] of Object.entries(value))
      for (const changed of withOneNodeReplaced(item, others)) yield { ...value, [name]: changed }
  }
}
