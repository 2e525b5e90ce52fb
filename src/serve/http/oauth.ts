import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload, type JWTVerifyGetKey } from 'jose'
import { sha256Of } from '../../io/secrets.ts'
import type { OAuthServer } from '../../model/documents/config.ts'
import type { Clock, Fetcher } from '../../model/ports.ts'
import { bearerOf } from '../mcp/tokens.ts'
import type { Authenticate } from './identity.ts'

/** Public keys only: tokens that are unsigned or signed with a shared secret are not accepted. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/** Seconds by which clocks may differ. */
const clockTolerance = 30

export interface TokenChecks {
  readonly keys: JWTVerifyGetKey
  readonly clock: Clock
}

/** Tokens of an authorization server: scopes, role and depth come from the token, everything else from the config. */
export function byOAuth({ issuer, audience, requester }: OAuthServer, { keys, clock }: TokenChecks): Authenticate {
  return async (request) => {
    const token = bearerOf(request)
    if (token === undefined || token.split('.').length !== 3) return undefined
    const payload = await verified(token, keys, { issuer, audience, currentDate: clock.now() })
    if (!payload) return undefined
    const { sub = '', kcp_role: role } = payload
    return {
      client: `oauth:${plainSubject(sub)}`,
      requester: {
        credentials: ['oauth2', 'bearer_token'],
        ...requester,
        authenticated: true,
        scopes: scopesOf(payload),
        depth: depthOf(payload),
        ...(typeof role === 'string' ? { role } : {}),
        ...parentScopesOf(payload),
      },
    }
  }
}

async function verified(
  token: string,
  keys: JWTVerifyGetKey,
  expected: { readonly issuer: string; readonly audience: string; readonly currentDate: Date },
): Promise<JWTPayload | undefined> {
  try {
    const required = ['exp', 'sub']
    const { payload } = await jwtVerify(token, keys, {
      ...expected,
      algorithms,
      clockTolerance,
      requiredClaims: required,
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
    throw error
  }
}

/** A name for logs and receipts; different subjects have different names. */
const plainSubject = (sub: string): string => (/^[\w@.:/+-]{1,120}$/.test(sub) ? sub : `~${sha256Of(sub).slice(0, 24)}`)

/** RFC 8693 has one text, other servers a list. */
function scopesOf({ scope, scp }: JWTPayload): readonly string[] {
  const written = typeof scope === 'string' ? scope.split(' ') : Array.isArray(scp) ? scp : []
  return written.filter((one): one is string => typeof one === 'string' && one !== '')
}

/** The scopes of the delegating agent, if the token names them; without them nothing counts as narrower (KCP §3.4). */
function parentScopesOf({ kcp_parent_scope: held }: JWTPayload): { readonly parentScopes?: readonly string[] } {
  return typeof held === 'string' ? { parentScopes: held.split(' ').filter((scope) => scope !== '') } : {}
}

/** KCP §3.4: 1 for the agent of the token itself, plus 1 for each actor it was delegated to (RFC 8693 §4.1). */
function depthOf(payload: JWTPayload): number {
  let depth = 1
  for (let act = payload['act']; isObject(act); act = act['act']) depth++
  return depth
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Milliseconds that keys are used, and between two fetches because of an unknown key. */
const [lifetime, pause] = [10 * 60_000, 30_000]

/** The keys at `jwks_uri`: fetched when needed, and again when a token names an unknown one. */
export function fetchedKeys(
  { jwksUri }: Pick<OAuthServer, 'jwksUri'>,
  fetcher: Fetcher,
  clock: Clock,
): JWTVerifyGetKey {
  let known: { readonly keys: JWTVerifyGetKey; readonly since: number } | undefined
  let fetching: Promise<JWTVerifyGetKey> | undefined
  const load = async (): Promise<JWTVerifyGetKey> => {
    const fetched = await fetcher.fetch({ url: jwksUri, maxBytes: 256 * 1024 })
    if (fetched.outcome !== 'fetched') throw new Error(`The keys at ${jwksUri} cannot be fetched: ${fetched.message}`)
    const set = JSON.parse(new TextDecoder().decode(fetched.bytes)) as JSONWebKeySet
    known = { keys: createLocalJWKSet(set), since: clock.now().getTime() }
    return known.keys
  }
  const current = (age: number): Promise<JWTVerifyGetKey> | JWTVerifyGetKey => {
    if (known && clock.now().getTime() - known.since < age) return known.keys
    fetching ??= load().finally(() => (fetching = undefined))
    return fetching
  }
  return async (header, token) => {
    try {
      return await (
        await current(lifetime)
      )(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      return (await current(pause))(header, token)
    }
  }
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** RFC 9728, as MCP requires: where a client without a token finds the authorization server. */
export function resourceMetadata({ issuer, audience }: Pick<OAuthServer, 'issuer' | 'audience'>): {
  readonly url: string
  readonly paths: readonly string[]
  readonly document: Readonly<Record<string, unknown>>
} {
  const { origin, pathname } = new URL(audience)
  const own = pathname === '/' ? wellKnown : `${wellKnown}${pathname}`
  return {
    url: `${origin}${own}`,
    paths: [...new Set([wellKnown, `${wellKnown}/mcp`, own])],
    document: { resource: audience, authorization_servers: [issuer], bearer_methods_supported: ['header'] },
  }
}
