import type { SpanFacts } from '../../model/ports.ts'
import type { ReadRequest } from '../../model/read.ts'
import type { Reader } from '../decide/ask-gates.ts'

type Stage = 'decide' | 'read' | 'fence' | 'record'

/** Runs a stage in a span of its own, where the operator wants spans. */
export function inSpan<T>(
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

/** The span of a whole answer, which the spans of its stages belong to. */
export function inAnswerSpan<T>(
  { trace }: Pick<ReadRequest, 'trace'>,
  { ports: { telemetry } }: Reader,
  work: () => Promise<T>,
): Promise<T> {
  return telemetry ? telemetry.span('lorefence.answer', work, trace) : work()
}
