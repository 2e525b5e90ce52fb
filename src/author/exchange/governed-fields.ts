import { governanceFields } from '../../model/documents/governance.ts'
import type { Manifest, Unit } from '../../model/documents/manifest.ts'
import { isObject } from '../../parse/read-fields.ts'
import { normalizePath, pathProblem } from '../../text/paths/paths.ts'

/** Values that restrict nothing. */
const harmless: Readonly<Record<string, unknown>> = { access: 'public', sensitivity: 'public', deprecated: false }
const informing = new Set(['kind', 'license', 'content_hash'])

/** Names of the fields of a unit or manifest that restrict its use and that other formats lack. */
function restrictingFields(raw: unknown): readonly string[] {
  if (!isObject(raw)) return []
  return governanceFields.filter(
    (name) => Object.hasOwn(raw, name) && !informing.has(name) && restricts(name, raw[name]),
  )
}

function restricts(name: string, value: unknown): boolean {
  // Publisher and audit only inform; requirements for agents restrict.
  if (name === 'trust' && isObject(value)) return Object.hasOwn(value, 'agent_requirements')
  return !(name in harmless && value === harmless[name])
}

/**
 * The fields that restrict each unit: its own and those of the root, values that cannot be read, and fields that any
 * other entry declares for the same file or a folder above it.
 */
export function restrictionsIn(
  { unreadable }: Manifest,
  raw: Readonly<Record<string, unknown>>,
): (unit: Unit) => readonly string[] {
  const entries: readonly unknown[] = Array.isArray(raw['units']) ? raw['units'] : []
  const ofRoot = [...restrictingFields(raw), ...unreadable.map(({ field }) => field)]
  const byPath = new Map<string, readonly string[]>()
  for (const entry of entries) {
    const path = isObject(entry) && typeof entry['path'] === 'string' ? placeOf(entry['path']) : undefined
    if (path !== undefined) byPath.set(path, [...new Set([...(byPath.get(path) ?? []), ...restrictingFields(entry)])])
  }
  return (unit) => {
    const own = placeOf(unit.path)
    const parts = own?.split('/') ?? []
    const above = ['', ...parts.map((_, depth) => parts.slice(0, depth + 1).join('/'))]
    const malformed = [...unit.unreadable, ...(unit.ifUnplaced ?? [])].map(({ field }) => field)
    return [
      ...new Set([
        ...ofRoot,
        ...restrictingFields(entries[unit.index]),
        ...malformed,
        ...above.flatMap((path) => byPath.get(path) ?? []),
      ]),
    ]
  }
}

const placeOf = (path: string): string | undefined =>
  pathProblem(path)
    ? undefined
    : normalizePath(path.split('#')[0] ?? path)
        .normalize('NFC')
        .toLowerCase()
