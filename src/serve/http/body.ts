import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { problem } from './problem.ts'

/** Receives the whole body; a returned response refuses it. */
export function bodiesUpTo(maxSize: number): (c: Context) => Promise<Response | undefined> {
  const limited = bodyLimit({ maxSize, onError: () => problem('too-large') })
  return async (c) => {
    try {
      const refusal = await limited(c, async () => {
        if (c.req.method === 'POST') await c.req.arrayBuffer()
      })
      return refusal ?? undefined
    } catch {
      return problem('bad-request', { detail: 'The body did not arrive.' })
    }
  }
}

/** The request with the body that was received. */
export async function wholeRequest({ req }: Context): Promise<Request> {
  const { raw } = req
  if (raw.method !== 'POST') return raw
  const { url, method, headers, signal } = raw
  return new Request(url, { method, headers, body: await req.arrayBuffer(), signal })
}

/** Only JSON: a page of another origin cannot send it without a preflight request. */
export async function jsonBody({ req }: Context): Promise<unknown> {
  const [type = ''] = (req.header('content-type') ?? '').split(';')
  if (type.trim().toLowerCase() !== 'application/json')
    return problem('not-json', { detail: 'Send "Content-Type: application/json".' })
  try {
    return await req.json()
  } catch {
    return problem('bad-request', { detail: 'The body is not JSON.' })
  }
}
