import type { context, propagation, Span, trace } from '@opentelemetry/api'
import type { Telemetry } from '../../model/ports.ts'

interface Api {
  readonly trace: typeof trace
  readonly context: typeof context
  readonly propagation: typeof propagation
}

/** The status code of a failed span. */
const failed = 2

/** Spans through `@opentelemetry/api` and the exporter that the operator registered; none where it is not installed. */
export function openTelemetry(load: () => Promise<Api> = () => import('@opentelemetry/api')): Telemetry {
  let api: Api | undefined
  let loading: Promise<void> | undefined
  const take = async (): Promise<void> => {
    api = await load().catch(() => undefined)
  }
  return {
    ready: () => (loading ??= take()),
    span(name, work, caller) {
      if (!api) return work(() => undefined)
      const { trace: traces, context: contexts, propagation: carriers } = api
      const begin = () =>
        traces
          .getTracer('lorefence')
          .startActiveSpan(name, (span) => within(span, () => work((facts) => span.setAttributes(facts))))
      return caller ? contexts.with(carriers.extract(contexts.active(), caller), begin) : begin()
    },
  }
}

/** Ends the span with the work, synchronous or not. An error sets only the status; its message is never reported. */
function within<T>(span: Span, work: () => T): T {
  try {
    const done = work()
    if (!(done instanceof Promise)) return end(span, done)
    return done.then(
      (value: unknown) => end(span, value),
      (error: unknown) => fail(span, error),
    ) as T
  } catch (error) {
    return fail(span, error)
  }
}

function end<T>(span: Span, value: T): T {
  span.end()
  return value
}

function fail(span: Span, error: unknown): never {
  span.setStatus({ code: failed })
  span.end()
  throw error
}
