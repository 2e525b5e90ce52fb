import { isUtf8 } from 'node:buffer'

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

type Decoded =
  | { readonly ok: true; readonly text: string; readonly bom: boolean }
  | { readonly ok: false; readonly byteOffset: number; readonly bom: boolean }

/** Decodes UTF-8 only; a byte order mark is removed and reported. */
export function decodeUtf8(bytes: Uint8Array): Decoded {
  const bom = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  const content = bom ? bytes.subarray(3) : bytes
  // Several times faster than the strict decoder. Invalid bytes decode to U+FFFD; without one, the text is valid.
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8')
  if (!text.includes('\ufffd')) return { ok: true, text, bom }
  try {
    return { ok: true, text: strict.decode(content), bom }
  } catch {
    return { ok: false, byteOffset: firstInvalid(content) + (bom ? 3 : 0), bom }
  }
}

/** Scans character by character; only called after the decoder has failed. */
function firstInvalid(bytes: Uint8Array): number {
  let i = 0
  while (i < bytes.length) {
    const length = sequenceLength(bytes, i)
    if (length === 0) return i
    i += length
  }
  return i
}

function lengthBy(first: number): number {
  if (first < 0x80) return 1
  if (first < 0xc2 || first > 0xf4) return 0
  if (first <= 0xdf) return 2
  return first <= 0xef ? 3 : 4
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0
  const length = lengthBy(first)
  for (let k = 1; k < length; k++) {
    const next = bytes[at + k]
    if (next === undefined || (next & 0xc0) !== 0x80) return 0
    if (k === 1 && !secondByteFits(first, next)) return 0
  }
  return length
}

/** Overlong forms, surrogates and values past U+10FFFF differ only in the second byte. */
function secondByteFits(first: number, second: number): boolean {
  if (first === 0xe0) return second >= 0xa0
  if (first === 0xed) return second <= 0x9f
  if (first === 0xf0) return second >= 0x90
  if (first === 0xf4) return second <= 0x8f
  return true
}

/** A text that is decoded on demand. */
export interface LazyText {
  /** The complete lines of its first bytes. */
  readonly head: string
  readonly text: string
}

const headBytes = 8_192

/** `undefined` for bytes that are not UTF-8. Lazy because only a few of many ranked files are read. */
export function lazyText(bytes: Uint8Array): LazyText | undefined {
  if (!isUtf8(bytes)) return undefined
  let text: string | undefined
  return {
    get head() {
      return textOf(bytes.subarray(0, bytes.lastIndexOf(10, headBytes - 1) + 1))
    },
    get text() {
      return (text ??= textOf(bytes))
    },
  }
}

function textOf(bytes: Uint8Array): string {
  const decoded = decodeUtf8(bytes)
  return decoded.ok ? decoded.text : ''
}
