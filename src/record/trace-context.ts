import { digest } from '../text/bytes/digest.ts'

/** The trace of a caller's request (W3C Trace Context). */
export interface TraceContext {
  readonly traceparent?: string
  readonly tracestate?: string
}

const parent = /^(?!ff)[0-9a-f]{2}-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(?:-.*)?$/

/** The parts of a `traceparent`; `undefined` if it is invalid, so that a new trace begins. */
export function readTraceparent(text: string): { readonly traceId: string; readonly flags: string } | undefined {
  const [, traceId = '', parentId = '', flags = ''] = parent.exec(text) ?? []
  const isValid =
    traceId !== '' && !/^0+$/.test(traceId) && !/^0+$/.test(parentId) && (!text.startsWith('00-') || text.length === 55)
  return isValid ? { traceId, flags } : undefined
}

/** A span for one access, in the caller's trace or a new one. It is unique because `id` is. */
export function spanOf(id: string, access: string, { traceparent = '', tracestate }: TraceContext = {}): TraceContext {
  const parent = readTraceparent(traceparent)
  const traceId = parent?.traceId ?? hexOf(`trace\n${id}`, 32)
  const span = `00-${traceId}-${hexOf(`span\n${id}\n${access}`, 16)}-${parent?.flags ?? '00'}`
  return parent && isTracestate(tracestate) ? { traceparent: span, tracestate } : { traceparent: span }
}

const hexOf = (text: string, length: number): string => digest(text).slice('sha256:'.length).slice(0, length)

const isTracestate = (text: string | undefined): text is string =>
  text !== undefined && text.length <= 512 && /^[\x20-\x7e]+$/.test(text) && text.split(',').length <= 32
