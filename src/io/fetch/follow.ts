import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import type { Fetched, FetchRequest, NotFetched } from '../../model/distribution/fetch.ts'
import { limits } from '../../model/limits.ts'
import type { Connected, Connector, Resolver } from '../../model/ports.ts'
import { digest } from '../../text/bytes/digest.ts'
import { checkedAddresses } from './checked-addresses.ts'
import { fromCache, validatorsOf, type CachedResponse } from './fetch-cache.ts'
import { readUrl, showUrl } from './read-url.ts'
import { failure, refusal, type Within } from './results.ts'

/** The inputs of one fetch. */
export interface Task {
  readonly request: FetchRequest
  readonly resolver: Resolver
  readonly connector: Connector
  readonly allowed: ReadonlySet<string>
  readonly maxBytes: number
  readonly signal: AbortSignal
  readonly within: Within
  readonly cached?: CachedResponse | undefined
}

type Headers = Readonly<Record<string, string>>
type Response = Extract<Connected, { readonly ok: true }>

export type Followed = { readonly result: NotFetched } | { readonly result: Fetched; readonly headers: Headers }

/** The response at the end of the redirects. Every hop is checked like the first. */
export async function follow(task: Task, first: URL): Promise<Followed> {
  let url = first
  for (let redirects = 0; redirects <= limits.fetchRedirects; redirects++) {
    const checked = await checkedAddresses(url, task)
    if (!checked.ok) return checked
    const headers = headersFor(task, url, first)
    const { connector, signal } = task
    const connected = await task.within(connector.connect({ url, addresses: checked.addresses, headers, signal }))
    if (!connected.ok) return { result: connectionTrouble(connected) }
    try {
      if (sizeOf(connected.headers) > limits.fetchHeaderBytes) return { result: headersTooLarge }
      const target = redirectTarget(connected, url)
      if (target === undefined) return await received(task, { url, redirects, connected })
      if (!(target instanceof URL)) return { result: target }
      url = target
    } finally {
      connected.close()
    }
  }
  return { result: refusal('RUN704', `${showUrl(first.href)} is redirected more than ${limits.fetchRedirects} times.`) }
}

/** A credential goes to the origin it is for; validators go to the URL that they came from. */
function headersFor({ request, cached }: Task, url: URL, first: URL): Headers {
  const { authorization, header = 'authorization', trace = {} } = request
  return {
    accept: '*/*',
    'accept-encoding': 'gzip, br',
    'user-agent': 'lorefence',
    ...(trace.traceparent === undefined ? {} : { traceparent: trace.traceparent }),
    ...(trace.tracestate === undefined ? {} : { tracestate: trace.tracestate }),
    ...(authorization !== undefined && url.origin === first.origin ? { [header]: authorization } : {}),
    ...(cached?.response.url === url.href ? validatorsOf(cached) : {}),
  }
}

const headersTooLarge = refusal('RUN706', `The headers have more than ${limits.fetchHeaderBytes} bytes.`)

const connectionTrouble = ({ trouble, detail }: Extract<Connected, { readonly ok: false }>): NotFetched =>
  trouble === 'headers-too-large' ? headersTooLarge : failure('RUN720', detail)

/** In bytes, as sent. */
const sizeOf = (headers: Headers): number =>
  Object.entries(headers).reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)

/** `undefined` where the response is no redirect. */
function redirectTarget({ status, headers }: Response, url: URL): URL | NotFetched | undefined {
  const location = headers['location']
  return [301, 302, 303, 307, 308].includes(status) && location !== undefined ? readUrl(location, url) : undefined
}

interface Arrival {
  readonly url: URL
  readonly redirects: number
  readonly connected: Response
}

async function received(task: Task, { url, redirects, connected }: Arrival): Promise<Followed> {
  const { status, headers, address } = connected
  const { cached } = task
  const isAsked = cached?.response.url === url.href && Object.keys(validatorsOf(cached)).length > 0
  if (status === 304 && isAsked) return { result: { ...fromCache(cached, 'revalidated'), address, redirects }, headers }
  if (status !== 200) return { result: failure('RUN722', `The server answered with status ${status}.`) }
  const body = await readBody(connected, task.maxBytes, task.within)
  if (!body.ok) return body
  const { bytes } = body
  const contentType = mediaType(headers['content-type'])
  const result: Fetched = {
    outcome: 'fetched',
    url: url.href,
    redirects,
    address,
    bytes,
    digest: digest(bytes),
    ...(contentType === undefined ? {} : { contentType }),
    ...(headers['etag'] === undefined ? {} : { etag: headers['etag'] }),
    ...(headers['last-modified'] === undefined ? {} : { lastModified: headers['last-modified'] }),
    cache: 'unused',
  }
  return { result, headers }
}

const mediaType = (written = ''): string | undefined =>
  /^\s*([a-z]{1,20}\/[a-z0-9.+-]{1,60})\s*(?:;|$)/i.exec(written)?.[1]?.toLowerCase()

type Body = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly result: NotFetched }

const decoders = { gzip: promisify(gunzip), 'x-gzip': promisify(gunzip), br: promisify(brotliDecompress) } as const
type Encoding = keyof typeof decoders | 'identity'

/** The content of a response; at most `maxBytes` are held, before and after decompression. */
async function readBody(response: Response, maxBytes: number, within: Within): Promise<Body> {
  const encoding = encodingOf(response.headers['content-encoding'])
  if (encoding === undefined)
    return not(refusal('RUN707', 'The response is compressed with something else than gzip or br, or several times.'))
  const sent = await collect(response, maxBytes, within)
  return sent.ok && encoding !== 'identity' ? within(decode(sent.bytes, encoding, maxBytes)) : sent
}

/** `undefined` for several encodings, which could nest decompression bombs. */
function encodingOf(written = 'identity'): Encoding | undefined {
  const name = written.trim().toLowerCase()
  return name === 'identity' || Object.hasOwn(decoders, name) ? (name as Encoding) : undefined
}

async function collect({ headers, body }: Response, maxBytes: number, within: Within): Promise<Body> {
  const declared = /^\d+$/.test(headers['content-length'] ?? '') ? Number(headers['content-length']) : undefined
  if (declared !== undefined && declared > maxBytes) return tooLarge(maxBytes)
  const chunks: Uint8Array[] = []
  let size = 0
  const parts = body[Symbol.asyncIterator]()
  for (;;) {
    const part = await within(parts.next())
    if (part.done) break
    size += part.value.length
    if (size > maxBytes) return tooLarge(maxBytes)
    chunks.push(part.value)
  }
  if (declared !== undefined && declared !== size)
    return not(failure('RUN720', `The response has ${size} bytes, not the ${declared} that it declares.`))
  return { ok: true, bytes: Buffer.concat(chunks) }
}

async function decode(bytes: Uint8Array, encoding: keyof typeof decoders, maxBytes: number): Promise<Body> {
  try {
    return { ok: true, bytes: await decoders[encoding](bytes, { maxOutputLength: maxBytes }) }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
      ? tooLarge(maxBytes)
      : not(refusal('RUN707', `The response is not valid ${encoding}.`))
  }
}

const tooLarge = (maxBytes: number): Body => not(refusal('RUN705', `The response has more than ${maxBytes} bytes.`))

const not = (result: NotFetched): Body => ({ ok: false, result })
