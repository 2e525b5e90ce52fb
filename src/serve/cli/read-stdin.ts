import { limits } from '../../model/limits.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { UsageError, type Terminal } from './verb.ts'

/** All bytes of stdin, up to the limit of a document. */
export async function readStdinBytes(terminal: Terminal): Promise<Uint8Array> {
  const bytes = await terminal.stdin()
  if (bytes.length > limits.contentBytes) throw new UsageError(`stdin has more than ${limits.contentBytes} bytes.`)
  return bytes
}

/** All of stdin as text, a byte order mark included: a filter must be able to restore every byte. */
export async function readStdinText(terminal: Terminal): Promise<string> {
  const decoded = decodeUtf8(await readStdinBytes(terminal))
  if (!decoded.ok) throw new UsageError(`stdin is not UTF-8; byte ${decoded.byteOffset} is invalid.`)
  return decoded.bom ? `\ufeff${decoded.text}` : decoded.text
}
