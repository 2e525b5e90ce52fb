import type { Fenced } from '../model/brands.ts'
import { freeBoundary } from './boundary.ts'
import { sealAttribute } from './seal.ts'

export type Attributes = readonly (readonly [name: string, value: string | undefined])[]

/** An element of ours around a payload whose foreign parts are already sealed. */
export function envelope(element: string, attributes: Attributes, payload: string): string {
  const boundary = freeBoundary(payload)
  const pairs = [...attributes, ['boundary', boundary] as const].flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${sealAttribute(value)}"`]))
  return `<${element} ${pairs.join(' ')}>\n${payload}\n[end ${boundary}]\n</${element}>`
}

/** The one place where text becomes `Fenced`; used by this folder alone. */
export const fenced = (envelopes: readonly string[]): Fenced => envelopes.join('\n') as Fenced
