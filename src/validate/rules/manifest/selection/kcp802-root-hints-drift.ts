import type { Report } from '../../../../model/diagnostic.ts'
import type { Manifest } from '../../../../model/manifest.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.10: a stale aggregate is worse than none. */
export const rootHintsDrift: ManifestRule = {
  codes: ['KCP802'],
  needs: 'head',
  check({ manifest }, report) {
    const { hints, units } = manifest
    if (!hints) return
    compare('unit_count', hints.unitCount, units.length, report)
    compare(
      'has_summaries',
      hints.hasSummaries,
      units.some((unit) => unit.hints?.summaryAvailable),
      report,
    )
    compare(
      'has_chunks',
      hints.hasChunks,
      units.some((unit) => unit.hints?.chunked),
      report,
    )
    compareTotal(manifest, report)
  },
}

function compare(
  field: string,
  declared: number | boolean | undefined,
  actual: number | boolean,
  report: Report,
): void {
  if (declared === undefined || declared === actual) return
  report({
    code: 'KCP802',
    message: `The hint "${field}" is ${declared}; computed from the units it is ${actual}.`,
    pointer: pointer('hints', field),
    replacement: { title: `Change to ${actual}`, text: String(actual) },
  })
}

/** Units without an estimate may be part of the total, so it may then be larger than the sum, but never smaller. */
function compareTotal({ hints, units }: Manifest, report: Report): void {
  const declared = hints?.totalTokenEstimate
  const estimates = units.map((unit) => unit.hints?.tokenEstimate)
  const sum = estimates.reduce<number>((total, estimate) => total + (estimate ?? 0), 0)
  if (!estimates.includes(undefined)) return compare('total_token_estimate', declared, sum, report)
  if (declared === undefined || declared >= sum) return
  report({
    code: 'KCP802',
    message: `The hint "total_token_estimate" is ${declared}; the estimates of the units add up to ${sum}.`,
    pointer: '/hints/total_token_estimate',
  })
}
