import type { SpanFacts } from '../../model/ports.ts'
import type { ReadRequest } from '../../model/reading/read.ts'
import type { Reader } from '../decide/ask-gates.ts'

type Stage = 'decide' | 'read' | 'fence' | 'record'

/** Runs a stage in its own span, if telemetry is on. */
export function inTraceSpan<T>(
  stage: Stage,
  { ports: { telemetry } }: Reader,
  work: () => T,
  facts: (done: T) => SpanFacts,
): T {
  if (!telemetry) return work()
  return telemetry.span(`lorefence.${stage}`, (note) => {
    const done = work()
    note(facts(done))
    return done
  })
}

/** As `inTraceSpan`, for an asynchronous stage. */
export async function inAwaitedSpan<T>(
  stage: Stage,
  { ports: { telemetry } }: Reader,
  work: () => Promise<T>,
  facts: (done: T) => SpanFacts,
): Promise<T> {
  if (!telemetry) return work()
  return telemetry.span(`lorefence.${stage}`, async (note) => {
    const done = await work()
    note(facts(done))
    return done
  })
}

/** The span of a whole answer, the parent of the spans of its stages. */
export function inReadSpan<T>(
  { trace }: Pick<ReadRequest, 'trace'>,
  { ports: { telemetry } }: Reader,
  work: () => Promise<T>,
): Promise<T> {
  return telemetry ? telemetry.span('lorefence.answer', work, trace) : work()
}
