import type { Code } from '../model/codes.ts'
import type { Finding } from '../model/diagnostic.ts'
import { decodeUtf8 } from '../text/utf8.ts'

export type SourceText = string | Uint8Array

export interface DecodeCodes {
  readonly notUtf8: Code
  readonly limit: Code
  /** Absent where a byte order mark is no finding. */
  readonly bom?: Code
}

/** Text of a document; without text, the findings say why. */
export function decodeSource(source: SourceText, limit: number, codes: DecodeCodes): { readonly text?: string; readonly findings: readonly Finding[] } {
  const size = source.length
  if (size > limit) return { findings: [{ code: codes.limit, message: `The file has ${size} bytes; at most ${limit} are read.`, span: { start: 0, end: 0 } }] }
  if (typeof source === 'string') {
    return source.startsWith('\uFEFF') ? { text: source.slice(1), findings: bomFinding(codes) } : { text: source, findings: [] }
  }
  const decoded = decodeUtf8(source)
  if (decoded.ok) return { text: decoded.text, findings: decoded.bom ? bomFinding(codes) : [] }
  const message = `The file is not UTF-8: the byte at offset ${decoded.byteOffset} is invalid.`
  return { findings: [{ code: codes.notUtf8, message, range: positionOfByte(source, decoded.byteOffset) }] }
}

function bomFinding(codes: DecodeCodes): readonly Finding[] {
  return codes.bom ? [{ code: codes.bom, message: 'The file starts with a byte order mark.', span: { start: 0, end: 0 } }] : []
}

/** Line and column of a byte; everything before it is valid UTF-8. */
function positionOfByte(bytes: Uint8Array, offset: number): { start: { line: number; column: number }; end: { line: number; column: number } } {
  let line = 1
  let lineStart = 0
  for (let i = 0; i < offset; i++) {
    if (bytes[i] === 10) {
      line += 1
      lineStart = i + 1
    }
  }
  const column = new TextDecoder().decode(bytes.subarray(lineStart, offset)).length + 1
  return { start: { line, column }, end: { line, column: column + 1 } }
}
