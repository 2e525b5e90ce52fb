import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const title =
  /\b(?:test|it|describe)(?:\.each(?:<[^()]*?>)?\([\s\S]*?\))?\(\s*(?:'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"((?:[^"\\]|\\.)*)")/g
const cited = /\b(?:AK|KCP|KL)-\d{3}\b/g

/** Which tests cite which requirement, by the titles of the tests. */
export function citations(folder = 'test'): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.test.ts')) continue
    const path = join(entry.parentPath, entry.name)
    for (const [, single, backtick, double] of readFileSync(path, 'utf8').matchAll(title)) {
      for (const [id] of (single ?? backtick ?? double ?? '').matchAll(cited))
        found.set(id, [...(found.get(id) ?? []), path])
    }
  }
  return found
}
