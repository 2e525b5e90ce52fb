import type { ShownSession } from '../../app/index.ts'
import { newToken, sha256Of } from '../../io/secrets.ts'
import type { Sessions } from '../../model/ports.ts'

const header = 'mcp-session-id'

/**
 * The session of a request, by the header that its client received and by the client, so that nobody uses another's.
 */
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
 * A response with the id of a new session if a client begins one. Only such a request names neither a session nor a
 * revision; clients of revisions without sessions name their revision in every request.
 */
export function withNewSession(request: Request, response: Response): Response {
  const begins =
    request.method === 'POST' && !request.headers.has(header) && !request.headers.has('mcp-protocol-version')
  if (!begins || !response.ok) return response
  const headers = new Headers(response.headers)
  headers.set(header, newToken())
  return new Response(response.body, { status: response.status, headers })
}

/** Forgets the texts that a session has. */
export const renewed = async (session: ShownSession | undefined): Promise<void> => session?.renew()

/** A client ends its session; under the same id it would get its texts again. */
export async function endSession(session: ShownSession): Promise<Response> {
  await renewed(session)
  return new Response(null, { status: 204 })
}
