import { newToken, sha256Of } from '../../io/secrets.ts'
import type { Clock } from '../../model/ports.ts'
import type { Authenticate } from './identity.ts'

/** Hours after which a browser has to sign in again. */
const hours = 12
/** Maximum sessions; beyond it the client with the most loses its oldest, so that no client ends those of others. */
const most = 100
/** Half of a session: a browser sends a cookie to every port of a machine, but the storage of a page is per port. */
const pageHeader = 'x-lorefence-page'

interface Session {
  readonly client: string
  readonly token: string
  readonly pageSha256: string
  readonly until: number
}

/**
 * Browsers that signed in with `/?token=…`. The credential stays in the memory of this server and is checked with each
 * request, so that revoking it ends its sessions. A browser has two random halves: a cookie that no script can read,
 * and one that the page sends itself. Neither is accepted alone, nor as a bearer token, nor outside the API of the page.
 */
export class PageSessions {
  readonly #authenticate: Authenticate
  readonly #clock: Clock
  readonly #sessions = new Map<string, Session>()

  constructor(authenticate: Authenticate, clock: Clock) {
    this.#authenticate = authenticate
    this.#clock = clock
  }

  /** Who sent a request, by its bearer token or by a session. */
  readonly identify: Authenticate = async (request) => {
    if (request.headers.get('authorization')) return this.#authenticate(request)
    const token = this.#tokenFor(request)
    return token === undefined ? undefined : this.#authenticate(withToken(request, token))
  }

  /** The answer to `/?token=…`: the cookie, and the page without the token in its address. */
  async signIn(request: Request, token: string): Promise<Response> {
    const headers = new Headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const identity = await this.#authenticate(withToken(request, token))
    if (identity) {
      const { client } = identity
      const [cookie, page] = [newToken(), newToken()]
      this.#start(sha256Of(cookie), {
        client,
        token,
        pageSha256: sha256Of(page),
        until: this.#now() + hours * 3_600_000,
      })
      const secure = new URL(request.url).protocol === 'https:' ? '; Secure' : ''
      const attributes = `Path=/v1/; Max-Age=${hours * 3600}; HttpOnly; SameSite=Strict${secure}`
      headers.set('set-cookie', `${cookieName(request)}=${cookie}; ${attributes}`)
      headers.set('location', `/?page=${page}`)
    } else headers.set('location', '/?page=refused')
    return new Response(null, { status: 303, headers })
  }

  /** Ends the session of this browser, if it has one. */
  signOut(request: Request): Response {
    for (const cookie of cookiesIn(request)) {
      const key = sha256Of(cookie)
      if (this.#isOf(request, this.#sessions.get(key))) this.#sessions.delete(key)
    }
    return new Response(null, {
      status: 204,
      headers: { 'cache-control': 'no-store', 'set-cookie': `${cookieName(request)}=; Path=/v1/; Max-Age=0` },
    })
  }

  #start(cookieSha256: string, session: Session): void {
    for (const [key, { until }] of this.#sessions) if (until <= this.#now()) this.#sessions.delete(key)
    if (this.#sessions.size >= most) this.#endOne()
    this.#sessions.set(cookieSha256, session)
  }

  #endOne(): void {
    const byClient = new Map<string, string[]>()
    for (const [key, { client }] of this.#sessions) byClient.set(client, [...(byClient.get(client) ?? []), key])
    const [[oldest] = []] = [...byClient.values()].sort((a, b) => b.length - a.length)
    if (oldest !== undefined) this.#sessions.delete(oldest)
  }

  #tokenFor(request: Request): string | undefined {
    const sessions = cookiesIn(request).map((cookie) => this.#sessions.get(sha256Of(cookie)))
    return sessions.find((session) => this.#isOf(request, session))?.token
  }

  /** Whether a request of our own page has the other half of this session. */
  #isOf({ headers, url }: Request, session: Session | undefined): boolean {
    const page = headers.get(pageHeader)
    if (!session || page === null || headers.get('sec-fetch-site') !== 'same-origin') return false
    const { until, pageSha256 } = session
    return new URL(url).pathname.startsWith('/v1/') && until > this.#now() && pageSha256 === sha256Of(page)
  }

  #now(): number {
    return this.#clock.now().getTime()
  }
}

/** Cookies do not differ by port, so that two servers of one machine need two names. */
const cookieName = (request: Request): string => `lorefence-${new URL(request.url).port || 'default'}`

/** Another port of the machine may have set one of the same name for a longer path, which comes first. */
function cookiesIn(request: Request): readonly string[] {
  const start = `${cookieName(request)}=`
  const pairs = (request.headers.get('cookie') ?? '').split(';').map((pair) => pair.trim())
  return pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length))
}

/** Without the body, which is read once. */
const withToken = ({ url }: Request, token: string): Request =>
  new Request(url, { headers: { authorization: `Bearer ${token.replaceAll(/[^\w.~+/=-]/g, '')}` } })
