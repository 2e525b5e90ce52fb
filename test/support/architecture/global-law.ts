import { memberOf, nameOf, nodeIn, nodesIn, type Found, type Module } from './syntax.ts'

/**
 * Names by which a program reaches the network, the process, the clock, randomness or other code. For `Date` and
 * `Math`, it depends on how they are used.
 */
const reaching = new Set([
  'fetch',
  'WebSocket',
  'EventSource',
  'XMLHttpRequest',
  'BroadcastChannel',
  'Worker',
  'navigator',
  'localStorage',
  'sessionStorage',
  'caches',
  'process',
  'console',
  'Deno',
  'Bun',
  'globalThis',
  'global',
  'window',
  'self',
  'require',
  'module',
  'eval',
  'Function',
  'performance',
  'Temporal',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'Atomics',
  'crypto',
])

const chance = new Set([
  'randomBytes',
  'randomFillSync',
  'randomFill',
  'randomInt',
  'randomUUID',
  'getRandomValues',
  'generateKeySync',
  'webcrypto',
])

/** Stages take values and return values; only these areas reach out. */
const mayReach = (path: string): boolean => /^(?:io|serve|web)\/|^cli\.ts$/.test(path)

export function globalOffences({ path, found }: Module): readonly string[] {
  if (mayReach(path)) return []
  const imported = new Set(found.filter(({ field }) => field === 'local').map(({ node }) => nameOf(node)))
  return found.flatMap((place) => offenceIn(place, imported))
}

/** Only doors print and end the process. */
export function printOffences({ path, found }: Module): readonly string[] {
  if (path.startsWith('serve/') || path === 'cli.ts') return []
  return found.flatMap(({ node }) => {
    if (node.type === 'Identifier' && nameOf(node) === 'console') return ['console']
    const isOfProcess = node.type === 'MemberExpression' && nameOf(nodeIn(node, 'object')) === 'process'
    return isOfProcess && ['', 'stdout', 'stderr', 'exit', 'exitCode', 'abort'].includes(memberOf(node))
      ? [`process.${memberOf(node)}`]
      : []
  })
}

function offenceIn(place: Found, imported: ReadonlySet<string>): readonly string[] {
  const { node, parent, field } = place
  if (node.type === 'MetaProperty' && nameOf(nodeIn(node, 'meta')) === 'import') return ['import.meta']
  if (node.type === 'MemberExpression' && chance.has(memberOf(node))) return [memberOf(node)]
  if (node.type === 'Identifier' && field === 'imported' && chance.has(nameOf(node))) return [nameOf(node)]
  if (node.type !== 'Identifier' || isOnlyName(place)) return []
  const name = nameOf(node)
  if (reaching.has(name)) return imported.has(name) ? [] : [name]
  if (field === 'typeName' || field === 'exprName') return []
  if (name === 'Date' && !isGivenDate(place)) return ['Date']
  return name === 'Math' && (parent.type !== 'MemberExpression' || ['', 'random'].includes(memberOf(parent)))
    ? ['Math.random']
    : []
}

/** Whether it is only the name of a member or a field, which refers to nothing by itself. */
function isOnlyName({ parent, field }: Found): boolean {
  if (field === 'property' || field === 'key') return parent['computed'] !== true
  return (
    field === 'imported' ||
    field === 'exported' ||
    field === 'local' ||
    (field === 'right' && parent.type === 'TSQualifiedName')
  )
}

/** Whether it is a date of a given value, not the current time. */
function isGivenDate({ parent, field }: Found): boolean {
  if (parent.type === 'NewExpression' && field === 'callee')
    return ![undefined, 'SpreadElement'].includes(nodesIn(parent, 'arguments')[0]?.type)
  if (parent.type === 'MemberExpression' && field === 'object') return ['UTC', 'parse'].includes(memberOf(parent))
  return parent.type === 'BinaryExpression' && parent['operator'] === 'instanceof'
}
