import { dirname, join, normalize } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** A node of the syntax tree, whatever its kind. */
export interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

/** A node and the field of its parent that contains it. */
export interface Found {
  readonly node: Node
  readonly parent: Node
  readonly field: string
}

export interface Module {
  /** Relative to `src`. */
  readonly path: string
  readonly text: string
  readonly found: readonly Found[]
}

export function moduleOf(path: string, text: string): Module {
  const lang = /\.(d\.ts|tsx)$/.exec(path)?.[1]?.replace('d.ts', 'dts') as 'dts' | 'tsx' | undefined
  const program = parseAst(text, { lang: lang ?? 'ts' }) as unknown as Node
  return { path, text, found: [...walk(program)] }
}

/** Everything below a node. */
export function* walk(parent: Node): Generator<Found> {
  for (const [field, value] of Object.entries(parent)) {
    for (const node of (Array.isArray(value) ? value : [value]) as readonly unknown[]) {
      if (!isNode(node)) continue
      yield { node, parent, field }
      yield* walk(node)
    }
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as { readonly type?: unknown }).type === 'string'

export const nodeIn = (node: Node, field: string): Node | undefined => (isNode(node[field]) ? node[field] : undefined)

export const nodesIn = (node: Node, field: string): readonly Node[] =>
  Array.isArray(node[field]) ? node[field].filter(isNode) : []

/** The name of an identifier, or a string literal. */
export function nameOf(node: Node | undefined): string {
  if (node?.type === 'Identifier') return String(node['name'])
  if (node?.type === 'TSQualifiedName') return nameOf(nodeIn(node, 'right'))
  if (node?.type === 'Literal') return String(node['value'])
  const [only, ...more] = node?.type === 'TemplateLiteral' ? nodesIn(node, 'quasis') : []
  return only && more.length === 0 ? String((only['value'] as { readonly cooked?: unknown }).cooked) : ''
}

/** The name of an accessed member, also in brackets. */
export const memberOf = (node: Node): string => nameOf(nodeIn(node, 'property'))

/** The stage, door or file a module belongs to. */
export function areaOf(path: string): string {
  const [first = '', second = ''] = path.split('/')
  return first === 'serve' ? `serve/${second}` : first
}

export const targetOf = (path: string, specifier: string): string => normalize(join(dirname(path), specifier))
