import type { Field, FieldTable, Shape } from '../../model/fields.ts'
import { governanceFields, type GovernanceField } from '../../model/governance.ts'
import type { Manifest, Unit } from '../../model/manifest.ts'
import { asDate } from '../../text/notations.ts'
import { isChoice, isObject } from '../read-fields.ts'
import { isRespelled } from '../respelled.ts'

/**
 * Names the governance fields of a mapping whose value could not be fully read. The reader ignores such a value
 * silently, which would make the unit more open than intended: a gate refuses or asks instead. Free words and unknown
 * fields do not count.
 */
export function unreadableFields(
  table: FieldTable,
  raw: Readonly<Record<string, unknown>>,
): readonly GovernanceField[] {
  let found: GovernanceField[] | undefined
  for (const name of governanceFields) {
    const value = raw[name]
    const field = value === undefined || value === null ? undefined : table[name]
    if (field !== undefined && !isReadable(field, value)) (found ??= []).push(name)
  }
  return found ?? none
}

const none: readonly GovernanceField[] = []

/** Root defaults that a unit's own block replaces whole; the others apply to every unit (KCP §3.4, §3.5, §3.9). */
const replaced: Partial<Record<GovernanceField, keyof Unit>> = {
  visibility: 'visibility',
  authority: 'authority',
  indexing: 'indexing',
  license: 'license',
  payment: 'payment',
  rate_limits: 'rateLimits',
  freshness_policy: 'freshnessPolicy',
}

/** Unreadable fields of a unit, its own or inherited from the root. */
export function unreadableFor(manifest: Manifest, unit: Unit): readonly GovernanceField[] {
  if (manifest.unreadable.length === 0) return unit.unreadable
  const isInherited = (name: GovernanceField): boolean => {
    const block = replaced[name]
    return manifest.unreadable.includes(name) && (block === undefined || unit[block] === undefined)
  }
  return governanceFields.filter((name) => unit.unreadable.includes(name) || isInherited(name))
}

function isReadable(shape: Shape, value: unknown): boolean {
  switch (shape.type) {
    case 'text':
      return typeof value === 'string' && (shape.pattern === undefined || new RegExp(shape.pattern).test(value))
    case 'url':
      return typeof value === 'string'
    case 'boolean':
      return typeof value === 'boolean' || meansNo(value)
    case 'integer':
      return Number.isSafeInteger(value) && (value as number) >= (shape.min ?? -Infinity)
    case 'number':
      return typeof value === 'number' && value >= (shape.min ?? -Infinity) && value <= (shape.max ?? Infinity)
    case 'date':
      return typeof value === 'string' && asDate(value) !== undefined
    case 'choice':
      return typeof value === 'string' && isChoice(shape, value)
    case 'list':
      return isReadableList(shape, value)
    case 'record':
      return (
        isObject(value) && Object.keys(value).every((key) => shape.keys === undefined || !isRespelled(key, shape.keys))
      )
    case 'object':
      return isObject(value) && isReadableObject(shape, value)
    case 'either':
      return shape.of.some((option) => isReadable(option, value))
    case 'datetime':
      return typeof value === 'string' && asDate(value) !== undefined
    case 'any':
      return true
  }
}

/** Absent and false are equivalent, so a YAML 1.1 `no` allows nothing. */
const meansNo = (value: unknown): boolean => typeof value === 'string' && /^(?:n|no|off|false)$/i.test(value)

function isReadableList(shape: Extract<Shape, { type: 'list' }>, value: unknown): boolean {
  if (Array.isArray(value)) return value.every((item) => isReadableItem(shape.of, item))
  return shape.orSingle !== undefined && typeof value !== 'object' && isReadableItem(shape.of, value)
}

/** Unknown words of a list are ignored (KCP §3.5, §4.6c), but not a known word in another spelling. */
function isReadableItem(shape: Shape, item: unknown): boolean {
  if (shape.type !== 'choice') return isReadable(shape, item)
  return typeof item === 'string' && (isChoice(shape, item) || !isRespelled(item, shape.of))
}

function isReadableObject(
  { fields, nonEmpty }: Extract<Shape, { type: 'object' }>,
  value: Record<string, unknown>,
): boolean {
  let declared = 0
  for (const [name, field] of governing(fields)) {
    const inner = value[name]
    if (inner === undefined || inner === null) {
      if (field.required) return false
    } else if (isReadable(field, inner)) declared += 1
    else return false
  }
  return !nonEmpty || declared > 0
}

const kept = new WeakMap<FieldTable, readonly (readonly [string, Field])[]>()

/** The fields of a table that can forbid something; computed once for each table. */
function governing(table: FieldTable): readonly (readonly [string, Field])[] {
  const known = kept.get(table) ?? Object.entries(table).filter(([, field]) => !field.informs)
  kept.set(table, known)
  return known
}
