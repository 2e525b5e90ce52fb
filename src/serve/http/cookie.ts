import type { Authenticate } from './identity.ts'

/** Cookies do not differ by port, so that two servers of one machine need two names. */
const cookieName = (request: Request): string => `lorefence-${new URL(request.url).port || 'default'}`

/**
 * A browser has the credential of `/?token=…` in a cookie that no script reads. It counts for requests of the page
 * itself, never for those that another site causes.
 */
export function byCookie(authenticate: Authenticate): Authenticate {
  return async (request) => {
    if (request.headers.get('authorization') || request.headers.get('sec-fetch-site') !== 'same-origin')
      return authenticate(request)
    const token = cookiesIn(request).get(cookieName(request))
    return token === undefined ? undefined : authenticate(withToken(request, token))
  }
}

/** The answer to `/?token=…`: the cookie, and the page without the token in its address. */
export async function signIn(authenticate: Authenticate, request: Request, token: string): Promise<Response> {
  const headers = new Headers({ location: '/', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  if (await authenticate(withToken(request, token))) {
    const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : ''
    headers.set('set-cookie', `${cookieName(request)}=${token}; Path=/; HttpOnly; SameSite=Strict${secure}`)
  }
  return new Response(null, { status: 303, headers })
}

/** Without the body, which is read once. */
const withToken = ({ url }: Request, token: string): Request =>
  new Request(url, { headers: { authorization: `Bearer ${token.replaceAll(/[^\w.~+/=-]/g, '')}` } })

function cookiesIn({ headers }: Request): ReadonlyMap<string, string> {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split(/=(.*)/s))
  return new Map(pairs.map(([name = '', value = '']) => [name, value]))
}
