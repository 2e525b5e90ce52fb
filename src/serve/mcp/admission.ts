/** Which requests over HTTP are answered; a page in a browser must not reach a server that was not meant for it. */
export interface AdmissionOptions {
  /** Names under which the server may be called, without ports; loopback names always may. */
  readonly allowedHosts?: readonly string[]
  /** Origins whose pages may call it, such as `https://app.example.com`; loopback origins always may. */
  readonly allowedOrigins?: readonly string[]
}

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Gives the answer to a request that is refused, and `undefined` for one that may pass. */
export function admission(
  options: AdmissionOptions,
  onRefused: (message: string) => void,
): (request: Request) => Response | undefined {
  const { allowedHosts = [], allowedOrigins = [] } = options
  const hosts = new Set([...loopback, ...allowedHosts.map(listedHost)])
  const origins = new Set(allowedOrigins.map(listedOrigin))
  const isHost = (host: string): boolean => hosts.has(hostnameOf(host) ?? '')
  const isOrigin = (origin: string): boolean => origins.has(originOf(origin) ?? '') || isLoopback(origin)
  return (request) => {
    const host = request.headers.get('host') ?? new URL(request.url).host
    if (!isHost(host)) return refused('Host', host, 'allowedHosts')
    // Programs send none; only browsers do, and they send "null" for pages that have no origin of their own.
    const origin = request.headers.get('origin')
    return origin === null || isOrigin(origin) ? undefined : refused('Origin', origin, 'allowedOrigins')
  }

  function refused(header: string, value: string, option: string): Response {
    const shown = JSON.stringify(value.slice(0, 200).replaceAll(/[^ -~]/g, '?'))
    onRefused(`A request was refused: ${header} ${shown} is not in ${option}.`)
    const message = `This ${header} is not served here. The operator can add it to ${option}.`
    return Response.json({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }, { status: 403 })
  }
}

const authority = /^(\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*)\.?(:\d{1,5})?$/i

/** The name in a Host header, in small letters, without port and final dot; `undefined` where anything else is in it. */
function hostnameOf(host: string): string | undefined {
  const name = authority.exec(host)?.[1] ?? ''
  if (name === '') return undefined
  const spelled = URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : ''
  // An address has many spellings, and browsers send one. The others are a trick, but for those of IPv6, which people write.
  return spelled === name.toLowerCase() || (name.startsWith('[') && spelled !== '') ? spelled : undefined
}

/** Scheme, host and port as a browser writes them; `undefined` for `null` and for what has a user or a path in it. */
function originOf(origin: string): string | undefined {
  const [, scheme = '', host = ''] = /^([a-z][\da-z+.-]*):\/\/([^/?#@\\]+)$/i.exec(origin) ?? []
  if (scheme === '' || !authority.test(host)) return undefined
  return /^https?$/i.test(scheme) && URL.canParse(origin) ? new URL(origin).origin : origin.toLowerCase()
}

const isLoopback = (origin: string): boolean =>
  loopback.includes(hostnameOf(/^https?:\/\/(.*)$/i.exec(origin)?.[1] ?? '') ?? '')

function listedHost(entry: string): string {
  const name = /:\d+$/.test(entry) ? undefined : hostnameOf(entry)
  if (name === undefined) throw new Error(`allowedHosts holds "${entry}", which is not a host name without a port.`)
  return name
}

function listedOrigin(entry: string): string {
  const origin = originOf(entry)
  if (origin === undefined)
    throw new Error(`allowedOrigins holds "${entry}", which is not an origin such as "https://app.example.com".`)
  return origin
}
