import type { Code } from '../model/codes/codes.ts'
import type { Finding, Range } from '../model/codes/diagnostic.ts'
import { indexLines } from '../text/positions/lines.ts'
import { decodeUtf8 } from '../text/bytes/utf8.ts'

export type SourceText = string | Uint8Array

export interface DecodeCodes {
  readonly notUtf8: Code
  readonly limit: Code
  /** Absent where a byte order mark is not reported. */
  readonly bom?: Code
}

export interface DecodedSource {
  /** Absent when the findings report why. */
  readonly text?: string
  readonly findings: readonly Finding[]
}

/** The text of a document without its byte order mark. */
export function decodeSource(source: SourceText, limit: number, codes: DecodeCodes): DecodedSource {
  if (source.length > limit) {
    const unit = typeof source === 'string' ? 'characters' : 'bytes'
    return {
      findings: [
        {
          code: codes.limit,
          message: `The file has ${source.length} ${unit}; at most ${limit} are read.`,
          span: { start: 0, end: 0 },
        },
      ],
    }
  }
  if (typeof source === 'string') {
    return source.startsWith('\uFEFF')
      ? { text: source.slice(1), findings: bomFinding(codes) }
      : { text: source, findings: [] }
  }
  const decoded = decodeUtf8(source)
  if (!decoded.ok) return notUtf8(source, decoded.byteOffset, codes)
  if (looksLikeUtf16(source)) return notUtf8(source, source.indexOf(0), codes)
  return { text: decoded.text, findings: decoded.bom ? bomFinding(codes) : [] }
}

/** Without a byte order mark, ASCII in UTF-16 or UTF-32 is valid UTF-8 with a NUL in the first character. */
const looksLikeUtf16 = (bytes: Uint8Array): boolean => bytes[0] === 0 || bytes[1] === 0

function notUtf8(source: Uint8Array, offset: number, codes: DecodeCodes): DecodedSource {
  const message = `The file is not UTF-8: the byte at offset ${offset} is invalid.`
  return { findings: [{ code: codes.notUtf8, message, range: rangeOfByte(source, offset) }] }
}

/** Everything before the byte is valid UTF-8. */
function rangeOfByte(bytes: Uint8Array, offset: number): Range {
  const before = new TextDecoder().decode(bytes.subarray(0, offset))
  const start = indexLines(before).position(before.length)
  return { start, end: { line: start.line, column: start.column + 1 } }
}

function bomFinding(codes: DecodeCodes): readonly Finding[] {
  return codes.bom
    ? [{ code: codes.bom, message: 'The file starts with a byte order mark.', span: { start: 0, end: 0 } }]
    : []
}
