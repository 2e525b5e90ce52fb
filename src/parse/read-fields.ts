import type { Field, FieldTable, ReadOf, Shape } from '../model/tables/fields.ts'
import { asDate, isDatetime } from '../text/notations/dates.ts'
import { knownSpelling } from './respelled.ts'
import type { WrittenNumbers } from './yaml/tree.ts'

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Reads a mapping by its table. Silent by design (KCP §2): a value of the wrong type or an unlisted word is
 * absent from the result, an unknown field is kept under `extensions`.
 */
export function readFields<T extends FieldTable>(
  table: T,
  raw: Record<string, unknown>,
  numbers: WrittenNumbers,
): ReadOf<T> {
  return readObject(table, raw, numbers) as ReadOf<T>
}

function readObject(table: FieldTable, raw: Record<string, unknown>, numbers: WrittenNumbers): object {
  const fields = knownFields(table)
  const result: Record<string, unknown> = {}
  let extensions: Record<string, unknown> | undefined
  const slot: Slot = { numbers, container: raw, key: '' }
  for (const name of Object.keys(raw)) {
    const field = fields.get(name)
    if (field === undefined) {
      extensions ??= Object.create(null) as Record<string, unknown>
      extensions[name] = raw[name]
      continue
    }
    slot.key = name
    const value = readValue(field.shape, raw[name], slot)
    if (value !== undefined) result[field.as] = value
  }
  if (extensions) result['extensions'] = extensions
  return result
}

/** Position of a value. One slot is reused for a whole container. */
interface Slot {
  readonly numbers: WrittenNumbers
  readonly container: object
  key: string | number
}

function readValue(shape: Shape, value: unknown, slot: Slot): unknown {
  switch (shape.type) {
    case 'text':
      if (typeof value === 'string') return value
      return shape.asWritten && typeof value === 'number'
        ? slot.numbers.text(slot.container, slot.key, value)
        : undefined
    case 'url':
      return typeof value === 'string' ? value : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= (shape.min ?? -Infinity) ? value : undefined
    case 'number':
      return typeof value === 'number' && !Number.isNaN(value)
        ? Math.min(Math.max(value, shape.min ?? -Infinity), shape.max ?? Infinity)
        : undefined
    case 'date':
      return typeof value === 'string' ? asDate(value) : undefined
    case 'datetime':
      return typeof value === 'string' && (isDatetime(value.trim()) || asDate(value) !== undefined)
        ? value.trim()
        : undefined
    case 'choice':
      return typeof value === 'string' ? readChoice(shape, value) : undefined
    case 'list':
      return readList(shape, value, slot)
    case 'record':
      return isObject(value) ? readRecord(shape, value, slot.numbers) : undefined
    case 'object':
      return isObject(value) ? readObject(shape.fields, value, slot.numbers) : undefined
    case 'either':
      return readValue(shape.of[0], value, slot) ?? readValue(shape.of[1], value, slot)
    case 'any':
      return value ?? undefined
  }
}

function readChoice(shape: Extract<Shape, { type: 'choice' }>, value: string): string | undefined {
  if (isChoice(shape, value)) return value
  const known = shape.anySpelling ? knownSpelling(value, shape.of) : undefined
  return known ?? (shape.kept ? value : undefined)
}

export function isChoice(shape: Extract<Shape, { type: 'choice' }>, value: string): boolean {
  if (shape.unlisted === 'silent' || shape.of.includes(value)) return true
  return shape.orPrefix !== undefined && value.length > shape.orPrefix.length && value.startsWith(shape.orPrefix)
}

function readList(shape: Extract<Shape, { type: 'list' }>, value: unknown, slot: Slot): unknown {
  if (!Array.isArray(value)) {
    if (!shape.orSingle || value === null || typeof value === 'object') return undefined
    const single = readValue(shape.of, value, slot)
    return single === undefined ? [] : [single]
  }
  const items: unknown[] = []
  const inner: Slot = { numbers: slot.numbers, container: value, key: 0 }
  for (let i = 0; i < value.length; i++) {
    inner.key = i
    const item = readValue(shape.of, value[i], inner)
    if (item !== undefined) items.push(item)
  }
  return items
}

function readRecord(
  shape: Extract<Shape, { type: 'record' }>,
  value: Record<string, unknown>,
  numbers: WrittenNumbers,
): Record<string, unknown> {
  const record = Object.create(null) as Record<string, unknown>
  const slot: Slot = { numbers, container: value, key: '' }
  for (const key of Object.keys(value)) {
    if (value[key] === null) continue
    slot.key = key
    const name = (shape.keys && knownSpelling(key, shape.keys)) ?? key
    const item = readValue(shape.of, value[key], slot)
    if (item !== undefined) record[name] = Object.hasOwn(record, name) ? laterOf(shape.of, record[name], item) : item
  }
  return record
}

/** Of two spellings of one key the stricter permission counts, which is the later one in the vocabulary. */
function laterOf(shape: Shape, a: unknown, b: unknown): unknown {
  return shape.type === 'choice' && shape.of.indexOf(a as string) > shape.of.indexOf(b as string) ? a : b
}

interface KnownField {
  readonly as: string
  readonly shape: Field
}

const known = new WeakMap<FieldTable, ReadonlyMap<string, KnownField>>()

/** A field table by name; computed once for each table. */
export function knownFields(table: FieldTable): ReadonlyMap<string, KnownField> {
  return computeOnce(
    known,
    table,
    () => new Map(Object.entries(table).map(([name, shape]) => [name, { as: shape.as ?? camelCase(name), shape }])),
  )
}

const required = new WeakMap<FieldTable, readonly (readonly [string, Field])[]>()

/** The fields of a table that may not be absent. */
export function requiredFields(table: FieldTable): readonly (readonly [name: string, shape: Field])[] {
  return computeOnce(required, table, () => Object.entries(table).filter(([, shape]) => shape.required))
}

function computeOnce<V>(cache: WeakMap<FieldTable, V>, table: FieldTable, make: () => V): V {
  const cached = cache.get(table)
  if (cached !== undefined) return cached
  const made = make()
  cache.set(table, made)
  return made
}

function camelCase(name: string): string {
  return name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
}
