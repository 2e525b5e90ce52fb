import { isObject } from '../../parse/read-fields.ts'
import { pointer } from '../../parse/yaml/tree.ts'

/** A mapping as it was written, and where it stands. */
export interface Declared {
  readonly fields: Readonly<Record<string, unknown>>
  readonly path: readonly (string | number)[]
}

type Raw = Readonly<Record<string, unknown>>

/** The mappings of a list; anything else in it is spoken about as such. */
export function* mappingsIn(list: unknown, path: Declared['path']): Generator<Declared> {
  if (!Array.isArray(list)) return
  for (let i = 0; i < list.length; i++) {
    const fields: unknown = list[i]
    if (isObject(fields)) yield { fields, path: [...path, i] }
  }
}

/** Units as written, those that lack a required field included. */
export const declaredUnits = (raw: Raw): Generator<Declared> => mappingsIn(raw['units'], ['units'])

/** A block that may stand at the root and on a unit, wherever it stands. */
export function* declaredBlocks(raw: Raw, name: string): Generator<Declared> {
  const root = raw[name]
  if (isObject(root)) yield { fields: root, path: [name] }
  for (const unit of declaredUnits(raw)) {
    const block = unit.fields[name]
    if (isObject(block)) yield { fields: block, path: [...unit.path, name] }
  }
}

/** Absent, not a text, or nothing but spaces. */
export const isBlank = (value: unknown): boolean => typeof value !== 'string' || value.trim() === ''

/** A text that says something; a blank one in a required field has a rule of its own. */
export const sayingText = (value: unknown): unknown => (isBlank(value) ? undefined : value)

/** Authors write `null` for what is not there. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null

/** `unit "setup"`, or its number where the id does not tell. */
export function unitName({ fields, path }: Declared): string {
  const id = fields['id']
  return isBlank(id) ? `unit ${Number(path[1]) + 1}` : `unit "${id}"`
}

/** Where a field stands; the whole mapping when it is not there. */
export function fieldPointer({ fields, path }: Declared, name: string): string {
  return Object.hasOwn(fields, name) ? pointer(...path, name) : pointer(...path)
}
