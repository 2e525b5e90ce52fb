import type { KeyNode, KeyRule, KeyRules } from './key-tree.ts'

const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'])
const schemaHolders = new Set(['schemas', 'definitions', '$defs'])
/** Parts of `components` with named members. */
const componentHolders = new Set([
  'responses',
  'parameters',
  'examples',
  'requestBodies',
  'headers',
  'securitySchemes',
  'links',
  'callbacks',
  'pathItems',
])

const between = new Set([
  'responses',
  'content',
  'schema',
  'items',
  'properties',
  'parameters',
  'headers',
  'allOf',
  'anyOf',
  'oneOf',
])

/** Whether the keys at the top are those of OpenAPI, Swagger or JSON Schema. */
export function isApiDescription(text: string, root: KeyNode): boolean {
  const members = topMembers(root)
  const has = (name: string): boolean => members.some(({ key }) => key === name)
  if ((has('openapi') || has('swagger') || has('asyncapi')) && (has('info') || has('paths'))) return true
  const schema = members.find(({ key }) => key === '$schema')
  return (
    schema !== undefined &&
    text.slice(schema.start, Math.min(schema.end, schema.start + 200)).includes('json-schema.org')
  )
}

/** A JSON text has one value with the keys; a YAML text has the keys. */
const topMembers = (root: KeyNode): readonly KeyNode[] => {
  const [only] = root.children
  return root.children.length === 1 && only?.key === '' ? only.children : root.children
}

/** Sections by operation and by schema; a property is a unit, or a section of its own when it is large. */
export function apiRules(text: string): KeyRules {
  return (path) => ruleFor(text, path)
}

function ruleFor(text: string, path: readonly KeyNode[]): KeyRule | undefined {
  const node = path.at(-1)
  const keys = path.slice(1).map(({ key }) => key)
  const name = node?.key ?? ''
  if (!node) return undefined
  const [top = '', second = ''] = keys
  if (top === 'paths' || top === 'webhooks') {
    if (keys.length === 1) return { as: 'open' }
    if (keys.length === 2) return { as: node.children.length > 0 ? 'open' : 'section' }
    if (keys.length === 3)
      return { as: 'section', title: methods.has(name) ? operationTitle(text, node, second) : `${second} ${name}` }
    return innerRule(path, name)
  }
  if (top === 'components' && keys.length === 1) return { as: 'open' }
  if (top === 'components' && keys.length === 2 && (componentHolders.has(name) || schemaHolders.has(name)))
    return { as: 'open' }
  if (top === 'components' && keys.length === 3) return { as: 'section' }
  if (keys.length === 1 && schemaHolders.has(name)) return { as: 'open' }
  if (keys.length === 2 && schemaHolders.has(top)) return { as: 'section' }
  return innerRule(path, name)
}

/** Keys between an object and its members; a property may have the same name. */
function innerRule(path: readonly KeyNode[], name: string): KeyRule | undefined {
  if (path.at(-2)?.key === 'properties') return undefined
  return between.has(name) || name.includes('/') ? { as: 'open' } : undefined
}

function operationTitle(text: string, operation: KeyNode, path: string): string {
  const id = operation.children.find(({ key }) => key === 'operationId')
  const written = id
    ? text
        .slice(id.start, id.end)
        .replace(/^["']?operationId["']?\s*:\s*/, '')
        .replace(/["'\s]/g, '')
    : ''
  return `${operation.key.toUpperCase()} ${path} ${written}`.trim()
}
