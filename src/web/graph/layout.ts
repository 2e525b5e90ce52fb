import type { KnowledgeGraph } from './graph-model.ts'

/** The coordinates of the nodes, by their index in the list. */
export interface Layout {
  readonly x: Float64Array
  readonly y: Float64Array
  /** Moves everything once; cheap enough to be called several times in a frame. */
  step(): void
  /** Steps until the layout is stable enough. */
  readonly steps: number
}

const golden = Math.PI * (3 - Math.sqrt(5))
/** The distance beyond which two nodes do not push each other. */
const reach = 3

/**
 * Each manifest is a disc of its units, related ones beside each other; then nodes push their neighbours away and
 * relations pull. The same graph always gives the same picture.
 */
export function layoutOf({ nodes, edges }: Pick<KnowledgeGraph, 'nodes' | 'edges'>): Layout {
  const at = new Map(nodes.map(({ ref }, index) => [ref, index]))
  const links = edges.flatMap(({ from, to }) => {
    const [start, end] = [at.get(from), at.get(to)]
    return start === undefined || end === undefined ? [] : [[start, end] as const]
  })
  const [x, y] = [new Float64Array(nodes.length), new Float64Array(nodes.length)]
  placeDiscs({ nodes, edges }, { x, y, at })
  return {
    x,
    y,
    steps: Math.max(12, Math.min(150, Math.round(240_000 / Math.max(1, nodes.length)))),
    step: () => relax({ x, y }, links),
  }
}

interface Places {
  readonly x: Float64Array
  readonly y: Float64Array
  readonly at: ReadonlyMap<string, number>
}

function placeDiscs({ nodes, edges }: Pick<KnowledgeGraph, 'nodes' | 'edges'>, { x, y, at }: Places): void {
  const members = new Map<string, string[]>()
  for (const { ref, kind, manifest } of nodes) {
    const group = kind === 'unit' ? (manifest ?? ref) : kind === 'pack' ? 'packs' : ref
    const held = members.get(group)
    if (held) held.push(ref)
    else members.set(group, [ref])
  }
  const groups = [...members.values()].sort((a, b) => b.length - a.length)
  let area = 0
  groups.forEach((group, index) => {
    const radius = Math.sqrt(group.length)
    area += (radius + 2) ** 2
    const distance = index === 0 ? 0 : Math.sqrt(area) * 1.4
    const [cx, cy] = [Math.cos(index * golden) * distance, Math.sin(index * golden) * distance]
    inOrder(group, edges).forEach((ref, place) => {
      const node = at.get(ref) ?? 0
      x[node] = cx + Math.cos(place * golden) * Math.sqrt(place) * 1.1
      y[node] = cy + Math.sin(place * golden) * Math.sqrt(place) * 1.1
    })
  })
}

/** Related nodes follow each other, so that they are close in the spiral. */
function inOrder(group: readonly string[], edges: KnowledgeGraph['edges']): readonly string[] {
  if (group.length < 3) return group
  const own = new Set(group)
  const near = new Map<string, string[]>()
  for (const { from, to } of edges)
    if (own.has(from) && own.has(to)) {
      near.set(from, [...(near.get(from) ?? []), to].slice(-50))
      near.set(to, [...(near.get(to) ?? []), from].slice(-50))
    }
  const ordered = new Set<string>()
  for (const start of group) {
    const queue = [start]
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      if (ordered.has(next)) continue
      ordered.add(next)
      queue.push(...(near.get(next) ?? []).filter((ref) => !ordered.has(ref)))
    }
  }
  return [...ordered]
}

/** One step: neighbours in a grid push, relations pull. */
function relax({ x, y }: Pick<Places, 'x' | 'y'>, links: readonly (readonly [number, number])[]): void {
  const grid = gridOf(x, y)
  const [dx, dy] = [new Float64Array(x.length), new Float64Array(x.length)]
  for (const [key, cell] of grid.cells)
    for (const beside of [key, key + 1, key + grid.width - 1, key + grid.width, key + grid.width + 1]) {
      const other = grid.cells.get(beside)
      if (other) pushApart({ x, y, dx, dy }, cell, other)
    }
  for (const [from, to] of links) {
    const [ax, ay] = [(x[to] ?? 0) - (x[from] ?? 0), (y[to] ?? 0) - (y[from] ?? 0)]
    const length = Math.hypot(ax, ay) || 1
    const pull = Math.min(0.5, (length - 1.5) * 0.02)
    dx[from] = (dx[from] ?? 0) + (ax / length) * pull
    dy[from] = (dy[from] ?? 0) + (ay / length) * pull
    dx[to] = (dx[to] ?? 0) - (ax / length) * pull
    dy[to] = (dy[to] ?? 0) - (ay / length) * pull
  }
  for (let node = 0; node < x.length; node += 1) {
    x[node] = (x[node] ?? 0) + Math.max(-0.5, Math.min(0.5, dx[node] ?? 0))
    y[node] = (y[node] ?? 0) + Math.max(-0.5, Math.min(0.5, dy[node] ?? 0))
  }
}

interface Grid {
  readonly width: number
  readonly cells: ReadonlyMap<number, readonly number[]>
}

function gridOf(x: Float64Array, y: Float64Array): Grid {
  let [left, top, right] = [Infinity, Infinity, -Infinity]
  for (let node = 0; node < x.length; node += 1) {
    left = Math.min(left, x[node] ?? 0)
    right = Math.max(right, x[node] ?? 0)
    top = Math.min(top, y[node] ?? 0)
  }
  const width = Math.ceil((right - left) / reach) + 3
  const cells = new Map<number, number[]>()
  for (let node = 0; node < x.length; node += 1) {
    const key = Math.floor(((y[node] ?? 0) - top) / reach) * width + Math.floor(((x[node] ?? 0) - left) / reach) + 1
    const held = cells.get(key)
    if (held) held.push(node)
    else cells.set(key, [node])
  }
  return { width, cells }
}

interface Forces extends Pick<Places, 'x' | 'y'> {
  readonly dx: Float64Array
  readonly dy: Float64Array
}

function pushApart({ x, y, dx, dy }: Forces, cell: readonly number[], other: readonly number[]): void {
  for (const a of cell)
    for (const b of other) {
      if (a === b || (cell === other && b < a)) continue
      const [ax, ay] = [(x[b] ?? 0) - (x[a] ?? 0), (y[b] ?? 0) - (y[a] ?? 0)]
      const squared = ax * ax + ay * ay
      if (squared > reach * reach) continue
      const push = 0.12 / (squared + 0.1)
      dx[a] = (dx[a] ?? 0) - ax * push
      dy[a] = (dy[a] ?? 0) - ay * push
      dx[b] = (dx[b] ?? 0) + ax * push
      dy[b] = (dy[b] ?? 0) + ay * push
    }
}
