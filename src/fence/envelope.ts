import type { Fenced } from '../model/brands.ts'
import { attributeName } from './attribute-name.ts'
import { freeDelimiter } from './delimiter.ts'
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

export interface Payload {
  /** Header lines, foreign parts sealed; a blank line ends them. */
  readonly header: readonly string[]
  /** The fenced text; its tags are sealed here, everything else where it was composed. */
  readonly body: string
  /** Lines after the body, or instead of it, foreign parts sealed. */
  readonly tail?: string
}

export function envelope(element: EnvelopeElement, attributes: Attributes, { header, body, tail }: Payload): string {
  const content = [
    ...(body === '' && tail !== undefined ? [] : [sealMarkup(body)]),
    ...(tail === undefined ? [] : [tail]),
  ]
  const payload = [header.join('\n'), ...content].join('\n\n')
  const boundary = freeDelimiter(payload)
  const pairs = attributes.flatMap(([name, value]) =>
    value === undefined ? [] : [`${attributeName(name)}="${sealAttribute(value)}" `],
  )
  return `<${element} ${pairs.join('')}boundary="${boundary}">\n${payload}\n[end ${boundary}]\n</${element}>`
}

/** The one place where text becomes `Fenced`; used by this folder alone. */
export const fenced = (envelopes: readonly string[]): Fenced => envelopes.join('\n') as Fenced
