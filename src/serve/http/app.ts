import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { isUnrecorded, type Caller, type Knowledge, type OfferedTool } from '../../app/index.ts'
import { pageFiles } from '../../io/page-files.ts'
import { startStopwatch } from '../../io/stopwatch.ts'
import type { OAuthServer } from '../../model/config.ts'
import type { Clock, Receipts, Sessions } from '../../model/ports.ts'
import { StoreTrouble } from '../../model/store-trouble.ts'
import { admission, type AdmissionOptions } from '../mcp/admission.ts'
import { mcpFor } from '../mcp/handler.ts'
import { answerApi, apiRoutes, argumentsIn, outcomeOf, type ApiRoute } from './api.ts'
import { answerView, notForThis, notSameOrigin } from './answer-view.ts'
import { version } from '../../version.ts'
import { bodiesUpTo, jsonBody, wholeRequest } from './body.ts'
import {
  answerCard,
  answerDiscovery,
  answerManifest,
  answerUnit,
  compositionPaths,
  type CompositionRequest,
} from './composition.ts'
import type { Authenticate, Identity } from './identity.ts'
import { Metrics } from './metrics.ts'
import { openApiDocument } from './openapi.ts'
import { answerPage } from './page.ts'
import { PageSessions } from './page-session.ts'
import { problem } from './problem.ts'
import { resourceMetadata } from './oauth.ts'
import { InFlight, withinTime } from './load.ts'
import type { Released, ViewRoute } from './view-route.ts'
import { viewRoutes } from './view-routes.ts'
import { memoryRoutes } from './views/memory.ts'

export interface AppOptions extends AdmissionOptions {
  readonly knowledge: Knowledge
  readonly receipts: Pick<Receipts, 'segments' | 'segment' | 'heads' | 'find'>
  /** Those of the knowledge; without them MCP clients have no sessions. */
  readonly sessions?: Pick<Sessions, 'forget'>
  readonly authenticate: Authenticate
  /** Sees what other servers saved; where it rejects, nothing is decided. Absent where no other server is. */
  current?(): Promise<void>
  readonly clock: Clock
  /** The tools for past sessions, for people only; absent where the operator did not ask for them. */
  readonly memory?: readonly OfferedTool[]
  /** Whose tokens are accepted: clients find it by the metadata of RFC 9728. */
  readonly oauth?: Pick<OAuthServer, 'issuer' | 'audience'> | undefined
  /** One line for each request, without content. */
  log(entry: LogEntry): void
  readonly limits?: Partial<ServerLimits>
}

interface ServerLimits {
  readonly bodyBytes: number
  /** Requests that are answered at once; MCP streams do not count once they have begun. */
  readonly atOnce: number
  /** The same, and in a minute, for requests without a credential: each unit that they read is recorded. */
  readonly anonymousAtOnce: number
  readonly anonymousPerMinute: number
  readonly milliseconds: number
}

const defaultLimits: ServerLimits = {
  bodyBytes: 256 * 1024,
  atOnce: 64,
  anonymousAtOnce: 16,
  anonymousPerMinute: 600,
  milliseconds: 30_000,
}

export type LogEntry = Readonly<Record<string, string | number>>

export interface HttpApp {
  fetch(request: Request): Promise<Response> | Response
  /** From now on it is not ready; resolves once every request is answered, or after this time. */
  drain(milliseconds: number): Promise<void>
  close(): Promise<void>
}

interface Seen {
  requestId: string
  identity: Identity
  receipt: string
  traceparent: string
}

type NotedReply = Pick<Released, 'verb'> & { readonly [K in keyof Released]?: Released[K] | undefined }

type Env = { Variables: Partial<Seen> }

/** The routes of `lorefence serve`, in the order in which a request passes them. */
export function httpApp(options: AppOptions): HttpApp {
  const { knowledge } = options
  const limits = { ...defaultLimits, ...options.limits }
  const onTrouble = (message: string): void => options.log({ level: 'error', message })
  const inFlight = new InFlight(limits.atOnce)
  const anonymous = new InFlight(limits.anonymousAtOnce, limits.anonymousPerMinute)
  const metrics = new Metrics()
  metrics.gauge('lorefence_http_requests_in_flight', () => inFlight.count)
  metrics.gauge('lorefence_entries', () => knowledge.catalog.entries.length)
  const { memory = [] } = options
  const mcp = mcpFor(knowledge, { onTrouble, memory, sessions: options.sessions })
  const routes = [...viewRoutes, ...memoryRoutes(memory)]

  const upToDate: MiddlewareHandler<Env> = async (_c, next) => {
    try {
      await options.current?.()
    } catch (error) {
      onTrouble((error as Error).message)
      return unavailable()
    }
    return next()
  }

  const app = new Hono<Env>()
  app.use(observed(options, metrics))
  app.use(admitted(admission(options, onTrouble)))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', upToDate, (c) => (inFlight.draining ? problem('busy') : c.json({ status: 'ready' })))
  app.use('/v1/openapi.json', etag())
  app.get('/v1/openapi.json', (c) => c.json(openApiDocument(routes)))
  const metadata = options.oauth && resourceMetadata(options.oauth)
  if (metadata) for (const path of metadata.paths) app.get(path, (c) => c.json(metadata.document))
  const files = pageFiles()
  const sessions = new PageSessions(options.authenticate, options.clock)
  app.get('/', (c) => {
    const token = c.req.query('token')
    return token === undefined ? answerPage(files, c.req.raw) : sessions.signIn(c.req.raw, token)
  })
  app.post('/v1/sign-out', (c) => sessions.signOut(c.req.raw))
  app.get('/page/:file', (c) => answerPage(files, c.req.raw))
  app.use(upToDate)
  addComposition()
  app.use(authenticated(sessions.identify, metadata?.url))
  app.get('/metrics', (c) => c.text(metrics.text()))
  const received = bodiesUpTo(limits.bodyBytes)
  app.use((c, next) =>
    inFlight.once(
      () => received(c),
      () => answeredOf(c, next),
    ),
  )
  app.all('/mcp', async (c) => {
    const { requester, person } = identityOf(c)
    return mcp.fetchAs(await wholeRequest(c), { requester, caller: callerOf(c), isPerson: person !== undefined })
  })
  app.use('/v1/*', etag({ retainedHeaders: kept304 }))
  for (const route of apiRoutes) app.on(route.method, route.path, (c) => apiAnswer(c, route))
  app.get('/v1/identity', (c) => c.json(identityForPage(identityOf(c))))
  for (const route of routes) app.on(route.method, patternOf(route), (c) => viewAnswer(c, route))
  for (const { path, method } of apiRoutes)
    app.all(path, () => problem('wrong-method', { headers: { allow: method }, detail: `Use ${method}.` }))
  app.notFound(() => problem('not-found'))
  app.onError((error) => {
    onTrouble(error.message)
    if (isUnrecorded(error) || error instanceof StoreTrouble) return unavailable()
    return problem('failed', { detail: 'Its operator can read why.' })
  })

  /** KCP §12: also without a credential, with what is for everybody. A credential that is not accepted is refused. */
  function addComposition(): void {
    const withRequest = async (
      c: Context<Env>,
      answer: (request: CompositionRequest) => Promise<Response | undefined>,
    ): Promise<Response> => {
      const isAnonymous = c.req.header('authorization') === undefined
      const identity = isAnonymous ? undefined : await options.authenticate(c.req.raw)
      if (!isAnonymous && !identity) return credentialNeeded(metadata?.url)
      if (identity) c.set('identity', identity)
      const now = (): Date => options.clock.now()
      const work = (): Promise<Response> =>
        withinTime(
          limits.milliseconds,
          c.req.raw.signal,
          async () =>
            (await answer({ knowledge, identity, traceparent: c.get('traceparent'), now })) ??
            (identity ? problem('not-found') : credentialNeeded(metadata?.url)),
        )
      return (identity ? inFlight : anonymous).during(work)
    }
    const unit = (form: 'text' | 'json') => (c: Context<Env>) =>
      withRequest(c, async (request) => {
        const { unit: found, response } = await answerUnit(c.req.param('id') ?? '', request, form)
        if (found.outcome !== 'unknown') c.set('receipt', found.receipt)
        metrics.add('lorefence_replies_total', { verb: 'unit', outcome: found.outcome })
        return response
      })
    const origin = ({ url }: Request): string => new URL(options.oauth?.audience ?? url).origin
    for (const path of compositionPaths.card)
      app.get(path, (c) => withRequest(c, (request) => answerCard(request, origin(c.req.raw))))
    app.get(compositionPaths.discovery, (c) => withRequest(c, answerDiscovery))
    app.use(compositionPaths.manifest, etag({ retainedHeaders: kept304 }))
    app.get(compositionPaths.manifest, (c) => withRequest(c, answerManifest))
    app.get(compositionPaths.unit, unit('text'))
    app.get(compositionPaths.unitReply, unit('json'))
  }

  async function apiAnswer(c: Context<Env>, route: ApiRoute): Promise<Response> {
    const written = route.method === 'GET' ? argumentsIn(new URL(c.req.url)) : await jsonBody(c)
    if (written instanceof Response) return written
    const { requester } = identityOf(c)
    return withinTime(limits.milliseconds, c.req.raw.signal, (signal) =>
      answerApi(route, written, {
        knowledge: knowledge.forRequester(requester, callerOf(c)),
        signal,
        now: () => options.clock.now(),
        onReply: ({ name: verb }, reply) =>
          noteReply(c, { verb, receipt: reply.receipt, outcome: outcomeOf(reply), tokens: reply.tokens }),
      }),
    )
  }

  async function viewAnswer(c: Context<Env>, route: ViewRoute): Promise<Response> {
    const identity = identityOf(c)
    const refusal = notForThis(route, identity) ?? (route.method === 'POST' ? notSameOrigin(c.req.raw) : undefined)
    if (refusal) return refusal
    const written = route.method === 'GET' ? argumentsIn(new URL(c.req.url)) : await jsonBody(c)
    if (written instanceof Response) return written
    return withinTime(limits.milliseconds, c.req.raw.signal, (signal) =>
      answerView(route, written, {
        identity,
        knowledge: knowledge.forRequester(identity.requester, callerOf(c)).forModel(),
        whole: knowledge,
        caller: callerOf(c),
        signal,
        onRelease: (released) => noteReply(c, released),
        receipts: options.receipts,
        clock: options.clock,
        id: c.req.param('id') ?? '',
      }),
    )
  }

  function noteReply(c: Context<Env>, { verb, receipt, outcome = 'given', tokens = 0 }: NotedReply): void {
    if (receipt !== undefined) c.set('receipt', receipt)
    metrics.add('lorefence_replies_total', { verb, outcome })
    metrics.add('lorefence_tokens_total', { verb }, tokens)
  }

  return {
    fetch: (request) => app.fetch(request),
    async drain(milliseconds) {
      await Promise.all([inFlight.drain(milliseconds), anonymous.drain(milliseconds)])
    },
    close: () => mcp.close(),
  }
}

/** The client may ask again soon: nothing was released. */
const unavailable = (): Response => problem('unavailable', { headers: { 'retry-after': '1' } })

const kept304 = ['cache-control', 'etag', 'vary', 'lorefence-receipt', 'x-request-id']

/** Requests that wait for an answer; the response of `next` is in the context. */
async function answeredOf(c: Context, next: () => Promise<void>): Promise<Response> {
  await next()
  return c.res
}

function identityOf(c: Context<Env>): Identity {
  const identity = c.get('identity')
  if (!identity) throw new Error('A route for clients was reached without a credential.')
  return identity
}

/** What the page shows of its credential. */
const identityForPage = ({ client, requester, person }: Identity) => ({
  schemaVersion: 1,
  kind: 'identity',
  client,
  requester,
  rights: { askAs: person !== undefined, operator: person === 'operator' },
  version,
})

const callerOf = (c: Context<Env>): Caller => {
  const traceparent = c.get('traceparent')
  return { client: identityOf(c).client, ...(traceparent === undefined ? {} : { traceparent }) }
}

/** Request id, log line and metrics. */
function observed({ log }: AppOptions, metrics: Metrics): MiddlewareHandler<Env> {
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

/** A pattern of ours, never the address as sent, which may contain names or words. */
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

const patternOf = ({ path }: ViewRoute): string => path.replace('{id}', ':id')

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

const admitted =
  (refusalOf: (request: Request) => string | undefined): MiddlewareHandler<Env> =>
  async (c, next) => {
    const detail = refusalOf(c.req.raw)
    return detail === undefined ? next() : problem('not-accepted', { detail })
  }

const credentialNeeded = (metadata?: string): Response =>
  problem('credential-needed', {
    detail: 'Send an accepted one in "Authorization: Bearer …".',
    headers: { 'www-authenticate': metadata === undefined ? 'Bearer' : `Bearer resource_metadata="${metadata}"` },
  })

const authenticated =
  (authenticate: Authenticate, metadata?: string): MiddlewareHandler<Env> =>
  async (c, next) => {
    const identity = await authenticate(c.req.raw)
    if (!identity) return credentialNeeded(metadata)
    c.set('identity', identity)
    return next()
  }
