import { limits } from '../../model/limits.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { UsageError, type Terminal } from './verb.ts'

/** All of stdin as text, a byte order mark included: a filter must be able to restore every byte. */
export async function readStdinText(terminal: Terminal): Promise<string> {
  const bytes = await terminal.stdin()
  if (bytes.length > limits.contentBytes) throw new UsageError(`stdin has more than ${limits.contentBytes} bytes.`)
  const decoded = decodeUtf8(bytes)
  if (!decoded.ok) throw new UsageError(`stdin is not UTF-8; byte ${decoded.byteOffset} is invalid.`)
  return decoded.bom ? `\ufeff${decoded.text}` : decoded.text
}
