import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { api } from '../api.ts'
import type { Drawing, Look } from '../graph/draw-graph.ts'
import {
  colourings,
  edgeTypes,
  palettes,
  valueOf,
  type Colouring,
  type GraphEdge,
  type GraphNode,
  type KnowledgeGraph,
} from '../graph/graph-model.ts'
import { Choice, withParameter, Words } from '../parts/filters.tsx'
import { Verdict } from '../parts/mark.tsx'
import { Empty, WhenLoaded } from '../parts/states.tsx'
import { Table, type Column } from '../parts/table.tsx'
import { VisibleText } from '../parts/visible-text.tsx'
import { go, hrefOf, type Route } from '../router.ts'
import { useLoaded } from '../use-loaded.ts'
import type { ViewProps } from '../views.ts'

/** How packs, manifests and units are related: as a picture, and as a table with the same content. */
export function GraphView({ route }: ViewProps) {
  const loaded = useLoaded('graph', (signal) => api.get<KnowledgeGraph>('v1/graph', {}, signal))
  return (
    <>
      <h1>Graph</h1>
      <WhenLoaded loaded={loaded} what="the graph">
        {(graph) =>
          graph.nodes.length === 0 ? (
            <Empty title="There is nothing to draw">
              <p>
                No pack and no manifest was found. <code>lorefence init</code> drafts a first one.
              </p>
            </Empty>
          ) : (
            <Explorer graph={graph} route={route} />
          )
        }
      </WhenLoaded>
    </>
  )
}

function colouringIn({ query }: Route): Colouring {
  const written = query.get('colour')
  return colourings.find((one) => one === written) ?? 'status'
}

function Explorer({ graph, route }: { readonly graph: KnowledgeGraph; readonly route: Route }) {
  const { query } = route
  const [find, kind, only, value] = ['find', 'kind', 'only', 'value'].map(
    (name) => query.get(name)?.toLowerCase() ?? '',
  )
  const colouring = colouringIn(route)
  const orphans = useMemo(() => new Set(graph.orphans), [graph])
  const dangling = useMemo(() => new Set(graph.deadLinks.flatMap(({ from, to }) => [from, to])), [graph])
  const isShown = (node: GraphNode): boolean =>
    (find === '' || find === undefined || node.ref.toLowerCase().includes(find)) &&
    (kind === '' || node.kind === kind) &&
    (value === '' || valueOf(node, colouring) === value) &&
    (only !== 'orphans' || orphans.has(node.ref)) &&
    (only !== 'dead links' || dangling.has(node.ref))
  const [chosen] = route.parts
  const look: Look = { colouring, isShown, edgeType: query.get('type') ?? undefined, chosen: chosen ?? undefined }
  const nodes = graph.nodes.filter(isShown)
  return (
    <>
      <div class="row">
        <Words route={route} name="find" label="Find" />
        <Choice route={route} name="kind" label="Kind" of={['pack', 'manifest', 'unit']} />
        <Choice route={route} name="type" label="Relation" of={edgeTypes} />
        <Choice route={route} name="only" label="Only" of={['orphans', 'dead links']} all="everything" />
        <Choice route={route} name="colour" label="Colour" of={colourings.slice(1)} all="status" />
      </div>
      <p class="muted" role="status">
        {nodes.length} of {graph.nodes.length} entries and units, {graph.edges.length} relations, {graph.orphans.length}{' '}
        without any, {graph.deadLinks.length} dead {graph.deadLinks.length === 1 ? 'link' : 'links'}
      </p>
      <div class="graph-area">
        <Picture graph={graph} look={look} lookKey={`${query} ${chosen ?? ''}`} route={route} />
        <Chosen graph={graph} refOf={chosen} route={route} />
      </div>
      <Legend nodes={graph.nodes} colouring={colouring} route={route} />
      {graph.deadLinks.length === 0 ? null : <DeadLinks links={graph.deadLinks} />}
      <NodeTable graph={graph} nodes={nodes} route={route} />
    </>
  )
}

interface PictureProps {
  readonly graph: KnowledgeGraph
  readonly look: Look
  /** Changes whenever the look does. */
  readonly lookKey: string
  readonly route: Route
}

function Picture({ graph, look, lookKey, route }: PictureProps) {
  const container = useRef<HTMLDivElement>(null)
  const drawing = useRef<Drawing | undefined>(undefined)
  const latest = useRef({ look, lookKey, route })
  latest.current = { look, lookKey, route }
  const [trouble, setTrouble] = useState('')
  useEffect(() => {
    const controller = new AbortController()
    const draw = async (): Promise<void> => {
      // Large, so it is loaded only with this view.
      const { drawGraph } = await import('../graph/draw-graph.ts')
      if (!container.current || controller.signal.aborted) return
      const begun = latest.current.lookKey
      const options = {
        container: container.current,
        look: latest.current.look,
        onChoose: (ref: string | undefined) =>
          go(hrefOf('graph', ref === undefined ? [] : [ref], latest.current.route.query)),
      }
      drawing.current = await drawGraph(graph, options, controller.signal)
      if (latest.current.lookKey !== begun) drawing.current?.show(latest.current.look)
    }
    draw().catch(() => setTrouble('This browser cannot draw it (WebGL). The table below has the same content.'))
    return () => {
      controller.abort()
      drawing.current?.end()
      drawing.current = undefined
    }
  }, [graph])
  useEffect(() => drawing.current?.show(latest.current.look), [lookKey])
  const [chosen] = route.parts
  return (
    <figure class="picture">
      <div
        ref={container}
        class="canvas"
        role="img"
        aria-label={`Graph of ${graph.nodes.length} nodes; the table below has the same content`}
      />
      {trouble === '' ? (
        <figcaption class="row">
          <button type="button" aria-label="Zoom in" onClick={() => drawing.current?.zoom('in')}>
            +
          </button>
          <button type="button" aria-label="Zoom out" onClick={() => drawing.current?.zoom('out')}>
            −
          </button>
          <button type="button" onClick={() => drawing.current?.zoom('all')}>
            All
          </button>
          {chosen === undefined ? null : (
            <button type="button" onClick={() => drawing.current?.goTo(chosen)}>
              To the chosen one
            </button>
          )}
        </figcaption>
      ) : (
        <figcaption>
          <p role="alert">{trouble}</p>
        </figcaption>
      )}
    </figure>
  )
}

interface ChosenProps {
  readonly graph: KnowledgeGraph
  readonly refOf: string | undefined
  readonly route: Route
}

function Chosen({ graph, refOf, route }: ChosenProps) {
  const node = refOf === undefined ? undefined : graph.nodes.find(({ ref }) => ref === refOf)
  if (!node)
    return (
      <aside class="panel" aria-label="Chosen node">
        <p class="muted">Choose a node in the picture or in the table to see its relations.</p>
      </aside>
    )
  const links = [...graph.edges, ...graph.deadLinks].filter(({ from, to }) => from === node.ref || to === node.ref)
  const isDead = new Set(graph.deadLinks)
  return (
    <aside class="panel" aria-label="Chosen node">
      <h2 class="code">
        <VisibleText text={node.ref} />
      </h2>
      <dl class="facts">
        {(['kind', 'standing', 'status', 'sensitivity', 'verdict'] as const).map((name) =>
          node[name] === undefined ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{name === 'verdict' ? <Verdict of={node[name]} /> : node[name]}</dd>
            </div>
          ),
        )}
      </dl>
      <ul class="relations">
        {links.slice(0, 60).map((link) => {
          const other = link.from === node.ref ? link.to : link.from
          return (
            <li key={`${link.type} ${link.from} ${link.to}`}>
              <span class="muted">{link.from === node.ref ? link.type : `← ${link.type}`}</span>{' '}
              {isDead.has(link) ? (
                <>
                  <VisibleText text={other} /> <span class="muted">(not here)</span>
                </>
              ) : (
                <a href={hrefOf('graph', [other], route.query)}>
                  <VisibleText text={other} />
                </a>
              )}
            </li>
          )
        })}
        {links.length > 60 ? <li class="muted">and {links.length - 60} more</li> : null}
        {links.length === 0 ? <li class="muted">It has no relations.</li> : null}
      </ul>
      <p class="row">
        <a href={hrefOf('decisions', [], { filter: node.ref })}>Decisions</a>
        <a href={hrefOf('receipts', [], { ref: node.ref })}>Receipts</a>
        <a href={hrefOf('graph', [], route.query)}>Choose none</a>
      </p>
    </aside>
  )
}

interface LegendProps {
  readonly nodes: readonly GraphNode[]
  readonly colouring: Colouring
  readonly route: Route
}

/** The values that occur; a click on one filters by it. */
function Legend({ nodes, colouring, route }: LegendProps) {
  const counts = useMemo(() => {
    const found = new Map<string, number>()
    for (const node of nodes) found.set(valueOf(node, colouring), (found.get(valueOf(node, colouring)) ?? 0) + 1)
    return found
  }, [nodes, colouring])
  const now = route.query.get('value')
  const known = Object.keys(palettes[colouring])
  const values = [...counts.keys()].sort((a, b) => known.indexOf(a) - known.indexOf(b))
  return (
    <ul class="legend" aria-label={`Colours: ${colouring}`}>
      {values.map((value) => (
        <li key={value}>
          <a
            href={withParameter(route, 'value', now === value ? undefined : value)}
            aria-current={now === value ? 'true' : undefined}
          >
            <span class={`dot ${(palettes[colouring][value] ?? '--part-rest').slice(2)}`} />
            {value} <span class="muted">{counts.get(value)}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function DeadLinks({ links }: { readonly links: readonly GraphEdge[] }) {
  const columns: readonly Column<GraphEdge>[] = [
    {
      title: 'From',
      isHead: true,
      sortBy: ({ from }) => from,
      cell: ({ from }) => (
        <span class="code">
          <VisibleText text={from} />
        </span>
      ),
    },
    { title: 'Relation', sortBy: ({ type }) => type, cell: ({ type }) => type },
    {
      title: 'To, which is not here',
      sortBy: ({ to }) => to,
      cell: ({ to }) => (
        <span class="code">
          <VisibleText text={to} />
        </span>
      ),
    },
  ]
  return (
    <section class="panel" aria-labelledby="dead-links">
      <h2 id="dead-links">Dead links</h2>
      <Table
        caption="Dead links"
        columns={columns}
        rows={links}
        keyOf={({ from, to, type }) => `${type} ${from} ${to}`}
        step={20}
      />
    </section>
  )
}

interface NodeTableProps {
  readonly graph: KnowledgeGraph
  readonly nodes: readonly GraphNode[]
  readonly route: Route
}

function NodeTable({ graph, nodes, route }: NodeTableProps) {
  const degree = useMemo(() => {
    const counts = new Map<string, number>()
    for (const { from, to } of graph.edges) for (const ref of [from, to]) counts.set(ref, (counts.get(ref) ?? 0) + 1)
    return counts
  }, [graph])
  const columns: readonly Column<GraphNode>[] = [
    {
      title: 'Pack, manifest or unit',
      isHead: true,
      sortBy: ({ ref }) => ref,
      cell: ({ ref }) => (
        <a class="code" href={hrefOf('graph', [ref], route.query)}>
          <VisibleText text={ref} />
        </a>
      ),
    },
    {
      title: 'Status',
      sortBy: ({ status = '' }) => status,
      cell: ({ status }) => <span class="nowrap">{status ?? ''}</span>,
    },
    {
      title: 'Sensitivity',
      isWide: true,
      sortBy: ({ sensitivity = '' }) => sensitivity,
      cell: ({ sensitivity }) => sensitivity ?? '',
    },
    {
      title: 'Verdict',
      sortBy: ({ verdict = '' }) => verdict,
      cell: ({ verdict }) => (verdict ? <Verdict of={verdict} /> : null),
    },
    {
      title: 'Relations',
      isNumber: true,
      sortBy: ({ ref }) => degree.get(ref) ?? 0,
      cell: ({ ref }) => degree.get(ref) ?? 0,
    },
  ]
  return <Table caption="Entries and units" columns={columns} rows={nodes} keyOf={({ ref }) => ref} step={50} />
}
