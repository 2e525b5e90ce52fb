/** Which requests over HTTP are answered; a page in a browser must not reach a server that was not meant for it. */
export interface AdmissionOptions {
  /** Names under which the server may be called, without ports; loopback names always may. */
  readonly allowedHosts?: readonly string[]
  /** Origins whose pages may call it, such as `https://app.example.com`; loopback origins always may. */
  readonly allowedOrigins?: readonly string[]
}

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Gives the answer to a request that is refused, and `undefined` for one that may pass. */
export function admission({ allowedHosts = [], allowedOrigins = [] }: AdmissionOptions, onRefused: (message: string) => void): (request: Request) => Response | undefined {
  const hosts = new Set([...loopback, ...allowedHosts.map((host) => hostnameOf(host, '') ?? wrongEntry('allowedHosts', host, 'a host name without a port'))])
  const origins = new Set(allowedOrigins.map((origin) => originOf(origin) ?? wrongEntry('allowedOrigins', origin, 'an origin such as "https://app.example.com"')))
  const isHost = (host: string): boolean => hosts.has(hostnameOf(host) ?? '')
  const isOrigin = (origin: string): boolean => origins.has(originOf(origin) ?? '') || loopback.includes(hostnameOf(/^https?:\/\/(.*)$/i.exec(origin)?.[1] ?? '') ?? '')
  return (request) => {
    const host = request.headers.get('host') ?? new URL(request.url).host
    if (!isHost(host)) return refused('Host', host, 'allowedHosts')
    // Programs send none; only browsers do, and they send "null" for pages that have no origin of their own.
    const origin = request.headers.get('origin')
    return origin === null || isOrigin(origin) ? undefined : refused('Origin', origin, 'allowedOrigins')
  }

  function refused(header: string, value: string, option: string): Response {
    onRefused(`A request was refused: ${header} ${JSON.stringify(value.slice(0, 200).replaceAll(/[^ -~]/g, '?'))} is not in ${option}.`)
    const message = `This ${header} is not served here. The operator can add it to ${option}.`
    return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status: 403 })
  }
}

const authority = /^(\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*)\.?(:\d{1,5})?$/i

/** The name in a Host header, in small letters and without port and final dot; `undefined` where anything else stands in it. */
function hostnameOf(host: string, port?: ''): string | undefined {
  const [, name = '', given = ''] = authority.exec(host) ?? []
  if (name === '' || (port === '' && given !== '')) return undefined
  const spelled = URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : ''
  // An address has many spellings. Browsers send one, so the others are somebody's trick; those of IPv6 are all written by people.
  return spelled === name.toLowerCase() || (name.startsWith('[') && spelled !== '') ? spelled : undefined
}

/** Scheme, host and port as a browser writes them; `undefined` for `null` and for whatever has a user or a path in it. */
function originOf(origin: string): string | undefined {
  const [, scheme = '', host = ''] = /^([a-z][\da-z+.-]*):\/\/([^/?#@\\]+)$/i.exec(origin) ?? []
  if (scheme === '' || !authority.test(host)) return undefined
  return /^https?$/i.test(scheme) && URL.canParse(origin) ? new URL(origin).origin : origin.toLowerCase()
}

function wrongEntry(option: string, entry: string, wanted: string): never {
  throw new Error(`${option} holds "${entry}", which is not ${wanted}.`)
}
