import type { Fenced } from '../model/brands.ts'
import { attributeName } from './attribute-name.ts'
import { freeBoundary } from './boundary.ts'
import { sealAttribute, sealMarkup } from './seal.ts'

export type Attributes = readonly (readonly [name: string, value: string | undefined])[]

/** The elements that hold knowledge. */
export const envelopeElements = ['knowledge_pack', 'knowledge_pack_guide', 'knowledge_manifest', 'knowledge_evidence'] as const
export type EnvelopeElement = (typeof envelopeElements)[number]

export interface Payload {
  /** Sentences and lines of ours, one line each, foreign parts sealed; a blank line ends them. */
  readonly header: readonly string[]
  /** What is fenced; its tags are sealed here, everything else where it was put together. */
  readonly body: string
  /** Lines of ours behind it. */
  readonly tail?: string
}

/** An element of ours around what is fenced. */
export function envelope(element: EnvelopeElement, attributes: Attributes, { header, body, tail }: Payload): string {
  const payload = `${header.join('\n')}\n\n${sealMarkup(body)}${tail === undefined ? '' : `\n\n${tail}`}`
  const boundary = freeBoundary(payload)
  const pairs = attributes.flatMap(([name, value]) => (value === undefined ? [] : [`${attributeName(name)}="${sealAttribute(value)}" `]))
  return `<${element} ${pairs.join('')}boundary="${boundary}">\n${payload}\n[end ${boundary}]\n</${element}>`
}

/** The one place where text becomes `Fenced`; used by this folder alone. */
export const fenced = (envelopes: readonly string[]): Fenced => envelopes.join('\n') as Fenced
