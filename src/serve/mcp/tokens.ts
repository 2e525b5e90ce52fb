import { isTokenOf } from '../../io/secrets.ts'
import type { HttpClient } from '../../model/documents/config.ts'

/** The row of the table for the token of a request. */
export function clientOf<Client extends Pick<HttpClient, 'tokenSha256'>>(
  request: Request,
  clients: readonly Client[],
): Client | undefined {
  const token = bearerOf(request)
  // Every row is compared, so that the timing reveals nothing.
  const [row] = token === undefined ? [] : clients.filter(({ tokenSha256 }) => isTokenOf(token, tokenSha256))
  return row
}

export function bearerOf({ headers }: Pick<Request, 'headers'>): string | undefined {
  return /^Bearer +(\S{1,8192})$/i.exec(headers.get('authorization') ?? '')?.[1]
}
