import { outcomeOf } from './api.ts'
import { Hono, type Context, type MiddlewareHandler } from 'hono'
import { etag } from 'hono/etag'
import { isUnrecorded, type Caller, type Knowledge, type OfferedTool } from '../../app/index.ts'
import { pageFiles } from '../../io/page-files.ts'
import type { OAuthServer } from '../../model/documents/config.ts'
import type { Clock, Receipts, Sessions } from '../../model/ports.ts'
import { StoreTrouble } from '../../model/records/store-trouble.ts'
import { version } from '../../version.ts'
import { admission, type AdmissionOptions } from '../mcp/admission.ts'
import { mcpFor } from '../mcp/handler.ts'
import { answerApi, apiRoutes, argumentsIn, type ApiRoute } from './api.ts'
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
import { InFlight, withinTime } from './load.ts'
import { Metrics } from './metrics.ts'
import { resourceMetadata } from './oauth.ts'
import { observed, patternOf, type Env, type LogEntry } from './observe.ts'
import { openApiDocument } from './openapi.ts'
import { PageSessions } from './page-session.ts'
import { answerPage } from './page.ts'
import { problem } from './problem.ts'
import { answerView, refusalByRole, notSameOrigin, type Released, type ViewRoute } from './view-route.ts'
import { viewRoutes } from './view-routes.ts'
import { memoryRoutes } from './views/memory.ts'

export interface AppOptions extends AdmissionOptions {
  readonly knowledge: Knowledge
  readonly receipts: Pick<Receipts, 'segments' | 'segment' | 'heads' | 'find'>
  /** The sessions of the knowledge; without them MCP clients have none. */
  readonly sessions?: Pick<Sessions, 'forget'>
  readonly authenticate: Authenticate
  /** Loads what other servers saved; if it rejects, nothing is decided. Absent without other servers. */
  current?(): Promise<void>
  readonly clock: Clock
  /** The tools for past sessions, for people only; absent unless the operator asked for them. */
  readonly memory?: readonly OfferedTool[]
  /** The server whose tokens are accepted; clients find it by the metadata of RFC 9728. */
  readonly oauth?: Pick<OAuthServer, 'issuer' | 'audience'> | undefined
  /** One line for each request, without content. */
  log(entry: LogEntry): void
  readonly limits?: Partial<ServerLimits>
}

interface ServerLimits {
  readonly bodyBytes: number
  /** Requests that are answered at the same time; MCP streams do not count once they have begun. */
  readonly atOnce: number
  /** Limits for requests without a credential: each unit that they read is recorded. */
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

export interface HttpApp {
  fetch(request: Request): Promise<Response> | Response
  /** Accepts no more requests; resolves once every open one is answered, or after this time. */
  drain(milliseconds: number): Promise<void>
  close(): Promise<void>
}

/** What the routes share. */
interface Serving {
  readonly options: AppOptions
  readonly knowledge: Knowledge
  readonly metrics: Metrics
  readonly inFlight: InFlight
  /** Requests without a credential. */
  readonly anonymous: InFlight
  readonly milliseconds: number
  /** The metadata of RFC 9728, for clients without a token. */
  readonly metadataUrl: string | undefined
}

/** The routes of `lorefence serve`, in the order in which a request passes them. */
export function httpApp(options: AppOptions): HttpApp {
  const { knowledge, memory = [] } = options
  const limits = { ...defaultLimits, ...options.limits }
  const onTrouble = (message: string): void => options.log({ level: 'error', message })
  const inFlight = new InFlight(limits.atOnce)
  const anonymous = new InFlight(limits.anonymousAtOnce, limits.anonymousPerMinute)
  const metrics = new Metrics()
  metrics.gauge('lorefence_http_requests_in_flight', () => inFlight.count)
  metrics.gauge('lorefence_entries', () => knowledge.catalog.entries.length)
  const mcp = mcpFor(knowledge, { onTrouble, memory, sessions: options.sessions })
  const routes = [...viewRoutes, ...memoryRoutes(memory)]
  const metadata = options.oauth && resourceMetadata(options.oauth)
  const metadataUrl = metadata?.url
  const { milliseconds } = limits
  const serving = { options, knowledge, metrics, inFlight, anonymous, milliseconds, metadataUrl }
  const files = pageFiles()
  const sessions = new PageSessions(options.authenticate, options.clock)
  const upToDate = currentFirst(options, onTrouble)
  const received = bodiesUpTo(limits.bodyBytes)

  const app = new Hono<Env>()
  app.use(observed(options.log, metrics))
  app.use(admitted(admission(options, onTrouble)))
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', upToDate, (c) => (inFlight.draining ? problem('busy') : c.json({ status: 'ready' })))
  app.use('/v1/openapi.json', etag())
  app.get('/v1/openapi.json', (c) => c.json(openApiDocument(routes)))
  if (metadata) for (const path of metadata.paths) app.get(path, (c) => c.json(metadata.document))
  app.get('/', (c) => {
    const token = c.req.query('token')
    return token === undefined ? answerPage(files, c.req.raw) : sessions.signIn(c.req.raw, token)
  })
  app.post('/v1/sign-out', (c) => sessions.signOut(c.req.raw))
  app.get('/page/:file', (c) => answerPage(files, c.req.raw))
  app.use(upToDate)
  addComposition(app, serving)
  app.use(authenticated(sessions.identify, metadataUrl))
  app.get('/metrics', (c) => c.text(metrics.text()))
  app.use((c, next) =>
    inFlight.once(
      () => received(c),
      () => responseAfter(c, next),
    ),
  )
  app.all('/mcp', async (c) => {
    const { requester, person } = identityOf(c)
    return mcp.fetchAs(await wholeRequest(c), { requester, caller: callerOf(c), isPerson: person !== undefined })
  })
  app.use('/v1/*', etag({ retainedHeaders: kept304 }))
  for (const route of apiRoutes) app.on(route.method, route.path, (c) => apiAnswer(c, route, serving))
  app.get('/v1/identity', (c) => c.json(identityForPage(identityOf(c))))
  for (const route of routes) app.on(route.method, patternOf(route), (c) => viewAnswer(c, route, serving))
  for (const { path, method } of apiRoutes)
    app.all(path, () => problem('wrong-method', { headers: { allow: method }, detail: `Use ${method}.` }))
  app.notFound(() => problem('not-found'))
  app.onError((error) => {
    onTrouble(error.message)
    if (isUnrecorded(error) || error instanceof StoreTrouble) return unavailable()
    return problem('failed', { detail: 'Its operator can read why.' })
  })

  return {
    fetch: (request) => app.fetch(request),
    async drain(time) {
      await Promise.all([inFlight.drain(time), anonymous.drain(time)])
    },
    close: () => mcp.close(),
  }
}

/** KCP §12: also without a credential, with what is public. A credential that is not accepted is refused. */
function addComposition(app: Hono<Env>, serving: Serving): void {
  const { options, metrics } = serving
  const unit = (form: 'text' | 'json') => (c: Context<Env>) =>
    composed(c, serving, async (request) => {
      const { unit: found, response } = await answerUnit(c.req.param('id') ?? '', request, form)
      if (found.outcome !== 'unknown') c.set('receipt', found.receipt)
      metrics.add('lorefence_replies_total', { verb: 'unit', outcome: found.outcome })
      return response
    })
  const origin = ({ url }: Request): string => new URL(options.oauth?.audience ?? url).origin
  for (const path of compositionPaths.card)
    app.get(path, (c) => composed(c, serving, (request) => answerCard(request, origin(c.req.raw))))
  app.get(compositionPaths.discovery, (c) => composed(c, serving, answerDiscovery))
  app.use(compositionPaths.manifest, etag({ retainedHeaders: kept304 }))
  app.get(compositionPaths.manifest, (c) => composed(c, serving, answerManifest))
  app.get(compositionPaths.unit, unit('text'))
  app.get(compositionPaths.unitReply, unit('json'))
}

/** Answers for the credential of a request or, without one, for everybody; `undefined` is not found. */
async function composed(
  c: Context<Env>,
  { options, knowledge, inFlight, anonymous, milliseconds, metadataUrl }: Serving,
  answer: (request: CompositionRequest) => Promise<Response | undefined>,
): Promise<Response> {
  const isAnonymous = c.req.header('authorization') === undefined
  const identity = isAnonymous ? undefined : await options.authenticate(c.req.raw)
  if (!isAnonymous && !identity) return credentialNeeded(metadataUrl)
  if (identity) c.set('identity', identity)
  const work = async (): Promise<Response> => {
    const request = { knowledge, identity, traceparent: c.get('traceparent'), now: () => options.clock.now() }
    return (await answer(request)) ?? (identity ? problem('not-found') : credentialNeeded(metadataUrl))
  }
  return (identity ? inFlight : anonymous).during(() => withinTime(milliseconds, c.req.raw.signal, work))
}

async function apiAnswer(c: Context<Env>, route: ApiRoute, serving: Serving): Promise<Response> {
  const { options, knowledge, milliseconds } = serving
  const written = route.method === 'GET' ? argumentsIn(new URL(c.req.url)) : await jsonBody(c)
  if (written instanceof Response) return written
  return withinTime(milliseconds, c.req.raw.signal, (signal) =>
    answerApi(route, written, {
      knowledge: knowledge.forRequester(identityOf(c).requester, callerOf(c)),
      signal,
      now: () => options.clock.now(),
      onReply: ({ name: verb }, reply) =>
        noteReply(c, serving, { verb, receipt: reply.receipt, outcome: outcomeOf(reply), tokens: reply.tokens }),
    }),
  )
}

async function viewAnswer(c: Context<Env>, route: ViewRoute, serving: Serving): Promise<Response> {
  const { options, knowledge, milliseconds } = serving
  const identity = identityOf(c)
  const refusal = refusalByRole(route, identity) ?? (route.method === 'POST' ? notSameOrigin(c.req.raw) : undefined)
  if (refusal) return refusal
  const written = route.method === 'GET' ? argumentsIn(new URL(c.req.url)) : await jsonBody(c)
  if (written instanceof Response) return written
  return withinTime(milliseconds, c.req.raw.signal, (signal) =>
    answerView(route, written, {
      identity,
      knowledge: knowledge.forRequester(identity.requester, callerOf(c)).forModel(),
      whole: knowledge,
      caller: callerOf(c),
      signal,
      onRelease: (released) => noteReply(c, serving, released),
      receipts: options.receipts,
      clock: options.clock,
      id: c.req.param('id') ?? '',
    }),
  )
}

type NotedReply = Pick<Released, 'verb'> & { readonly [K in keyof Released]?: Released[K] | undefined }

function noteReply(c: Context<Env>, { metrics }: Serving, reply: NotedReply): void {
  const { verb, receipt, outcome = 'given', tokens = 0 } = reply
  if (receipt !== undefined) c.set('receipt', receipt)
  metrics.add('lorefence_replies_total', { verb, outcome })
  metrics.add('lorefence_tokens_total', { verb }, tokens)
}

/** Loads what other servers saved; if that fails, nothing is decided. */
const currentFirst =
  (options: Pick<AppOptions, 'current'>, onTrouble: (message: string) => void): MiddlewareHandler<Env> =>
  async (_c, next) => {
    try {
      await options.current?.()
    } catch (error) {
      onTrouble((error as Error).message)
      return unavailable()
    }
    return next()
  }

/** Nothing was released, so the client may ask again soon. */
const unavailable = (): Response => problem('unavailable', { headers: { 'retry-after': '1' } })

const kept304 = ['cache-control', 'etag', 'vary', 'lorefence-receipt', 'x-request-id']

/** The response that the next handler leaves in the context. */
async function responseAfter(c: Context, next: () => Promise<void>): Promise<Response> {
  await next()
  return c.res
}

function identityOf(c: Context<Env>): Identity {
  const identity = c.get('identity')
  if (!identity) throw new Error('A route for clients was reached without a credential.')
  return identity
}

/** The facts about a credential that the page shows. */
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
