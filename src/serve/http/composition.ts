import { version } from '../../version.ts'
import {
  agentCard,
  isPlainRef,
  nobody,
  wellKnownDocument,
  type Knowledge,
  type RequestedUnit,
} from '../../app/index.ts'
import { sha256Of } from '../../io/secrets.ts'
import { secondsUntilFree } from './api.ts'
import type { Identity } from './identity.ts'
import { problem } from './problem.ts'

/** The paths of KCP §12: the card names the discovery document, which names the manifest, which names the units. */
export const compositionPaths = {
  card: ['/.well-known/agent.json', '/.well-known/agent-card.json'],
  discovery: '/.well-known/kcp.json',
  manifest: '/knowledge.yaml',
  /** As plain text, at the path that the manifest names; and as JSON, like the other tools. */
  unit: '/units/:id',
  unitReply: '/v1/units/:id',
} as const

export interface CompositionRequest {
  readonly knowledge: Knowledge
  /** Absent for requests without a credential, which get what is public. */
  readonly identity?: Identity | undefined
  readonly traceparent?: string | undefined
  now(): Date
}

function servedTo({ knowledge, identity, traceparent }: CompositionRequest): ReturnType<Knowledge['served']> {
  const caller = { client: identity?.client ?? nobody, ...(traceparent === undefined ? {} : { traceparent }) }
  return knowledge.served(caller, identity?.requester)
}

/** Nothing that a publisher wrote may be rendered as a page. */
const plain = { 'content-security-policy': "default-src 'none'; sandbox", 'cache-control': 'private, no-cache' }

const noTitle = { kcpVersion: '0.14' }

/** The discovery document and the card are the same for everybody: they name only what is public. */
export async function answerDiscovery(request: CompositionRequest): Promise<Response> {
  const known = await servedTo({ ...request, identity: undefined }).manifest()
  return Response.json(wellKnownDocument(known ?? noTitle), { headers: plain })
}

export async function answerCard(request: CompositionRequest, origin: string): Promise<Response> {
  const known = await servedTo({ ...request, identity: undefined }).manifest()
  return Response.json(agentCard(known ?? { ...noTitle, version }, { origin, bearer: true }), { headers: plain })
}

/** `undefined` if there is nothing that the requester may know of. */
export async function answerManifest(request: CompositionRequest): Promise<Response | undefined> {
  const known = await servedTo(request).manifest()
  if (!known) return undefined
  const headers = {
    ...plain,
    'content-type': 'application/yaml; charset=utf-8',
    etag: `"${sha256Of(known.text).slice(0, 32)}"`,
    vary: 'authorization',
    ...(known.receipt === undefined ? {} : { 'lorefence-receipt': known.receipt }),
  }
  return new Response(known.text, { headers })
}

export interface UnitReply {
  readonly unit: RequestedUnit
  /** `undefined` if there is no such unit that the requester may know of. */
  readonly response: Response | undefined
}

export async function answerUnit(id: string, request: CompositionRequest, form: 'text' | 'json'): Promise<UnitReply> {
  const unit = await servedTo(request).unit(id)
  return { unit, response: responseTo(unit, form, request.now()) }
}

function responseTo(unit: RequestedUnit, form: 'text' | 'json', now: Date): Response | undefined {
  if (unit.outcome === 'unknown') return undefined
  const { ref, receipt } = unit
  if (unit.outcome === 'given') {
    const { fenced, tokens } = unit
    const headers = { ...plain, vary: 'authorization', 'lorefence-receipt': receipt }
    if (form === 'json')
      return Response.json({ schemaVersion: 1, kind: 'unit', ref, text: fenced, tokens, receipt }, { headers })
    return new Response(fenced, { headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } })
  }
  const { code, why } = unit
  const about = {
    detail: `Not released: ${isPlainRef(ref) ? ref : 'the unit'} (${code}). Only the operator can change that.`,
    members: { code, receipt },
    headers: { 'lorefence-receipt': receipt },
  }
  const wait = secondsUntilFree(code, now)
  if (wait === undefined) return problem(why, about)
  return problem('too-often', { ...about, headers: { ...about.headers, 'retry-after': String(wait) } })
}
