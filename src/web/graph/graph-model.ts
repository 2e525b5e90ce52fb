/** The reply of `GET /v1/graph`. */
export interface GraphNode {
  readonly ref: string
  readonly kind: 'pack' | 'manifest' | 'unit'
  readonly label: string
  readonly manifest?: string
  readonly standing: string
  readonly status?: string
  readonly sensitivity?: string
  readonly verdict?: string
}

export interface GraphEdge {
  readonly from: string
  readonly to: string
  readonly type: string
}

export interface KnowledgeGraph {
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly orphans: readonly string[]
  readonly deadLinks: readonly GraphEdge[]
}

export const edgeTypes = [
  'depends_on',
  'supersedes',
  'contradicts',
  'governs',
  'enables',
  'context',
  'federation',
] as const

/** What colours can show. */
export const colourings = ['status', 'sensitivity', 'verdict'] as const
export type Colouring = (typeof colourings)[number]

/** The palette colour of each value; other values have the colour of `none`. */
export const palettes: Readonly<Record<Colouring, Readonly<Record<string, string>>>> = {
  status: {
    ready: '--good',
    verified: '--good',
    observed: '--part-6',
    declared: '--part-1',
    rumored: '--part-4',
    draft: '--part-2',
    'needs-review': '--part-2',
    stale: '--part-2',
    disputed: '--part-5',
    deprecated: '--part-5',
    archived: '--part-rest',
    none: '--part-rest',
  },
  sensitivity: {
    public: '--good',
    internal: '--part-1',
    confidential: '--part-2',
    restricted: '--part-5',
    none: '--part-rest',
  },
  verdict: { allow: '--good', ask: '--part-2', deny: '--part-5', none: '--part-rest' },
}

export const valueOf = (node: GraphNode, colouring: Colouring): string => node[colouring] ?? 'none'

export const colourOf = (node: GraphNode, colouring: Colouring): string =>
  palettes[colouring][valueOf(node, colouring)] ?? '--part-rest'
