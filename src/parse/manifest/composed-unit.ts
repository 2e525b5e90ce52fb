import type { FieldTable } from '../../model/tables/fields.ts'
import type { Malformed } from '../../model/documents/governance.ts'
import type { IncludeIntegrity, Manifest, Unit, UnitOrigin } from '../../model/documents/manifest.ts'
import { unitFields } from '../../model/tables/unit-fields.ts'
import { folderOf, isWebAddress, joinPath, pathProblem } from '../../text/paths/paths.ts'
import { isObject } from '../read-fields.ts'
import { pointer, type WrittenNumbers } from '../yaml/tree.ts'
import { readUnit } from './manifest.ts'

/** A unit that is being composed into a manifest. */
export interface Member {
  readonly id: string
  readonly raw: Readonly<Record<string, unknown>>
  readonly numbers: WrittenNumbers
  readonly faults: readonly Malformed[]
  /** Absent for a unit of the composing manifest itself. */
  readonly origin?: UnitOrigin
}

/** The composed unit, or why it cannot be used. Its path is relative to the folder of the composing manifest. */
export function unitOf({ id, raw, numbers, faults, origin }: Member, index: number): Unit | string {
  const written = raw['path']
  const isOwn = origin === undefined || typeof written !== 'string' || isWebAddress(written) || pathProblem(written)
  const path = isOwn ? written : joinPath(folderOf(origin.file), written.replaceAll('\\', '/')) || '.'
  const unit = readUnit({ ...raw, id, path }, index, numbers)
  if (typeof unit === 'string' || !origin) return unit
  return { ...unit, from: origin, unreadable: [...unit.unreadable, ...faults] }
}

/** A manifest through which a unit was included applies to the unit too. */
export const through = (member: Member, manifest: Manifest): Member =>
  member.origin && !member.origin.roots.includes(manifest)
    ? { ...member, origin: { ...member.origin, roots: [...member.origin.roots, manifest] } }
    : member

/** Marks a unit that an unreadable override or exclusion of an included manifest may have meant. */
export const withFaults = (member: Member, faults: readonly Malformed[], file: string): Member =>
  member.origin && faults.length > 0
    ? {
        ...member,
        faults: [...member.faults, ...faults],
        origin: {
          ...member.origin,
          overridden: { ...member.origin.overridden, composition: `${file}#${pointer('composition')}` },
        },
      }
    : member

type Rename = (id: string) => string

/** Adds the prefix of an include to the ids of its own members. */
export function renamer(as: string | undefined, members: readonly Member[]): Rename {
  if (as === undefined) return (id) => id
  const ids = new Set(members.map(({ id }) => id))
  return (id) => (ids.has(id) ? `${as}:${id}` : id)
}

export function asIncluded(member: Member, { as, integrity }: Including, rename: Rename): Member {
  const origin = member.origin && { ...member.origin, integrity: worse(member.origin.integrity, integrity) }
  const renamed = as === undefined ? member : { ...member, id: `${as}:${member.id}` }
  const raw = as === undefined ? member.raw : withRenamedUnits(member.raw, rename)
  return { ...renamed, raw, ...(origin ? { origin } : {}) }
}

interface Including {
  /** Prefix of its ids. */
  readonly as?: string
  readonly integrity: IncludeIntegrity
}

const integrityStates = ['verified', 'unverified', 'failed'] as const

/** A pin covers the bytes of one manifest, not of those that it includes. */
const worse = (a: IncludeIntegrity, b: IncludeIntegrity): IncludeIntegrity =>
  integrityStates.indexOf(a.state) >= integrityStates.indexOf(b.state) ? a : b

/** A unit with renamed references to units of its own manifest (KCP §3.11); the field table marks these references. */
const withRenamedUnits = (raw: Readonly<Record<string, unknown>>, rename: Rename): Record<string, unknown> =>
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
