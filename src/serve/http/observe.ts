import type { Context, MiddlewareHandler } from 'hono'
import { startStopwatch } from '../../io/process/stopwatch.ts'
import { apiRoutes } from './api.ts'
import { compositionPaths } from './composition.ts'
import type { Identity } from './identity.ts'
import type { Metrics } from './metrics.ts'
import type { ViewRoute } from './view-route.ts'
import { viewRoutes } from './view-routes.ts'

/** What is known of a request while it is answered. */
export type Env = { Variables: Partial<{ identity: Identity; receipt: string; traceparent: string }> }

export type LogEntry = Readonly<Record<string, string | number>>

/** Request id, log line and metrics. */
export function observed(log: (entry: LogEntry) => void, metrics: Metrics): MiddlewareHandler<Env> {
  return async (c, next) => {
    const elapsed = startStopwatch()
    const requestId = plainId(c.req.header('x-request-id')) ?? crypto.randomUUID()
    const traceparent = validTraceparent(c.req.header('traceparent'))
    if (traceparent !== undefined) c.set('traceparent', traceparent)
    await next()
    c.res.headers.set('x-request-id', requestId)
    c.res.headers.set('x-content-type-options', 'nosniff')
    const [route, receipt, identity] = [routeOf(c), c.get('receipt'), c.get('identity')]
    const { status } = c.res
    metrics.answered({ route, method: knownMethod(c.req.method), status, seconds: elapsed() / 1000 })
    log({
      level: status >= 500 ? 'error' : 'info',
      request: requestId,
      method: knownMethod(c.req.method),
      route,
      status,
      ms: Math.round(elapsed()),
      ...(identity ? { client: identity.client } : {}),
      ...(receipt === undefined ? {} : { receipt }),
      ...(traceparent === undefined ? {} : { trace: traceparent.slice(3, 35) }),
    })
  }
}

/** A pattern of ours, never the requested path, which may contain names or words. */
function routeOf(c: Context<Env>): string {
  const { pathname } = new URL(c.req.url)
  if (pathname.startsWith('/.well-known/oauth-protected-resource')) return '/.well-known/oauth-protected-resource'
  if (pathname.startsWith('/page/')) return '/page/:file'
  if (knownPaths.has(pathname)) return pathname
  const [, withId] = /^(\/v1\/units|\/units)\/[^/]+$/.exec(pathname) ?? []
  if (/^\/v1\/memory\/\w+$/.test(pathname)) return '/v1/memory/:tool'
  if (withId !== undefined) return `${withId}/:id`
  return viewPatterns.find(({ pattern }) => pattern.test(pathname))?.route ?? 'other'
}

export const patternOf = ({ path }: ViewRoute): string => path.replace('{id}', ':id')

const viewPatterns = viewRoutes
  .filter(({ path }) => path.includes('{id}'))
  .map((route) => ({ route: patternOf(route), pattern: new RegExp(`^${route.path.replace('{id}', '[^/]+')}$`) }))

const knownPaths: ReadonlySet<string> = new Set([
  '/',
  '/healthz',
  '/readyz',
  '/metrics',
  '/mcp',
  '/v1/identity',
  '/v1/sign-out',
  '/v1/openapi.json',
  ...compositionPaths.card,
  compositionPaths.discovery,
  compositionPaths.manifest,
  ...apiRoutes.map(({ path }) => path),
  ...viewRoutes.map(({ path }) => path).filter((path) => !path.includes('{id}')),
])

const knownMethod = (method: string): string =>
  ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other'

const plainId = (id: string | undefined): string | undefined =>
  id !== undefined && /^[\w.-]{1,64}$/.test(id) ? id : undefined

const validTraceparent = (text: string | undefined): string | undefined =>
  text !== undefined && /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/.test(text) ? text : undefined
