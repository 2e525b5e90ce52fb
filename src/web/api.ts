import { ofBrowser, ofTab } from './storage.ts'

/** A problem that the server reports (RFC 9457), or that it does not answer. */
export class Problem extends Error {
  readonly status: number
  readonly detail: string

  constructor(status: number, title: string, detail = '') {
    super(title)
    this.status = status
    this.detail = detail
  }
}

/**
 * The address that `serve` prints sets a cookie, which this page cannot read, and redirects here with the other half of
 * the session, which is stored for this port only. Without storage it lasts as long as the tab.
 */
const fromAddress = new URLSearchParams(location.search).get('page') ?? undefined

/** The token in the address was not accepted. */
export const isSignInRefused = fromAddress === 'refused'

let ofThisPage: string | undefined

/** Read each time: another tab may have signed in again. */
const session = (): string | undefined => ofBrowser.get('page') ?? ofThisPage

const sessionHeader = (page: string) => ({ 'x-lorefence-page': page })

/** Takes the half of a session out of the address; it replaces the stored one only if the server accepts it. */
export async function takeSession(): Promise<void> {
  if (fromAddress === undefined) return
  history.replaceState(null, '', `${location.pathname}${location.hash}`)
  if (isSignInRefused) return
  const headers = sessionHeader(fromAddress)
  const isKnown = await fetch('v1/identity', { headers, credentials: 'same-origin' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (!isKnown) return
  ofThisPage = fromAddress
  ofBrowser.set('page', fromAddress)
}

/** Ends the session, here and on the server, and forgets a typed key. */
export async function signOut(): Promise<void> {
  const page = session()
  if (page !== undefined) {
    const headers = sessionHeader(page)
    await reach('v1/sign-out', { method: 'POST', headers, credentials: 'same-origin' })
  }
  ofThisPage = undefined
  ofBrowser.set('page', undefined)
  credential.set(undefined)
}

/** A key that was typed here. */
export const credential = {
  get: (): string | undefined => ofTab.get('key'),
  set: (key: string | undefined): void => ofTab.set('key', key),
}

/** A typed key has precedence over the session. */
export function credentialHeaders(): Readonly<Record<string, string>> {
  const key = credential.get()
  if (key !== undefined) return { authorization: `Bearer ${key}` }
  const page = session()
  return page === undefined ? {} : sessionHeader(page)
}

type Parameters = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

export const api = {
  get: <Result>(path: string, parameters: Parameters = {}, signal?: AbortSignal): Promise<Result> =>
    send<Result>(withParameters(path, parameters), signal ? { signal } : {}),
  post: <Result>(path: string, body: unknown, signal?: AbortSignal): Promise<Result> =>
    send<Result>(path, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json' },
      ...(signal ? { signal } : {}),
    }),
}

async function send<Result>(path: string, init: RequestInit): Promise<Result> {
  const headers = { ...init.headers, ...credentialHeaders() }
  const response = await reach(path, { ...init, headers, credentials: 'same-origin' })
  const body = await response.json().catch(() => undefined)
  if (response.ok) return body
  const { title = response.statusText, detail } = (body ?? {}) as { readonly title?: string; readonly detail?: string }
  throw new Problem(response.status, title, detail)
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init)
  } catch (error) {
    if (init.signal?.aborted === true) throw error
    throw new Problem(0, 'The server does not answer', 'Start it again with: lorefence serve')
  }
}

function withParameters(path: string, parameters: Parameters): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one))
  }
  return search.size === 0 ? path : `${path}?${search}`
}
