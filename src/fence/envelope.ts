import type { Fenced } from '../model/decisions/brands.ts'
import { shortDigest } from '../text/bytes/digest.ts'
import { sealAttribute, sealMarkup } from './seal.ts'

export type Attributes = readonly (readonly [name: string, value: string | undefined])[]

/** The elements that hold knowledge, or a list of it. */
export const envelopeElements = [
  'knowledge_pack',
  'knowledge_pack_guide',
  'knowledge_manifest',
  'knowledge_evidence',
  'available_knowledge_packs',
] as const
export type EnvelopeElement = (typeof envelopeElements)[number]

interface Payload {
  /** Header lines, with text of the pack sealed; a blank line ends them. */
  readonly header: readonly string[]
  /** The text to fence; tags are sealed here, everything else where the text is composed. */
  readonly body: string
  /** Lines after the body or instead of it, with text of the pack sealed. */
  readonly tail?: string
}

export function envelope(element: EnvelopeElement, attributes: Attributes, { header, body, tail }: Payload): string {
  const content = [
    ...(body === '' && tail !== undefined ? [] : [sealMarkup(body)]),
    ...(tail === undefined ? [] : [tail]),
  ]
  const payload = [header.join('\n'), ...content].join('\n\n')
  const boundary = freeBoundary(payload)
  const pairs = attributes.flatMap(([name, value]) =>
    value === undefined ? [] : [`${attributeName(name)}="${sealAttribute(value)}" `],
  )
  return `<${element} ${pairs.join('')}boundary="${boundary}">\n${payload}\n[end ${boundary}]\n</${element}>`
}

/** The one place where text becomes `Fenced`; used by this folder alone. */
export const fenced = (envelopes: readonly string[]): Fenced => envelopes.join('\n') as Fenced

/** A boundary that does not occur in the payload; the same payload always gets the same one. */
export function freeBoundary(payload: string): string {
  for (let counter = 0; ; counter++) {
    const boundary = shortDigest(`${counter}\n${payload}`, 8)
    if (!payload.includes(boundary)) return boundary
  }
}

/** The name of an attribute: plain names unchanged, others escaped, so that names stay distinct. */
function attributeName(name: string): string {
  if (name === '' || name === 'boundary') return `_x_${name}`
  return name.replace(
    /^[0-9.-]|[^A-Za-z0-9_.-]|_(?=x)/gu,
    (character) => `_x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}_`,
  )
}

/** The inverse of `attributeName`. */
export function nameOfAttribute(written: string): string {
  if (written.startsWith('_x_')) return written.slice(3)
  return written.replace(/_x([0-9A-F]{1,6})_/g, (whole, hex: string) =>
    Number.parseInt(hex, 16) > 0x10ffff ? whole : String.fromCodePoint(Number.parseInt(hex, 16)),
  )
}
