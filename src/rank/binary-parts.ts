/** Encodes lists of numbers and some JSON as bytes, and decodes them. Decoded lists are views, so nothing is copied. */

export type Numbers = Uint32Array | Int32Array | Uint8Array

const kinds = { u32: Uint32Array, i32: Int32Array, u8: Uint8Array } as const
type Kind = keyof typeof kinds

const kindOf = (numbers: Numbers): Kind =>
  numbers instanceof Uint32Array ? 'u32' : numbers instanceof Int32Array ? 'i32' : 'u8'
const aligned = (length: number): number => Math.ceil(length / 4) * 4

export function joinParts(json: unknown, parts: readonly Numbers[]): Uint8Array {
  const head = new TextEncoder().encode(
    JSON.stringify({ json, parts: parts.map((numbers) => [kindOf(numbers), numbers.length]) }),
  )
  const start = aligned(4 + head.length)
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + aligned(byteLength), start))
  new DataView(bytes.buffer).setUint32(0, head.length)
  bytes.set(head, 4)
  let at = start
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += aligned(byteLength)
  }
  return bytes
}

export interface Parts {
  readonly json: unknown
  readonly u32: readonly Uint32Array[]
  readonly i32: readonly Int32Array[]
  readonly u8: readonly Uint8Array[]
}

/** The lists by kind, in encoding order; `undefined` for incomplete bytes. */
export function splitParts(stored: Uint8Array): Parts | undefined {
  const bytes = stored.byteOffset % 4 === 0 ? stored : stored.slice()
  const head = headOf(bytes)
  if (!head) return undefined
  const found = { u32: [] as Uint32Array[], i32: [] as Int32Array[], u8: [] as Uint8Array[] }
  let at = head.end
  for (const [kind, length] of head.parts) {
    const size = length * kinds[kind].BYTES_PER_ELEMENT
    if (at + size > bytes.length) return undefined
    const place = [bytes.buffer as ArrayBuffer, bytes.byteOffset + at, length] as const
    if (kind === 'u32') found.u32.push(new Uint32Array(...place))
    else if (kind === 'i32') found.i32.push(new Int32Array(...place))
    else found.u8.push(new Uint8Array(...place))
    at += aligned(size)
  }
  return at === bytes.length ? { json: head.json, ...found } : undefined
}

function headOf(
  bytes: Uint8Array,
): { readonly json: unknown; readonly parts: readonly (readonly [Kind, number])[]; readonly end: number } | undefined {
  if (bytes.length < 4) return undefined
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  if (4 + length > bytes.length) return undefined
  try {
    const { json, parts } = JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset + 4, length).toString('utf8')) as {
      readonly json?: unknown
      readonly parts?: unknown
    }
    return Array.isArray(parts) && parts.every(isPart) ? { json, parts, end: aligned(4 + length) } : undefined
  } catch {
    return undefined
  }
}

const isPart = (part: unknown): part is readonly [Kind, number] =>
  Array.isArray(part) &&
  typeof part[0] === 'string' &&
  Object.hasOwn(kinds, part[0]) &&
  Number.isSafeInteger(part[1]) &&
  (part[1] as number) >= 0
