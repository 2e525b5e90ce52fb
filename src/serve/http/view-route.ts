import type { Caller, Knowledge } from '../../app/index.ts'
import type { FieldTable, ReadOf } from '../../model/fields.ts'
import type { Clock, Receipts } from '../../model/ports.ts'
import type { Identity } from './identity.ts'

/** One request for a view of the page. */
export interface ViewCall {
  readonly identity: Identity
  /** For the requester of the credential, as a model may know it. */
  readonly knowledge: Knowledge
  /** For nobody yet: a route that takes it decides for whom. */
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

/** A route for people that look at knowledge; agents are told only about their own. */
export interface ViewRoute {
  readonly path: string
  readonly method: 'GET' | 'POST'
  readonly summary: string
  /** Query parameters, or the fields of the body. */
  readonly input: FieldTable
  /** Who may call it; absent: every credential. */
  readonly for?: 'viewer' | 'operator'
  /** Of the reply, for the OpenAPI document. */
  readonly type?: string
  answer(args: Readonly<Record<string, unknown>>, call: ViewCall): Promise<Response>
}

interface ViewRouteOf<Input extends FieldTable> extends Omit<ViewRoute, 'input' | 'answer'> {
  readonly input: Input
  answer(args: ReadOf<Input>, call: ViewCall): Promise<Response>
}

/** Arguments have the types of their table. */
export const viewRoute = <Input extends FieldTable>(route: ViewRouteOf<Input>): ViewRoute => route

/** A person knows of everything in the workspace, whatever the gates decide; an agent of what a model may know. */
export const knownTo = ({ knowledge, whole, identity: { person, requester }, caller }: ViewCall): Knowledge =>
  person === undefined ? knowledge : whole.forRequester(requester, caller)

/** The reply of a view; it is for this credential and never stored. */
export const viewReply = (kind: string, facts: object): Response =>
  Response.json(
    { schemaVersion: 1, kind, ...facts },
    { headers: { 'cache-control': 'private, no-cache', vary: 'authorization, cookie, x-lorefence-page' } },
  )
