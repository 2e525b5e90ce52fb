type Members = Readonly<Record<string, unknown>>

/** Models write one argument under several names; the listed name has precedence. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  name: ['names', 'ref', 'refs', 'pack', 'packs', 'manifest', 'unit'],
}

/**
 * Arguments as the schema wants them, where what was meant is certain: `null` is absent, `"400"` a number, one text a
 * list of one. All else stays, for the schema to refuse.
 */
export function forgiven(value: unknown, types: Readonly<Record<string, unknown>>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const given = Object.fromEntries(Object.entries(value as Members).filter(([, member]) => isPresent(member)))
  const fitting = Object.entries(types).flatMap(([name, type]) => {
    const found = [name, ...(otherNames[name] ?? [])].find((written) => given[written] !== undefined)
    return found === undefined ? [] : [[name, asType(given[found], type)] as const]
  })
  return { ...given, ...Object.fromEntries(fitting) }
}

const isPresent = (value: unknown): boolean => value !== null && value !== undefined

function asType(value: unknown, type: unknown): unknown {
  switch (type) {
    case 'array':
      return asList(value)
    case 'number':
      return typeof value === 'string' && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : value
    case 'boolean':
      return value === 'true' ? true : value === 'false' ? false : value
    case 'string':
      return asText(value)
    default:
      return value
  }
}

function asText(value: unknown): unknown {
  const [only, ...others] = Array.isArray(value) ? value.filter(isPresent) : [value]
  if (others.length > 0) return value
  return typeof only === 'number' ? String(only) : only
}

function asList(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter(isPresent).map(asText)
  if (typeof value === 'number') return [String(value)]
  if (typeof value !== 'string') return value
  return value.trim() === '' ? [] : (writtenList(value) ?? [value])
}

/** Some models write a list as the text of one. */
function writtenList(text: string): readonly unknown[] | undefined {
  if (!/^\s*\[[^]*\]\s*$/.test(text)) return undefined
  try {
    return JSON.parse(text) as readonly unknown[]
  } catch {
    return undefined
  }
}
