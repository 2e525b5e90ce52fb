import { readArguments, type Caller, type Knowledge } from '../../app/index.ts'
import type { FieldTable, ReadOf } from '../../model/tables/fields.ts'
import type { Clock, Receipts } from '../../model/ports.ts'
import type { Identity } from './identity.ts'
import { problem } from './problem.ts'

/** One request for a view of the page. */
export interface ViewCall {
  readonly identity: Identity
  /** For the requester of the credential, as a model may know it. */
  readonly knowledge: Knowledge
  /** Not restricted to a requester yet; a route that uses it has to do that. */
  readonly whole: Knowledge
  readonly caller: Caller
  readonly signal: AbortSignal
  /** Notes what was released, for logs and metrics. */
  onRelease(released: Released): void
  readonly receipts: Pick<Receipts, 'segments' | 'segment' | 'heads' | 'find'>
  readonly clock: Clock
  /** The part of the path that is `{id}`. */
  readonly id: string
}

export interface Released {
  readonly verb: string
  readonly receipt: string
  readonly outcome: string
  readonly tokens: number
}

/** A route for people who look at knowledge; agents see only what is theirs. */
export interface ViewRoute {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly summary: string
  /** Query parameters, or the fields of the body. */
  readonly input: FieldTable
  /** Who may call it; absent: every credential. */
  readonly for?: 'viewer' | 'operator'
  /** Media type of the reply, for the OpenAPI document. */
  readonly type?: string
  answer(args: Readonly<Record<string, unknown>>, call: ViewCall): Promise<Response>
}

interface ViewRouteOf<Input extends FieldTable> extends Omit<ViewRoute, 'input' | 'answer'> {
  readonly input: Input
  answer(args: ReadOf<Input>, call: ViewCall): Promise<Response>
}

/** Arguments have the types of their table. */
export const viewRoute = <Input extends FieldTable>(route: ViewRouteOf<Input>): ViewRoute => route

/** A person may know of everything in the workspace, whatever the gates decide; an agent of what a model may know. */
export const knownTo = ({ knowledge, whole, identity: { person, requester }, caller }: ViewCall): Knowledge =>
  person === undefined ? knowledge : whole.forRequester(requester, caller)

/** The reply of a view; it is for this credential and never stored. */
export const viewReply = (kind: string, facts: object): Response =>
  Response.json(
    { schemaVersion: 1, kind, ...facts },
    { headers: { 'cache-control': 'private, no-cache', vary: 'authorization, cookie, x-lorefence-page' } },
  )

/** Who may call a route is decided before its arguments are read. */
export function refusalByRole({ for: whom }: ViewRoute, { person }: Identity): Response | undefined {
  if (whom === undefined || person === 'operator' || person === whom) return undefined
  return whom === 'operator'
    ? problem('operator-needed', { detail: 'Add one with: lorefence key add NAME --operator' })
    : problem('person-needed', { detail: 'Keys of agents see only what is theirs.' })
}

export async function answerView(route: ViewRoute, written: unknown, call: ViewCall): Promise<Response> {
  const read = readArguments(route.input, written)
  if ('problems' in read) return problem('bad-request', { detail: read.problems.join(' ') })
  return route.answer(read.args, call)
}

/** Changes are accepted from our own page, or from a program that sends no cookie. */
export function notSameOrigin(request: Request): Response | undefined {
  const [site, origin] = [request.headers.get('sec-fetch-site'), request.headers.get('origin')]
  const host = request.headers.get('host') ?? new URL(request.url).host
  const isOther =
    (site !== null && site !== 'same-origin') || (origin !== null && hostOf(origin) !== host.toLowerCase())
  const isBare = site === null && origin === null && !request.headers.has('authorization')
  return isOther || isBare ? problem('not-accepted', { detail: 'Only pages of this server may send this.' }) : undefined
}

const hostOf = (origin: string): string => (URL.canParse(origin) ? new URL(origin).host : '')
