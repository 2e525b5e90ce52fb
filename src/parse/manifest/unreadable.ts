import type { Field, FieldTable, Shape } from '../../model/fields.ts'
import { governanceFields, type GovernanceField, type Malformed } from '../../model/governance.ts'
import type { Manifest, Unit } from '../../model/manifest.ts'
import { restrictions } from '../../model/vocabulary.ts'
import { showValue } from '../../text/show-value.ts'
import { asDate } from '../../text/notations.ts'
import { isChoice, isObject } from '../read-fields.ts'
import { knownSpelling } from '../respelled.ts'
import { canonicalRestriction } from './restrictions.ts'

/**
 * The values in governance fields of a mapping that cannot be read. The reader ignores such a value silently, which would
 * make the unit more open than intended: a gate asks instead. Free words and unknown fields do not count.
 */
export function unreadableFields(table: FieldTable, raw: Readonly<Record<string, unknown>>): readonly Malformed[] {
  let found: Malformed[] | undefined
  for (const field of governanceFields) {
    const value = raw[field]
    const shape = value === undefined || value === null ? undefined : table[field]
    const fault = shape === undefined ? undefined : faultIn(shape, value, field)
    if (fault && restricts(field, value)) (found ??= []).push({ field, ...fault })
  }
  return found ?? none
}

const none: readonly Malformed[] = []

/** A freshness policy refuses only where it says `block`; any other informs (KCP §3.7). */
function restricts(field: GovernanceField, value: unknown): boolean {
  if (field !== 'freshness_policy') return true
  return /block/i.test(JSON.stringify(isObject(value) ? value['on_stale'] : value) ?? '')
}

/**
 * What units declare that cannot be used, for lack of an id or a path: nobody knows which text they mean to restrict, so the
 * whole manifest asks. Each counts as access, which no block of another unit replaces.
 */
export function restrictionsOfUnusable(rawUnits: unknown, unusable: Manifest['unusable']): readonly Malformed[] {
  if (!Array.isArray(rawUnits)) return none
  return unusable.flatMap(({ index }) => {
    const raw: unknown = rawUnits[index]
    const mappings = (Array.isArray(raw) ? raw : [raw]).filter(isObject)
    return mappings.flatMap((unit) =>
      restrictingFields.flatMap((field): readonly Malformed[] => {
        const value = unit[field]
        if (value === undefined || value === null || isOpen(value)) return []
        return [
          {
            field: 'access',
            path: `units/${index}/${field}`,
            written: `${showValue(value)}, of a unit that cannot be used`,
          },
        ]
      }),
    )
  })
}

const restrictingFields = [
  'access',
  'auth_scope',
  'sensitivity',
  'visibility',
  'delegation',
  'compliance',
  'temporal',
  'payment',
] as const
const isOpen = (value: unknown): boolean => typeof value === 'string' && /^(?:public|free|open)$/i.test(value.trim())

/** Root defaults that a unit's own block replaces whole; the others apply to every unit (KCP §3.4, §3.5). */
const replaced: Partial<Record<GovernanceField, keyof Unit>> = {
  auth: 'auth',
  visibility: 'visibility',
  authority: 'authority',
  indexing: 'indexing',
  license: 'license',
  payment: 'payment',
  rate_limits: 'rateLimits',
  freshness_policy: 'freshnessPolicy',
}

/** What cannot be read of a unit, in its own fields or in those that it inherits. */
export function unreadableFor(manifest: Manifest, unit: Unit): readonly Malformed[] {
  if (manifest.unreadable.length === 0) return unit.unreadable
  const isInherited = ({ field }: Malformed): boolean => {
    const block = replaced[field]
    return !unit.unreadable.some((own) => own.field === field) && (block === undefined || unit[block] === undefined)
  }
  const all = [...unit.unreadable, ...manifest.unreadable.filter(isInherited)]
  return governanceFields.flatMap((name) => all.filter(({ field }) => field === name))
}

type Fault = Pick<Malformed, 'path' | 'written'>

/** The first value below `path` that cannot be read. */
function faultIn(shape: Shape, value: unknown, path: string): Fault | undefined {
  switch (shape.type) {
    case 'list':
      return faultInList(shape, value, path)
    case 'record':
      return faultInRecord(shape, value, path)
    case 'object':
      return isObject(value) ? faultInObject(shape, value, path) : { path, written: showValue(value) }
    case 'either': {
      const [first, second] = shape.of
      const option = isObject(value) ? second : first
      return faultIn(option, value, path)
    }
    default:
      return isReadable(shape, value) ? undefined : { path, written: showValue(value) }
  }
}

type Scalar = Exclude<Shape, { readonly type: 'list' | 'record' | 'object' | 'either' }>

function isReadable(shape: Scalar, value: unknown): boolean {
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
      return typeof value === 'string' && isKnownWord(shape, value)
    case 'datetime':
      return typeof value === 'string' && asDate(value) !== undefined
    case 'any':
      return true
  }
}

function isKnownWord(shape: Extract<Shape, { type: 'choice' }>, word: string): boolean {
  if (isChoice(shape, word)) return true
  if (shape.of === restrictions) return canonicalRestriction(word) !== undefined
  // A kept word reaches the gate, which asks about it.
  return shape.kept === true || (shape.anySpelling === true && knownSpelling(word, shape.of) !== undefined)
}

/** Absent and false are equivalent, so a YAML 1.1 `no` allows nothing. */
const meansNo = (value: unknown): boolean => typeof value === 'string' && /^(?:n|no|off|false)$/i.test(value)

/** Unknown operations of a list are ignored (KCP §4.6c); an unknown restriction is not, nor what is no word at all. */
function faultInList(shape: Extract<Shape, { type: 'list' }>, value: unknown, path: string): Fault | undefined {
  const isWord = (item: unknown): boolean =>
    shape.of.type === 'choice' && shape.of.of !== restrictions && typeof item === 'string'
  if (!Array.isArray(value)) {
    if (!shape.orSingle || typeof value === 'object') return { path, written: showValue(value) }
    return isWord(value) ? undefined : faultIn(shape.of, value, path)
  }
  for (const [position, item] of value.entries()) {
    const fault = isWord(item) ? undefined : faultIn(shape.of, item, `${path}/${position}`)
    if (fault) return fault
  }
  return undefined
}

/**
 * KCP §4.17: an action of the specification needs a permission. What an author adds is denied unless it has one, so it
 * closes nothing, whatever it means: `owner: team-a` names no action.
 */
function faultInRecord(shape: Extract<Shape, { type: 'record' }>, value: unknown, path: string): Fault | undefined {
  if (!isObject(value)) return { path, written: showValue(value) }
  for (const key of Object.keys(value)) {
    if (value[key] === null || knownSpelling(key, shape.keys ?? []) === undefined) continue
    const fault = faultIn(shape.of, value[key], `${path}/${key}`)
    if (fault) return fault
  }
  return undefined
}

function faultInObject(
  { fields, nonEmpty }: Extract<Shape, { type: 'object' }>,
  value: Record<string, unknown>,
  path: string,
): Fault | undefined {
  let declared = 0
  for (const [name, field] of governing(fields)) {
    const inner = value[name]
    if (inner === undefined || inner === null) {
      if (field.required) return { path, written: `no "${name}"` }
      continue
    }
    const fault = faultIn(field, inner, `${path}/${name}`)
    if (fault) return fault
    declared += 1
  }
  return nonEmpty && declared === 0 ? { path, written: 'nothing known' } : undefined
}

const kept = new WeakMap<FieldTable, readonly (readonly [string, Field])[]>()

/** The fields of a table that can forbid something; computed once for each table. */
function governing(table: FieldTable): readonly (readonly [string, Field])[] {
  const known = kept.get(table) ?? Object.entries(table).filter(([, field]) => !field.informs)
  kept.set(table, known)
  return known
}
