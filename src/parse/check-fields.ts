import type { FieldTable, Shape } from '../model/tables/fields.ts'
import { suggest, suggester } from '../text/messages/suggest.ts'
import { asDate, isDatetime } from '../text/notations/dates.ts'
import { isChoice, isObject, knownFields, requiredFields } from './read-fields.ts'
import { pointer } from './yaml/tree.ts'

/** Something in a document that its field table does not allow. Each format maps these to its own codes. */
export interface FieldProblem {
  readonly kind:
    | 'missing'
    | 'type'
    | 'value'
    | 'unknown'
    | 'empty'
    | 'range'
    | 'date'
    | 'url'
    | 'single'
    | 'too-long'
    | 'too-many'
  readonly pointer: string
  readonly field: string
  readonly expected: string
  readonly written: unknown
  readonly suggestion?: string
  readonly shape: Shape
}

type Path = readonly (string | number)[]
type Emit = (problem: FieldProblem) => void

/** Position of a value: `key` in the container at `parent`. One slot is reused for a whole container. */
interface Slot {
  readonly emit: Emit
  readonly parent: Path
  key: string | number
  /** Part of a record whose fields may not be null. */
  readonly closed: boolean
}

/** Compares a mapping with its table. `null` counts as absent, as authors write it. */
export function checkFields(
  table: FieldTable,
  raw: Record<string, unknown>,
  emit: Emit,
  path: Path = [],
  closed = false,
): void {
  const fields = knownFields(table)
  const slot: Slot = { emit, parent: path, key: '', closed }
  const names = Object.keys(raw)
  let suggestField: ((name: string) => string | undefined) | undefined
  for (const name of names) {
    slot.key = name
    const field = fields.get(name)
    if (field === undefined) {
      suggestField ??= fieldSuggester([...fields.keys()], raw, names.length)
      report('unknown', { type: 'any' }, raw[name], slot, isPrefixed(name) ? undefined : suggestField(name))
    } else if (raw[name] !== null || closed) checkValue(field.shape, raw[name], slot)
  }
  for (const [name, shape] of requiredFields(table)) {
    if (Object.hasOwn(raw, name) && (raw[name] !== null || closed)) continue
    emit({
      kind: 'missing',
      pointer: pointer(...path),
      field: name,
      expected: describe(shape),
      written: undefined,
      shape,
    })
  }
}

/** A field that exists is not suggested: renaming to it would make a duplicate key. */
function fieldSuggester(
  known: readonly string[],
  raw: Record<string, unknown>,
  size: number,
): (name: string) => string | undefined {
  const undeclared = known.filter((name) => !Object.hasOwn(raw, name))
  // An index is faster only for a mapping that is much larger than its table, as in hostile documents.
  return size > 200 ? suggester(undeclared) : (name) => suggest(name, undeclared)
}

function report(kind: FieldProblem['kind'], shape: Shape, written: unknown, slot: Slot, suggestion?: string): void {
  slot.emit({
    kind,
    pointer: pointer(...slot.parent, slot.key),
    field: fieldName(slot.parent, slot.key),
    written,
    shape,
    expected: kind === 'unknown' ? 'a known field' : describe(shape),
    ...(suggestion === undefined ? {} : { suggestion }),
  })
}

function checkValue(shape: Shape, value: unknown, slot: Slot): void {
  switch (shape.type) {
    case 'list':
      return checkList(shape, value, slot)
    case 'record':
      return checkRecord(shape, value, slot)
    case 'object':
      if (!isObject(value)) return report('type', shape, value, slot)
      return checkFields(shape.fields, value, slot.emit, [...slot.parent, slot.key], shape.closed === true)
    case 'either': {
      if (!isObject(value) && typeof value !== 'string') return report('type', shape, value, slot)
      const branch = shape.of.find((option) => (option.type === 'object') === isObject(value))
      return branch ? checkValue(branch, value, slot) : report('type', shape, value, slot)
    }
    default: {
      const kind = scalarProblem(shape, value)
      if (kind)
        report(
          kind,
          shape,
          value,
          slot,
          kind === 'value' && shape.type === 'choice' && typeof value === 'string'
            ? suggest(value, shape.of)
            : undefined,
        )
    }
  }
}

type ScalarShape = Exclude<Shape, { readonly type: 'list' | 'record' | 'object' | 'either' }>

function scalarProblem(shape: ScalarShape, value: unknown): FieldProblem['kind'] | undefined {
  switch (shape.type) {
    case 'any':
      return undefined
    case 'text':
      if (typeof value !== 'string') return shape.asWritten && typeof value === 'number' ? undefined : 'type'
      if (shape.nonEmpty && value.trim() === '') return 'empty'
      return shape.maxLength !== undefined && isLonger(value, shape.maxLength) ? 'too-long' : undefined
    case 'url':
      if (typeof value !== 'string') return 'type'
      return /^https:\/\/[^/\s]/i.test(value) ? undefined : 'url'
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'type'
    case 'integer':
      if (typeof value !== 'number' || (shape.min === undefined && !Number.isSafeInteger(value))) return 'type'
      return Number.isSafeInteger(value) && value >= (shape.min ?? -Infinity) ? undefined : 'range'
    case 'number':
      if (typeof value !== 'number') return 'type'
      return value >= (shape.min ?? -Infinity) && value <= (shape.max ?? Infinity) ? undefined : 'range'
    case 'date':
      return typeof value === 'string' && asDate(value) !== undefined ? undefined : 'date'
    case 'datetime':
      return typeof value === 'string' && (isDatetime(value.trim()) || asDate(value) !== undefined) ? undefined : 'date'
    case 'choice':
      if (typeof value !== 'string') return 'type'
      return isChoice(shape, value) ? undefined : 'value'
  }
}

function checkList(shape: Extract<Shape, { type: 'list' }>, value: unknown, slot: Slot): void {
  if (!Array.isArray(value)) {
    if (!shape.orSingle || typeof value === 'object') return report('type', shape, value, slot)
    if (shape.orSingle !== 'silent') report('single', shape, value, slot)
    return checkValue(shape.of, value, slot)
  }
  if (value.length < (shape.min ?? 0)) report('empty', shape, value, slot)
  if (shape.maxItems !== undefined && value.length > shape.maxItems) report('too-many', shape, value, slot)
  const inner: Slot = { ...slot, parent: [...slot.parent, slot.key] }
  for (let i = 0; i < value.length; i++) {
    inner.key = i
    checkValue(shape.of, value[i], inner)
  }
}

function checkRecord(shape: Extract<Shape, { type: 'record' }>, value: unknown, slot: Slot): void {
  if (!isObject(value)) return report('type', shape, value, slot)
  const inner: Slot = { ...slot, parent: [...slot.parent, slot.key] }
  for (const name of Object.keys(value)) {
    inner.key = name
    if (value[name] !== null || slot.closed) checkValue(shape.of, value[name], inner)
  }
}

/** A custom field of the author's own (KCP §13). */
export const isPrefixed = (name: string): boolean => /^x[-_]|[.:/]/.test(name)

/** List items are named after their list. */
function fieldName(parent: Path, key: string | number): string {
  if (typeof key === 'string') return key
  for (let i = parent.length - 1; i >= 0; i--) if (typeof parent[i] === 'string') return String(parent[i])
  return String(key)
}

/** Counted in code points, as KCP §4.9 does. */
const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most

function describe(shape: Shape): string {
  switch (shape.type) {
    case 'choice':
      return `one of ${shape.of.join(', ')}${shape.orPrefix ? `, ${shape.orPrefix}<name>` : ''}`
    case 'list':
      return 'a list'
    case 'object':
    case 'record':
      return 'a mapping'
    case 'either':
      return shape.of.map(describe).join(' or ')
    case 'boolean':
      return 'true or false'
    case 'integer':
      return shape.min === undefined ? 'a whole number' : `a whole number from ${shape.min}`
    case 'number':
      return shape.min === undefined ? 'a number' : `a number from ${shape.min} to ${shape.max}`
    case 'date':
      return 'a date YYYY-MM-DD'
    case 'datetime':
      return 'a time as in 2026-03-10T14:22:00Z'
    case 'url':
      return 'an https:// URL'
    case 'text':
      return 'text'
    case 'any':
      return 'any value'
  }
}
