import type { Field, FieldTable, Shape } from '../../model/tables/fields.ts'
import { governanceFields, type GovernanceField, type Malformed } from '../../model/documents/governance.ts'
import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import { unitFields } from '../../model/tables/unit-fields.ts'
import { restrictions } from '../../model/tables/vocabulary.ts'
import { showValue } from '../../text/messages/show-value.ts'
import { asDate } from '../../text/notations/dates.ts'
import { isChoice, isObject } from '../read-fields.ts'
import { canonicalRestriction, knownSpelling, meantName } from '../respelled.ts'

/**
 * The values of governance fields that cannot be read. The reader ignores such a value silently, which would make the
 * unit more open than intended, so a gate asks. Free words and unknown fields do not count. A misspelled field
 * (`Access`, `auth-scope`), or one at the root that belongs in a unit, does: its value would restrict nothing. YAML
 * null is "not set".
 */
export function unreadableFields(table: FieldTable, raw: Readonly<Record<string, unknown>>): readonly Malformed[] {
  let found: Malformed[] | undefined
  const add = (field: GovernanceField, value: unknown, faults: readonly Fault[]): void => {
    if (faults.length > 0 && restricts(field, value))
      (found ??= []).push(...faults.map((fault) => ({ field, ...fault })))
  }
  for (const field of governanceFields) {
    const value = raw[field]
    const shape = value === undefined || value === null ? undefined : table[field]
    if (shape) add(field, value, faultsIn(shape, value, field))
  }
  for (const key of Object.keys(raw)) {
    const field = Object.hasOwn(table, key) ? undefined : meantName(key, closingFields)
    const shape = field === undefined ? undefined : (table[field] ?? unitOnly.get(field))
    if (shape) add(field as GovernanceField, raw[key], restrictionsIn(shape, raw[key], key))
  }
  return found ?? none
}

const none: readonly Malformed[] = []

/** A licence obliges and closes nothing. */
const closingFields: readonly string[] = governanceFields.filter((field) => field !== 'license')

/** Fields of units that no table of a root has. */
const unitOnly: ReadonlyMap<string, Field> = new Map<string, Field>([
  ['access', unitFields.access],
  ['auth_scope', unitFields.auth_scope],
  ['sensitivity', unitFields.sensitivity],
])

/** A freshness policy refuses only with `block`; any other only informs (KCP §3.7). */
function restricts(field: GovernanceField, value: unknown): boolean {
  if (field !== 'freshness_policy') return true
  return /block/i.test(JSON.stringify(isObject(value) ? value['on_stale'] : value) ?? '')
}

/**
 * Restrictions of units without an id or a path. It is unknown which text they are about, so a gate asks about the
 * whole manifest. Each counts as access, which no block of another unit replaces.
 */
export function restrictionsOfUnusable(rawUnits: unknown, unusable: Manifest['unusable']): readonly Malformed[] {
  if (!Array.isArray(rawUnits)) return none
  return unusable.flatMap(({ index }) => {
    const raw: unknown = rawUnits[index]
    const mappings = (Array.isArray(raw) ? raw : [raw]).filter(isObject)
    return mappings.flatMap((unit) => restrictionsOn(unit, index, 'of a unit that cannot be used'))
  })
}

/** The restrictions on reading that a unit declares, as questions about its whole manifest. */
export function restrictionsOn(
  unit: Readonly<Record<string, unknown>>,
  index: number,
  why: string,
): readonly Malformed[] {
  return Object.keys(unit).flatMap((key) => {
    const field = meantName(key, restrictingFields)
    const shape: Shape | undefined = field === undefined ? undefined : unitFields[field as RestrictingField]
    if (!shape) return []
    return restrictionsIn(shape, unit[key], `units/${index}/${key}`)
      .filter(({ action = 'read' }) => action === 'read')
      .map(({ path, written }): Malformed => ({ field: 'access', path, written: `${written}, ${why}` }))
  })
}

/** Whether a field of a unit restricts reading; the others concern other actions, terms of use or the state of the text. */
const restrictsReading = {
  kind: false,
  access: true,
  auth: false,
  auth_scope: true,
  sensitivity: true,
  visibility: true,
  authority: true,
  delegation: true,
  compliance: true,
  indexing: false,
  license: false,
  payment: true,
  rate_limits: false,
  freshness_policy: false,
  temporal: true,
  content_hash: false,
  deprecated: false,
  trust: false,
} as const satisfies Readonly<Record<GovernanceField, boolean>>

type RestrictingField = {
  [Field in GovernanceField]: (typeof restrictsReading)[Field] extends true ? Field : never
}[GovernanceField]

const restrictingFields = governanceFields.filter((field): field is RestrictingField => restrictsReading[field])

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

/** The unreadable values of a unit, in its own fields or in those that it inherits. */
export function unreadableFor(manifest: Manifest, unit: Unit): readonly Malformed[] {
  if (manifest.unreadable.length === 0) return unit.unreadable
  const isInherited = ({ field }: Malformed): boolean => {
    const block = replaced[field]
    return !unit.unreadable.some((own) => own.field === field) && (block === undefined || unit[block] === undefined)
  }
  const all = [...unit.unreadable, ...manifest.unreadable.filter(isInherited)]
  return governanceFields.flatMap((name) => all.filter(({ field }) => field === name))
}

type Fault = Omit<Malformed, 'field'>

/** The first value below `path` that cannot be read; of a record, one for each action. */
function faultsIn(shape: Shape, value: unknown, path: string): readonly Fault[] {
  switch (shape.type) {
    case 'list':
      return faultsInList(shape, value, path)
    case 'record':
      return isObject(value) ? faultsInRecord(shape, value, path) : [{ path, written: showValue(value) }]
    case 'object':
      return isObject(value) ? faultsInObject(shape, value, path) : [{ path, written: showValue(value) }]
    case 'either': {
      const [first, second] = shape.of
      const option = isObject(value) ? second : first
      return faultsIn(option, value, path)
    }
    default:
      return isReadable(shape, value) ? none : [{ path, written: showValue(value) }]
  }
}

/** The restrictions of a value under an unreadable name, or in a unit that cannot be used. */
function restrictionsIn(shape: Shape, value: unknown, path: string): readonly Fault[] {
  if (shape.type === 'record' && isObject(value))
    return Object.keys(value).flatMap((key) => restrictedActions(shape, key, value[key], `${path}/${key}`))
  return isOpen(shape, value) ? none : [{ path, written: showValue(value), unknownName: true }]
}

/** Whether a value restricts nothing under any reading: its field might as well be absent. */
function isOpen(shape: Shape | undefined, value: unknown): boolean {
  if (value === null || value === undefined || value === false || meansNo(value)) return true
  if (typeof value === 'string') return /^(?:public|free|open|initiative|knowledge)?$/i.test(value.trim())
  if (!isObject(value)) return false
  const fields = shape && tableIn(shape)
  if (!fields) return false
  return Object.keys(value).every((key) => {
    const name = meantName(key, namesOf(fields))
    const field = name === undefined ? undefined : fields[name]
    return (
      !field ||
      (field.type === 'record' ? restrictionsIn(field, value[key], key).length === 0 : isOpen(field, value[key]))
    )
  })
}

function tableIn(shape: Shape): FieldTable | undefined {
  if (shape.type === 'either') return tableIn(shape.of[1])
  return shape.type === 'object' ? shape.fields : undefined
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

/** A word for every value, which no field supports. */
const isWildcard = (word: unknown): boolean => typeof word === 'string' && /^(?:\*+|all|any)$/i.test(word.trim())

/**
 * Unknown operations of a list are ignored (KCP §4.6c), but not an unknown restriction, a wildcard or a value that is
 * no word.
 */
function faultsInList(shape: Extract<Shape, { type: 'list' }>, value: unknown, path: string): readonly Fault[] {
  const isWord = (item: unknown): boolean =>
    shape.of.type === 'choice' && shape.of.of !== restrictions && typeof item === 'string' && !isWildcard(item)
  if (!Array.isArray(value)) {
    if (!shape.orSingle || typeof value === 'object') return [{ path, written: showValue(value) }]
    return isWord(value) ? none : faultsIn(shape.of, value, path)
  }
  for (const [position, item] of value.entries()) {
    const faults = isWord(item) ? none : faultsIn(shape.of, item, `${path}/${position}`)
    if (faults.length > 0) return faults
  }
  return none
}

type RecordShape = Extract<Shape, { type: 'record' }>

/**
 * KCP §4.17: an action of the specification needs a permission. What an author adds is denied unless it has one, so it
 * closes nothing, whatever it means: `owner: team-a` names no action.
 */
function faultsInRecord(shape: RecordShape, value: Record<string, unknown>, path: string): readonly Fault[] {
  return Object.keys(value).flatMap((key) => {
    const action = knownSpelling(key, shape.keys ?? [])
    if (action === undefined) return restrictedActions(shape, key, value[key], `${path}/${key}`)
    if (value[key] === null) return none
    return faultsIn(shape.of, value[key], `${path}/${key}`).map((fault) => ({ ...fault, action }))
  })
}

/** The restrictions of a key that names an action, all actions (`"*": denied`) or a permission (`denied: [read]`). */
function restrictedActions(shape: RecordShape, key: string, value: unknown, path: string): readonly Fault[] {
  const fault = { path, written: showValue(value), unknownName: true } as const
  const action = meantName(key, shape.keys ?? [])
  if (action !== undefined) return isOpen(shape.of, value) ? none : [{ ...fault, action }]
  if (isWildcard(key)) return isOpen(shape.of, value) ? none : [fault]
  if (meantName(key, refusals) === undefined || isOpen(undefined, value)) return none
  return (Array.isArray(value) ? value : [value]).flatMap((item: unknown): readonly Fault[] => {
    if (typeof item !== 'string' || isWildcard(item)) return [fault]
    const listed = meantName(item, shape.keys ?? [])
    return listed === undefined ? none : [{ ...fault, written: showValue(item), action: listed }]
  })
}

const refusals = ['deny', 'denied', 'requires_approval'] as const

function faultsInObject(
  { fields, nonEmpty }: Extract<Shape, { type: 'object' }>,
  value: Record<string, unknown>,
  path: string,
): readonly Fault[] {
  let declared = 0
  for (const [name, field] of governing(fields)) {
    const inner = value[name]
    if (inner === undefined || inner === null) {
      if (field.required) return [{ path, written: `no "${name}"` }]
      continue
    }
    const faults = faultsIn(field, inner, `${path}/${name}`)
    if (faults.length > 0) return faults
    declared += 1
  }
  for (const key of Object.keys(value)) {
    const name = Object.hasOwn(fields, key) ? undefined : meantName(key, namesOf(fields))
    const field = name === undefined ? undefined : fields[name]
    const faults = field ? restrictionsIn(field, value[key], `${path}/${key}`) : none
    if (faults.length > 0) return faults
  }
  return nonEmpty && declared === 0 ? [{ path, written: 'nothing known' }] : none
}

const kept = new WeakMap<FieldTable, readonly (readonly [string, Field])[]>()

/** The fields of a table that can forbid something; computed once for each table. */
function governing(table: FieldTable): readonly (readonly [string, Field])[] {
  const known = kept.get(table) ?? Object.entries(table).filter(([, field]) => !field.informs)
  kept.set(table, known)
  return known
}

const names = new WeakMap<FieldTable, readonly string[]>()

/** The names of those fields; one list for each table. */
function namesOf(table: FieldTable): readonly string[] {
  const known = names.get(table) ?? governing(table).map(([name]) => name)
  names.set(table, known)
  return known
}
