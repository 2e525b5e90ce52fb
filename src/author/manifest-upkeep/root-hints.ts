import type { Manifest, Unit } from '../../model/manifest.ts'

/** The aggregates of KCP §4.10 that follow from the units, by their written names. */
export interface RootHints {
  readonly total_token_estimate: number
  readonly unit_count: number
  readonly has_summaries: boolean
  readonly has_chunks: boolean
}

/** `estimate` is for units that declare none; `undefined` where their content cannot be read. */
export function rootHints({ units }: Manifest, estimate: (unit: Unit) => number | undefined): RootHints {
  return {
    total_token_estimate: units.reduce((sum, unit) => sum + (unit.hints?.tokenEstimate ?? estimate(unit) ?? 0), 0),
    unit_count: units.length,
    has_summaries: units.some(({ hints }) => hints?.summaryAvailable),
    has_chunks: units.some(({ hints }) => hints?.chunked),
  }
}
