import { isObject } from '../../parse/read-fields.ts'
import { pointer } from '../../parse/yaml/tree.ts'

/** A mapping as written, and its position. */
export interface DeclaredMapping {
  readonly fields: Readonly<Record<string, unknown>>
  readonly path: readonly (string | number)[]
}

type Raw = Readonly<Record<string, unknown>>

/** The mappings of a list; other rules report entries of other types. */
export function* mappingsIn(list: unknown, path: DeclaredMapping['path']): Generator<DeclaredMapping> {
  if (!Array.isArray(list)) return
  for (let i = 0; i < list.length; i++) {
    const fields: unknown = list[i]
    if (isObject(fields)) yield { fields, path: [...path, i] }
  }
}

/** Units as written, including those that lack a required field. */
export const declaredUnits = (raw: Raw): Generator<DeclaredMapping> => mappingsIn(raw['units'], ['units'])

/** A block that may be declared at the root and on units; every occurrence. */
export function* declaredBlocks(raw: Raw, name: string): Generator<DeclaredMapping> {
  const root = raw[name]
  if (isObject(root)) yield { fields: root, path: [name] }
  for (const unit of declaredUnits(raw)) {
    const block = unit.fields[name]
    if (isObject(block)) yield { fields: block, path: [...unit.path, name] }
  }
}

/** Absent, not a text, or nothing but spaces. */
export const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''

/** `undefined` for a blank value; another rule reports blank required fields. */
export const nonBlank = (value: unknown): unknown => (isBlank(value) ? undefined : value)

/** Authors write `null` for an absent value. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** `unit "setup"`, or its number where it has no id. */
export function unitName({ fields, path }: DeclaredMapping): string {
  const id = fields['id']
  return isBlank(id) ? `unit ${Number(path[1]) + 1}` : `unit "${id}"`
}

/** Pointer to a field; to the whole mapping when the field is absent. */
export function fieldPointer({ fields, path }: DeclaredMapping, name: string): string {
  return Object.hasOwn(fields, name) ? pointer(...path, name) : pointer(...path)
}
