import Graph from 'graphology'
import Sigma from 'sigma'
import { colourOf, type Colouring, type GraphNode, type KnowledgeGraph } from './graph-model.ts'
import { layoutOf } from './layout.ts'

/** The current appearance; applying another takes one frame. */
export interface Look {
  readonly colouring: Colouring
  readonly isShown: (node: GraphNode) => boolean
  readonly edgeType: string | undefined
  readonly chosen: string | undefined
}

export interface Drawing {
  show(look: Look): void
  zoom(by: 'in' | 'out' | 'all'): void
  /** Moves the camera to a node. */
  goTo(ref: string): void
  end(): void
}

interface DrawOptions {
  readonly container: HTMLElement
  readonly look: Look
  readonly onChoose: (ref: string | undefined) => void
}

/** Milliseconds of work before the page may do something else. */
const slice = 12
const pause = (): Promise<void> => new Promise((resume) => setTimeout(resume))

/** Draws a graph with WebGL, in steps, so that no task blocks the page. */
export async function drawGraph(
  shown: KnowledgeGraph,
  { container, look: first, onChoose }: DrawOptions,
  signal: AbortSignal,
): Promise<Drawing | undefined> {
  const layout = layoutOf(shown)
  await pause()
  const graph = emptyGraph()
  // Many nodes would cover each other.
  const scale = shown.nodes.length > 2000 ? 0.5 : 1
  const nodes = new Map(shown.nodes.map((node) => [node.ref, node]))
  await inSlices(shown.nodes, (node, index) =>
    graph.addNode(node.ref, { x: layout.x[index], y: layout.y[index], size: sizeOf(node) * scale, label: node.label }),
  )
  await inSlices(shown.edges, ({ from, to, type }) => {
    if (graph.hasNode(from) && graph.hasNode(to)) graph.addEdge(from, to, { kind: type, from, to, size: 1 })
  })
  await pause()
  if (signal.aborted) return undefined
  let look = first
  let colours = coloursIn(container)
  const sigma = new Sigma(emptyGraph(), container, {
    renderEdgeLabels: false,
    hideEdgesOnMove: shown.edges.length > 5000,
    hideLabelsOnMove: true,
    labelDensity: 0.6,
    labelRenderedSizeThreshold: shown.nodes.length > 500 ? 5 : 4,
    labelFont: getComputedStyle(container).fontFamily,
    labelSize: 12,
    labelColor: { color: colours('--ink') },
    zIndex: true,
    defaultEdgeType: 'arrow',
    // The default of the library is a white box, even in the dark theme.
    defaultDrawNodeHover(context, { x, y, size, label }, { labelSize, labelFont }) {
      if (!label) return
      context.font = `${labelSize}px ${labelFont}`
      context.fillStyle = colours('--surface')
      context.fillRect(
        x - size - 3,
        y - labelSize / 2 - 5,
        size * 2 + context.measureText(label).width + 12,
        labelSize + 10,
      )
      context.strokeStyle = colours('--accent')
      context.lineWidth = 2
      context.beginPath()
      context.arc(x, y, size + 2, 0, Math.PI * 2)
      context.stroke()
      context.fillStyle = colours('--ink')
      context.fillText(label, x + size + 4, y + labelSize / 3)
    },
    minCameraRatio: 0.01,
    maxCameraRatio: 4,
    nodeReducer(ref, data) {
      const node = nodes.get(ref)
      if (!node) return data
      const isNear = look.chosen === undefined || look.chosen === ref || graph.areNeighbors(look.chosen, ref)
      return {
        ...data,
        color: colours(isNear ? colourOf(node, look.colouring) : '--line'),
        hidden: !look.isShown(node),
        highlighted: look.chosen === ref,
        forceLabel: look.chosen !== undefined && isNear,
        zIndex: isNear ? 1 : 0,
        ...(isNear ? {} : { label: '' }),
      }
    },
    edgeReducer(_edge, data) {
      const isNear = look.chosen === undefined || look.chosen === data['from'] || look.chosen === data['to']
      const isWanted = look.edgeType === undefined || data['kind'] === look.edgeType
      const isBad = data['kind'] === 'contradicts'
      return {
        ...data,
        color: colours(isBad ? '--bad' : isNear ? '--strong-line' : '--line'),
        hidden: !isWanted || (!isNear && look.chosen !== undefined),
      }
    },
  })
  // Shaders are compiled in one task, the picture is drawn in the next.
  await pause()
  if (signal.aborted) {
    sigma.kill()
    return undefined
  }
  sigma.setGraph(graph)
  sigma.on('clickNode', ({ node }) => onChoose(node))
  sigma.on('clickStage', () => onChoose(undefined))
  const recolour = (): void => {
    colours = coloursIn(container)
    sigma.setSetting('labelColor', { color: colours('--ink') })
    sigma.refresh({ skipIndexation: true })
  }
  const stopWatching = watchTheme(recolour)
  pause()
    .then(() => settle(layout, graph, signal))
    .catch(() => undefined)
  return {
    show(next) {
      look = next
      sigma.refresh({ skipIndexation: true })
    },
    zoom(by) {
      const camera = sigma.getCamera()
      if (by === 'in') camera.animatedZoom({ duration: 150 })
      else if (by === 'out') camera.animatedUnzoom({ duration: 150 })
      else camera.animatedReset({ duration: 150 })
    },
    goTo(ref) {
      const place = sigma.getNodeDisplayData(ref)
      if (place) sigma.getCamera().animate({ x: place.x, y: place.y, ratio: 0.25 }, { duration: 200 })
    },
    end() {
      stopWatching()
      sigma.kill()
    },
  }
}

const emptyGraph = (): Graph => new Graph({ multi: true, type: 'directed' })

/** Moves nodes to their final places; the picture follows every few steps. */
async function settle(layout: ReturnType<typeof layoutOf>, graph: Graph, signal: AbortSignal): Promise<void> {
  for (let done = 0; done < layout.steps;) {
    const until = performance.now() + slice
    do {
      layout.step()
      done += 1
    } while (done < layout.steps && performance.now() < until)
    if (signal.aborted) return
    if (done % 8 === 0 || done >= layout.steps || graph.order < 2000) {
      let index = 0
      graph.updateEachNodeAttributes(
        (_ref, attributes) => {
          attributes['x'] = layout.x[index]
          attributes['y'] = layout.y[index]
          index += 1
          return attributes
        },
        { attributes: ['x', 'y'] },
      )
    }
    await pause()
  }
}

async function inSlices<Item>(items: readonly Item[], work: (item: Item, index: number) => void): Promise<void> {
  let until = performance.now() + slice
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]
    if (item !== undefined) work(item, index)
    if (index % 100 !== 0 || performance.now() < until) continue
    await pause()
    until = performance.now() + slice
  }
}

const sizeOf = ({ kind }: GraphNode): number => (kind === 'unit' ? 4 : kind === 'pack' ? 7 : 9)

/** The current colours of the palette; a variable may differ between light and dark. */
function coloursIn(container: HTMLElement): (name: string) => string {
  const probe = container.ownerDocument.createElement('span')
  container.parentElement?.append(probe)
  const known = new Map<string, string>()
  const style = getComputedStyle(probe)
  for (const name of names) {
    probe.style.color = `var(${name})`
    known.set(name, style.color)
  }
  probe.remove()
  return (name) => known.get(name) ?? '#888888'
}

const names = [
  '--surface',
  '--accent',
  '--ink',
  '--line',
  '--strong-line',
  '--good',
  '--bad',
  '--part-1',
  '--part-2',
  '--part-4',
  '--part-5',
  '--part-6',
  '--part-rest',
]

function watchTheme(changed: () => void): () => void {
  const scheme = matchMedia('(prefers-color-scheme: dark)')
  const observer = new MutationObserver(changed)
  scheme.addEventListener('change', changed)
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] })
  return () => {
    scheme.removeEventListener('change', changed)
    observer.disconnect()
  }
}
