import type { ShownSession } from '../../app/index.ts'
import { newToken, sha256Of } from '../../io/secrets.ts'
import type { Sessions } from '../../model/ports.ts'

const header = 'mcp-session-id'

/** The session of a request: by the header that its client was given, and by the client, so that nobody uses another's. */
export function sessionOf(
  request: Request,
  client: string,
  sessions: Pick<Sessions, 'forget'>,
): ShownSession | undefined {
  const given = request.headers.get(header) ?? ''
  if (!/^[!-~]{1,128}$/.test(given)) return undefined
  // Only a digest is stored and recorded.
  const id = `mcp-${sha256Of(JSON.stringify([client, given])).slice(0, 32)}`
  return { id, renew: () => sessions.forget(id) }
}

/**
 * An answer with the id of a new session where a client begins one. Only then a request names neither a session nor a revision;
 * clients of the revisions without sessions name theirs in each.
 */
export function withNewSession(request: Request, response: Response): Response {
  const begins =
    request.method === 'POST' && !request.headers.has(header) && !request.headers.has('mcp-protocol-version')
  if (!begins || !response.ok) return response
  const headers = new Headers(response.headers)
  headers.set(header, newToken())
  return new Response(response.body, { status: response.status, headers })
}

/** Forgets what a session has. */
export const renewed = async (session: ShownSession | undefined): Promise<void> => session?.renew()

/** A client that ends its session; it gets its texts again under the same id. */
export async function endSession(session: ShownSession): Promise<Response> {
  await renewed(session)
  return new Response(null, { status: 204 })
}
