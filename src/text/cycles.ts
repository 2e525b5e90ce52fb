/** Links from one id to the next, without those that are part of a cycle. */
export function withoutCircularLinks(links: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const circular = circularLinks(links)
  return circular.size === 0 ? links : new Map([...links].filter(([from]) => !circular.has(from)))
}

/** The ids whose links are part of a cycle, in order. */
export function circularLinks(links: ReadonlyMap<string, string>): ReadonlySet<string> {
  const circular = new Set<string>()
  const done = new Set<string>()
  for (const start of links.keys()) {
    const path = new Map<string, number>()
    let at: string | undefined = start
    for (; at !== undefined && !done.has(at) && !path.has(at); at = links.get(at)) path.set(at, path.size)
    const from = at === undefined ? undefined : path.get(at)
    if (from !== undefined) for (const [id, place] of path) if (place >= from) circular.add(id)
    for (const id of path.keys()) done.add(id)
  }
  return circular
}
