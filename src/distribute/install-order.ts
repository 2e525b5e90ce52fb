/** Each after those that it depends on (KCP Catalog §6), else as declared. Cycles were refused before. */
export function installOrder<Entry extends { readonly name: string; readonly dependsOn?: readonly string[] }>(
  entries: readonly Entry[],
): readonly Entry[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const ordered = new Set<Entry>()
  for (const start of entries) {
    const path = [{ entry: start, next: 0 }]
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const name = top.entry.dependsOn?.[top.next++]
      const needed = name === undefined ? undefined : byName.get(name)
      if (name === undefined) {
        ordered.add(top.entry)
        path.pop()
      } else if (needed && !ordered.has(needed) && !path.some(({ entry }) => entry === needed))
        path.push({ entry: needed, next: 0 })
    }
  }
  return [...ordered]
}
