import type { Field, FieldTable, Shape } from '../../model/tables/fields.ts'
import { manifestFields } from '../../model/tables/manifest-fields.ts'
import { unitFields } from '../../model/tables/unit-fields.ts'
import { isObject } from '../../parse/read-fields.ts'

type Written = Readonly<Record<string, unknown>>

/** A reference that was removed because the unit that it names is not published. */
export interface RemovedReference {
  /** The unit, or `""` for the root. */
  readonly id: string
  readonly field: string
  readonly to: string
}

export interface PublishedUnit {
  readonly id: string
  /** As written in the manifest. */
  readonly raw: Written
  /** Fields that differ in the published manifest; `undefined` removes one. */
  readonly changed?: Written
}

/**
 * Root fields about other manifests, credentials, or the bytes of the file itself: none of them holds for a manifest of
 * public units.
 */
const rootLeftOut: ReadonlySet<string> = new Set([
  'units',
  'relationships',
  'manifests',
  'composition',
  'external_relationships',
  'auth',
  'signing',
  'hints',
])
const unitLeftOut: ReadonlySet<string> = new Set(['external_depends_on', 'auth', 'auth_scope'])

/**
 * The manifest of the units that may be known. It has only fields of the specification, since no rule covers others,
 * and no id of a unit that is left out.
 */
export function publishedManifest(
  raw: Written,
  units: readonly PublishedUnit[],
  about: Written = {},
): { readonly manifest: Written; readonly removed: readonly RemovedReference[] } {
  const known = new Set(units.map(({ id }) => id))
  const removed: RemovedReference[] = []
  const cut = (value: Written, fields: FieldTable, leftOut: ReadonlySet<string>, id: string): Written =>
    knownFields(value, without(fields, leftOut), { known, note: (field, to) => removed.push({ id, field, to }) })
  const root = cut(raw, manifestFields, rootLeftOut, '')
  const listed = units.map(({ id, raw: unit, changed = {} }) => ({
    ...cut(unit, unitFields, unitLeftOut, id),
    ...changed,
  }))
  const relationships = listIn(raw['relationships']).flatMap((relation) => {
    const { from, to, type } = isObject(relation) ? relation : {}
    const missing = [from, to].find((end) => typeof end !== 'string' || !known.has(end))
    if (missing === undefined) return [{ from, to, type }]
    removed.push({ id: '', field: 'relationships', to: typeof missing === 'string' ? missing : '' })
    return []
  })
  return {
    manifest: { ...root, ...about, units: listed, ...(relationships.length > 0 ? { relationships } : {}) },
    removed,
  }
}

const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const without = (fields: FieldTable, names: ReadonlySet<string>): FieldTable =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)))

interface Cutting {
  readonly known: ReadonlySet<string>
  note(field: string, to: string): void
}

function knownFields(value: Written, fields: FieldTable, cutting: Cutting): Written {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      if (!Object.hasOwn(value, name)) return []
      const kept = fieldValue(value[name], name, field, cutting)
      return kept === undefined ? [] : [[name, kept] as const]
    }),
  )
}

/** Removes ids of units that are left out from fields that name units. */
function fieldValue(value: unknown, name: string, field: Field, cutting: Cutting): unknown {
  if (field.names !== 'unit') return knownValue(value, field, cutting)
  const ids = (Array.isArray(value) ? value : [value]).filter((id): id is string => typeof id === 'string')
  const kept = ids.filter((id) => cutting.known.has(id))
  for (const id of ids) if (!cutting.known.has(id)) cutting.note(name, id)
  if (kept.length === 0) return undefined
  return Array.isArray(value) ? kept : kept[0]
}

/** A value of an unexpected type is kept as written: it restricts, or it has no effect. */
function knownValue(value: unknown, shape: Shape, cutting: Cutting): unknown {
  switch (shape.type) {
    case 'object':
      return isObject(value) ? knownFields(value, shape.fields, cutting) : value
    case 'list':
      return Array.isArray(value) ? value.map((item) => knownValue(item, shape.of, cutting)) : value
    case 'either':
      return knownValue(value, shape.of.find((one) => one.type === 'object') ?? shape.of[0], cutting)
    default:
      return value
  }
}
