import { isObject } from '../../parse/read-fields.ts'
import { mappingsIn, type DeclaredMapping } from './declared.ts'

/** Authentication methods as written: of the manifest itself, of every manifest it declares and of every unit. */
export function* declaredAuthMethods(raw: Readonly<Record<string, unknown>>): Generator<DeclaredMapping> {
  yield* methodsOf({ fields: raw, path: [] })
  for (const list of ['manifests', 'units']) for (const entry of mappingsIn(raw[list], [list])) yield* methodsOf(entry)
}

function* methodsOf({ fields, path }: DeclaredMapping): Generator<DeclaredMapping> {
  const auth = fields['auth']
  if (isObject(auth)) yield* mappingsIn(auth['methods'], [...path, 'auth', 'methods'])
}

const methodField = /^(?:\/(manifests|units)\/(\d+))?\/auth\/methods\/(\d+)\/(?!type$)/

/** Whether a pointer is inside a method of another type than the two whose fields the table defines (KCP §3.3). */
export function isOfUnknownMethod(raw: Readonly<Record<string, unknown>>, pointer: string): boolean {
  const [, list = '', entry, method] = methodField.exec(pointer) ?? []
  if (method === undefined) return false
  const owner = entry === undefined ? raw : entryAt(raw[list], entry)
  const auth = owner?.['auth']
  const type = isObject(auth) ? entryAt(auth['methods'], method)?.['type'] : undefined
  return type !== 'oauth2' && type !== 'api_key'
}

function entryAt(list: unknown, position: string): Readonly<Record<string, unknown>> | undefined {
  const entry: unknown = Array.isArray(list) ? list[Number(position)] : undefined
  return isObject(entry) ? entry : undefined
}
