import { promisify } from 'node:util'
import { brotliDecompress, gunzip } from 'node:zlib'
import type { NotFetched } from '../../model/fetch.ts'
import type { Connected } from '../../model/ports.ts'
import { failure, refusal, type Within } from './results.ts'

type Response = Extract<Connected, { readonly ok: true }>

type Body = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly result: NotFetched }

const decoders = { gzip: promisify(gunzip), 'x-gzip': promisify(gunzip), br: promisify(brotliDecompress) } as const
type Encoding = keyof typeof decoders | 'identity'

/** The content of a response; at most `maxBytes` are held, before and after decompression. */
export async function readBody(response: Response, maxBytes: number, within: Within): Promise<Body> {
  const encoding = encodingOf(response.headers['content-encoding'])
  if (encoding === undefined)
    return not(refusal('RUN707', 'The response is compressed with something else than gzip or br, or several times.'))
  const sent = await collect(response, maxBytes, within)
  return sent.ok && encoding !== 'identity' ? within(decode(sent.bytes, encoding, maxBytes)) : sent
}

/** Undefined for several: a bomb inside a bomb. */
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
