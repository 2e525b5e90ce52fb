import { namingFields, plainLists } from '../../model/tables/record-lists.ts'
import { foldKey } from '../../text/compare.ts'
import { isObject } from '../read-fields.ts'
import { pointer } from '../yaml/tree.ts'

/** A record of a file whose field names are not specified (AK-275). */
export interface LooseRecord {
  readonly kind: string
  readonly id: string | undefined
  readonly label: string | undefined
  readonly aliases: readonly string[]
  readonly fields: Readonly<Record<string, unknown>>
  /** JSON pointer of the record in its file. */
  readonly pointer: string
}

/** Folded names of lists, each with the kind of its records. */
export type Collections = ReadonlyMap<string, string>

/** The first of these fields that is not absent or null, in any spelling of its name. */
export function looseField(fields: Readonly<Record<string, unknown>>, ...names: readonly string[]): unknown {
  for (const name of names) {
    if (Object.hasOwn(fields, name) && fields[name] !== null) return fields[name]
  }
  const folded = new Map(
    Object.keys(fields)
      .reverse()
      .map((key) => [foldKey(key), key]),
  )
  for (const name of names) {
    const key = folded.get(foldKey(name))
    if (key !== undefined && fields[key] !== null) return fields[key]
  }
  return undefined
}

export function looseText(fields: Readonly<Record<string, unknown>>, ...names: readonly string[]): string | undefined {
  const value = looseField(fields, ...names)
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function looseTexts(fields: Readonly<Record<string, unknown>>, ...names: readonly string[]): readonly string[] {
  const value = looseField(fields, ...names)
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()]
  return Array.isArray(value)
    ? value.filter((item): item is string => typeof item === 'string' && item.trim() !== '')
    : []
}

/** A non-empty text, list or mapping. */
export function hasEntries(value: unknown): boolean {
  if (typeof value === 'string') return value.trim() !== ''
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/**
 * Finds the records of a parsed file: a list, a list under a usual name, lists of several kinds side by side, a
 * mapping from id to record, or a single record.
 */
export function looseRecords(value: unknown, kind: string, collections: Collections): readonly LooseRecord[] {
  if (Array.isArray(value)) return fromList(value, kind, [])
  if (!isObject(value)) return []
  const named = Object.keys(value).filter(
    (key) => collections.has(foldKey(key)) && typeof value[key] === 'object' && value[key] !== null,
  )
  if (named.length > 0)
    return named.flatMap((key) => fromCollection(value[key], collections.get(foldKey(key)) ?? kind, [key]))
  const wrapper = plainLists.find((key) => Array.isArray(value[key]))
  if (wrapper !== undefined) return fromList(value[wrapper] as unknown[], kind, [wrapper])
  if (looseField(value, ...namingFields) !== undefined) return [toRecord(value, kind, undefined, [])]
  return fromCollection(value, kind, [])
}

type Path = readonly (string | number)[]

function fromCollection(value: unknown, kind: string, path: Path): readonly LooseRecord[] {
  if (Array.isArray(value)) return fromList(value, kind, path)
  if (!isObject(value)) return []
  return Object.keys(value).flatMap((key) => {
    const item = value[key]
    return isObject(item) ? [toRecord(item, kind, key, [...path, key])] : []
  })
}

function fromList(items: readonly unknown[], kind: string, path: Path): readonly LooseRecord[] {
  return items.flatMap((item, index) => {
    if (typeof item === 'string')
      return [{ kind, id: item, label: item, aliases: [], fields: {}, pointer: pointer(...path, index) }]
    return isObject(item) ? [toRecord(item, kind, undefined, [...path, index])] : []
  })
}

function toRecord(fields: Record<string, unknown>, kind: string, key: string | undefined, path: Path): LooseRecord {
  return {
    kind,
    id: looseText(fields, 'id', '@id', `${kind}_id`, 'key', 'slug') ?? key,
    label: looseText(fields, 'label', 'name', 'title', 'prefLabel', 'term', 'question', 'text'),
    aliases: looseTexts(fields, 'aliases', 'alias', 'altLabels', 'altLabel', 'synonyms', 'alsoKnownAs', 'variants'),
    fields,
    pointer: pointer(...path),
  }
}
