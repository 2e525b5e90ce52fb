import { isObject } from '../../parse/read-fields.ts'
import { pointer } from '../../parse/yaml/tree.ts'
import { parseYaml } from '../../parse/yaml/yaml.ts'

/** New values of root fields: scalars, or a mapping of scalars that is merged into the one that is there. */
export type RootFields = Readonly<Record<string, Scalar | Readonly<Record<string, Scalar>>>>
type Scalar = string | number | boolean

/** The text of a manifest with these fields; all other bytes are kept. `undefined` where they cannot be set by editing lines. */
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

/** As the first key of a mapping, in the form that it has. */
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
