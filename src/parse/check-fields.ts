import type { FieldTable, Shape } from '../model/fields.ts'
import { suggest } from '../text/suggest.ts'
import { asDate, isDatetime } from '../text/notations.ts'
import { isChoice, isObject, knownFields } from './read-fields.ts'
import { pointer } from './tree.ts'

/** Something in a document that its field table does not allow. Each format gives these its own codes. */
export interface FieldProblem {
  readonly kind: 'missing' | 'type' | 'value' | 'unknown' | 'empty' | 'range' | 'date' | 'url' | 'single' | 'too-long' | 'too-many'
  readonly pointer: string
  readonly field: string
  readonly expected: string
  readonly written: unknown
  readonly suggestion?: string
  readonly shape: Shape
}

type Path = readonly (string | number)[]
type Emit = (problem: FieldProblem) => void

/** Compares a mapping with its table. `null` counts as absent, as authors write it. */
export function checkFields(table: FieldTable, raw: Record<string, unknown>, emit: Emit, path: Path = [], closed = false): void {
  const known = knownFields(table)
  for (const name of Object.keys(raw)) {
    const field = known.get(name)
    if (field === undefined) {
      const suggestion = suggest(name, known.keys())
      emit({
        kind: 'unknown', pointer: pointer(...path, name), field: name, expected: 'a known field', written: raw[name],
        ...(suggestion === undefined ? {} : { suggestion }), shape: { type: 'any' },
      })
    } else if (raw[name] !== null || closed) checkValue(field.shape, raw[name], emit, path, name, closed)
  }
  for (const [name, { shape }] of known) {
    if (shape.required && (!Object.hasOwn(raw, name) || (raw[name] === null && !closed))) {
      emit({ kind: 'missing', pointer: pointer(...path), field: name, expected: describe(shape), written: undefined, shape })
    }
  }
}

function checkValue(shape: Shape, value: unknown, emit: Emit, parent: Path, key: string | number, closed: boolean): void {
  const problem = (kind: FieldProblem['kind'], suggestion?: string): void =>
    emit({
      kind, pointer: pointer(...parent, key), field: fieldName(parent, key), expected: describe(shape), written: value,
      ...(suggestion === undefined ? {} : { suggestion }), shape,
    })
  switch (shape.type) {
    case 'any':
      return
    case 'text':
      if (typeof value !== 'string') return shape.asWritten && typeof value === 'number' ? undefined : problem('type')
      if (shape.nonEmpty && value.trim() === '') return problem('empty')
      if (shape.maxLength !== undefined && lengthOf(value) > shape.maxLength) return problem('too-long')
      return
    case 'url':
      if (typeof value !== 'string') return problem('type')
      return /^https:\/\/[^/\s]/i.test(value) ? undefined : problem('url')
    case 'boolean':
      return typeof value === 'boolean' ? undefined : problem('type')
    case 'integer':
      if (typeof value !== 'number') return problem('type')
      return Number.isSafeInteger(value) && value >= (shape.min ?? -Infinity) ? undefined : problem(Number.isSafeInteger(value) ? 'range' : shape.min === undefined ? 'type' : 'range')
    case 'number':
      if (typeof value !== 'number') return problem('type')
      return value >= (shape.min ?? -Infinity) && value <= (shape.max ?? Infinity) ? undefined : problem('range')
    case 'date':
      return typeof value === 'string' && asDate(value) !== undefined ? undefined : problem('date')
    case 'datetime':
      return typeof value === 'string' && (isDatetime(value.trim()) || asDate(value) !== undefined) ? undefined : problem('date')
    case 'choice':
      if (typeof value !== 'string') return problem('type')
      return isChoice(shape, value) ? undefined : problem('value', suggest(value, shape.of))
    case 'list':
      return checkList(shape, value, emit, parent, key, closed, problem)
    case 'record':
      if (!isObject(value)) return problem('type')
      for (const name of Object.keys(value)) checkValue(shape.of, value[name], emit, [...parent, key], name, closed)
      return
    case 'object':
      if (!isObject(value)) return problem('type')
      return checkFields(shape.fields, value, emit, [...parent, key], shape.closed === true)
    case 'either': {
      const branch = shape.of.find((option) => (isObject(value) ? option.type === 'object' : option.type !== 'object'))
      return branch ? checkValue(branch, value, emit, parent, key, closed) : problem('type')
    }
  }
}

function checkList(
  shape: Extract<Shape, { type: 'list' }>, value: unknown, emit: Emit, parent: Path, key: string | number, closed: boolean,
  problem: (kind: FieldProblem['kind']) => void,
): void {
  if (!Array.isArray(value)) {
    if (!shape.orSingle || typeof value === 'object') return problem('type')
    problem('single')
    return checkValue(shape.of, value, emit, parent, key, closed)
  }
  if (value.length < (shape.min ?? 0)) problem('empty')
  if (shape.maxItems !== undefined && value.length > shape.maxItems) problem('too-many')
  const path = [...parent, key]
  for (let i = 0; i < value.length; i++) checkValue(shape.of, value[i], emit, path, i, closed)
}

/** List items are named after their list. */
function fieldName(parent: Path, key: string | number): string {
  if (typeof key === 'string') return key
  for (let i = parent.length - 1; i >= 0; i--) if (typeof parent[i] === 'string') return String(parent[i])
  return String(key)
}

/** Code points, as KCP §4.9 counts triggers. */
function lengthOf(text: string): number {
  return text.length <= 60 ? text.length : [...text].length
}

export function describe(shape: Shape): string {
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
