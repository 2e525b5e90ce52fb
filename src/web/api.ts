import { ofTab } from './storage.ts'

/** What the server answers instead of a result (RFC 9457), or that it does not answer. */
export class Problem extends Error {
  readonly status: number
  readonly detail: string

  constructor(status: number, title: string, detail = '') {
    super(title)
    this.status = status
    this.detail = detail
  }
}

/** A key that was typed here; the address that `serve` prints sets a cookie instead, which this page cannot read. */
export const credential = {
  get: (): string | undefined => ofTab.get('key'),
  set: (key: string | undefined): void => ofTab.set('key', key),
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
  const key = credential.get()
  const headers = { ...init.headers, ...(key === undefined ? {} : { authorization: `Bearer ${key}` }) }
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
