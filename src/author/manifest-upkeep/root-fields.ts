import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import { isObject } from '../../parse/read-fields.ts'
import { pointer } from '../../parse/yaml/tree.ts'
import { parseYaml } from '../../parse/yaml/yaml.ts'

/** The aggregates of KCP §4.10 that follow from the units, by their written names. */
export interface RootHints {
  readonly total_token_estimate: number
  readonly unit_count: number
  readonly has_summaries: boolean
  readonly has_chunks: boolean
}

/** `estimate` is for units that declare none; `undefined` where their content cannot be read. */
export function rootHints({ units }: Manifest, estimate: (unit: Unit) => number | undefined): RootHints {
  return {
    total_token_estimate: units.reduce((sum, unit) => sum + (unit.hints?.tokenEstimate ?? estimate(unit) ?? 0), 0),
    unit_count: units.length,
    has_summaries: units.some(({ hints }) => hints?.summaryAvailable),
    has_chunks: units.some(({ hints }) => hints?.chunked),
  }
}

/** How the units of a manifest differ from an earlier edition, by their ids. */
export interface UnitChanges {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: readonly string[]
  /** Ids whose path changed: a stored path no longer leads to the unit. */
  readonly moved: readonly string[]
}

export function unitChanges(before: unknown, after: unknown): UnitChanges {
  const [old, fresh] = [unitsById(before), unitsById(after)]
  const ids = [...fresh.keys()].filter((id) => old.has(id))
  return {
    added: [...fresh.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !fresh.has(id)),
    moved: ids.filter((id) => old.get(id)?.['path'] !== fresh.get(id)?.['path']),
    changed: ids.filter((id) => JSON.stringify(old.get(id)) !== JSON.stringify(fresh.get(id))),
  }
}

function unitsById(manifest: unknown): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const units: readonly unknown[] = isObject(manifest) && Array.isArray(manifest['units']) ? manifest['units'] : []
  const byId = new Map<string, Readonly<Record<string, unknown>>>()
  for (const unit of units) if (isObject(unit) && typeof unit['id'] === 'string') byId.set(unit['id'], unit)
  return byId
}

/**
 * The version that these changes require (KCP §3.1, §6.2): removed or moved units are a break, new units a feature,
 * other changes a patch. Before 1.0.0 a break is a minor change. `undefined` for no change, or a version that is not
 * semantic.
 */
export function bumpedVersion(version: string, { added, removed, moved, changed }: UnitChanges): string | undefined {
  const match = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})$/.exec(version)
  if (!match) return undefined
  const [major, minor, patch] = match.slice(1).map(Number) as [number, number, number]
  if (removed.length + moved.length > 0) return major === 0 ? `0.${minor + 1}.0` : `${major + 1}.0.0`
  if (added.length > 0) return `${major}.${minor + 1}.0`
  return changed.length > 0 ? `${major}.${minor}.${patch + 1}` : undefined
}

/** New values of root fields: scalars, or a mapping of scalars that is merged into the existing one. */
export type RootFields = Readonly<Record<string, Scalar | Readonly<Record<string, Scalar>>>>
type Scalar = string | number | boolean

/** The text of a manifest with these fields, all other bytes kept; `undefined` if editing lines cannot set them. */
export function setRootFields(text: string, fields: RootFields): string | undefined {
  let edited: string | undefined = text
  for (const [name, value] of Object.entries(fields)) {
    if (edited === undefined) return undefined
    if (typeof value !== 'object') edited = setScalar(edited, [name], value)
    else for (const [key, inner] of Object.entries(value)) edited &&= setScalar(edited, [name, key], inner)
  }
  return edited !== undefined && isSameBut(text, edited, fields) ? edited : undefined
}

function setScalar(
  text: string,
  path: readonly [string] | readonly [string, string],
  value: Scalar,
): string | undefined {
  const { tree } = parseYaml(text)
  if (!tree || !isObject(tree.value)) return undefined
  const [name, key] = path
  const at = pointer(...path)
  const places = tree.locate(new Set([at, pointer(name), pointer('units')]))
  const own = places.get(at)
  if (own)
    return own.inline ? `${text.slice(0, own.value.start)}${written(value)}${text.slice(own.value.end)}` : undefined
  const breaks = text.includes('\r\n') ? '\r\n' : '\n'
  const parent = key === undefined ? undefined : places.get(pointer(name))
  if (parent && key !== undefined) return addKey(text, parent.value.start, `${key}: ${written(value)}`, breaks)
  const units = places.get(pointer('units'))?.key
  if (!units || (units.start > 0 && text[units.start - 1] !== '\n')) return undefined
  const line = key === undefined ? `${name}: ${written(value)}` : `${name}:${breaks}  ${key}: ${written(value)}`
  return `${text.slice(0, units.start)}${line}${breaks}${text.slice(units.start)}`
}

/** Adds the first key of a mapping, in the style of the mapping. */
function addKey(text: string, start: number, entry: string, breaks: string): string | undefined {
  if (text[start] === '{') return `${text.slice(0, start + 1)}${entry}, ${text.slice(start + 1)}`
  const indent = text.slice(text.lastIndexOf('\n', start - 1) + 1, start)
  return /^ +$/.test(indent) ? `${text.slice(0, start)}${entry}${breaks}${indent}${text.slice(start)}` : undefined
}

const written = (value: Scalar): string => (typeof value === 'string' ? JSON.stringify(value) : String(value))

function isSameBut(before: string, after: string, fields: RootFields): boolean {
  const [old, fresh] = [parseYaml(before).tree?.value, parseYaml(after).tree?.value]
  if (!isObject(old) || !isObject(fresh)) return false
  const merged: Record<string, unknown> = { ...old }
  for (const [name, value] of Object.entries(fields)) {
    const own = old[name]
    merged[name] = typeof value === 'object' ? { ...(isObject(own) ? own : {}), ...value } : value
  }
  return canonical(merged) === canonical(fresh)
}

/** Equal for equal values, whatever the order of keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    isObject(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
