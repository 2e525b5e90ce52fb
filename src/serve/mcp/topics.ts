import type { Catalog } from '../../app/index.ts'

/** Too short and plain to be an instruction. */
const isTopic = (name: string): boolean => /^[A-Za-z][A-Za-z0-9._-]{1,23}$/.test(name)

/** An upper bound: each of these is at most one token. */
const tokensOf = (name: string): number => (name.match(/[A-Za-z]{1,2}|\d{1,3}|./g) ?? []).length + 1

/** Plain names of granted packs, manifests and units within a number of tokens, for text outside a fence. */
export function topicsOf({ entries }: Catalog, mostTokens: number): readonly string[] {
  const granted = entries.filter(({ enabled, standing }) => enabled && standing !== 'ungranted')
  const names = granted.map(({ ref }) => ref.slice(ref.indexOf(':') + 1))
  const topics = new Map<string, string>()
  let left = mostTokens
  for (const name of [...names, ...unitIds(granted)]) {
    if (left < 2) break
    const cost = tokensOf(name)
    if (cost > left || !isTopic(name) || topics.has(name.toLowerCase())) continue
    left -= cost
    topics.set(name.toLowerCase(), name)
  }
  return [...topics.values()]
}

function* unitIds(entries: Catalog['entries']): Generator<string> {
  for (const { document, disabledUnits } of entries)
    if (document.kind === 'manifest') for (const { id } of document.units) if (!disabledUnits?.has(id)) yield id
}
