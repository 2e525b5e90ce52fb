import { isObject } from '../parse/read-fields.ts'
import { mappingsIn, type Declared } from './declared.ts'

/** Authentication methods as written: of the manifest itself and of every manifest it declares. */
export function* declaredAuthMethods(raw: Readonly<Record<string, unknown>>): Generator<Declared> {
  yield* methodsOf({ fields: raw, path: [] })
  for (const manifest of mappingsIn(raw['manifests'], ['manifests'])) yield* methodsOf(manifest)
}

function* methodsOf({ fields, path }: Declared): Generator<Declared> {
  const auth = fields['auth']
  if (isObject(auth)) yield* mappingsIn(auth['methods'], [...path, 'auth', 'methods'])
}
