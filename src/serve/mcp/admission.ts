/** Which requests over HTTP are accepted: a page in a browser must not reach a local server. */
export interface AdmissionOptions {
  /** Accepted host names, without ports; loopback names are always accepted. */
  readonly allowedHosts?: readonly string[]
  /** Accepted origins, such as `https://app.example.com`; loopback origins are always accepted. */
  readonly allowedOrigins?: readonly string[]
}

const loopback: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** Returns why a request is refused, for its client; `undefined` if it is accepted. */
export function admission(
  options: AdmissionOptions,
  onRefused: (message: string) => void,
): (request: Request) => string | undefined {
  const { allowedHosts = [], allowedOrigins = [] } = options
  const hosts = new Set([...loopback, ...allowedHosts.map(listedHost)])
  const origins = new Set(allowedOrigins.map(listedOrigin))
  const isHost = (host: string): boolean => hosts.has(hostnameOf(host) ?? '')
  const isOrigin = (origin: string): boolean => origins.has(originOf(origin) ?? '') || isLoopback(origin)
  return (request) => {
    const host = request.headers.get('host') ?? new URL(request.url).host
    if (!isHost(host)) return refused('Host', host, 'allowedHosts')
    // Only browsers send an origin; for pages without one it is "null".
    const origin = request.headers.get('origin')
    return origin === null || isOrigin(origin) ? undefined : refused('Origin', origin, 'allowedOrigins')
  }

  function refused(header: string, value: string, option: string): string {
    const shown = JSON.stringify(value.slice(0, 200).replaceAll(/[^ -~]/g, '?'))
    onRefused(`A request was refused: ${header} ${shown} is not in ${option}.`)
    return `This ${header} is not accepted. The operator can add it to ${option}.`
  }
}

const authority = /^(\[[\da-f:.]+\]|[\w-]+(?:\.[\w-]+)*)\.?(:\d{1,5})?$/i

/** The name in a Host header, in lower case, without port and final dot; `undefined` if it contains anything else. */
function hostnameOf(host: string): string | undefined {
  const name = authority.exec(host)?.[1] ?? ''
  if (name === '') return undefined
  const spelled = URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : ''
  // An address has many spellings and browsers send only one, so the others are refused, except for IPv6.
  return spelled === name.toLowerCase() || (name.startsWith('[') && spelled !== '') ? spelled : undefined
}

/** Scheme, host and port as a browser writes them; `undefined` for `null`, or if it has a user or a path. */
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
