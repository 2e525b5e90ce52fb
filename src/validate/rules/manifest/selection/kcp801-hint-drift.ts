import type { Report } from '../../../../model/codes/diagnostic.ts'
import type { Manifest } from '../../../../model/documents/manifest.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { estimateTokens } from '../../../../text/tokens/token-estimate.ts'
import { unitTextAt } from '../../../manifest-facts/unit-text.ts'
import type { ManifestRule } from '../../../rule.ts'

/** Tokenizers and our estimate differ by about 10 %; a hint is wrong only far beyond that. */
const tolerated = { factor: 1.5, tokens: 100 }

export const tokenHintDrift: ManifestRule = {
  codes: ['KCP801'],
  needs: 'files',
  check({ manifest }, report, folder) {
    for (const { id, index, path, hints } of manifest.units) {
      const declared = hints?.tokenEstimate
      const text = declared === undefined ? undefined : unitTextAt(folder, path)
      if (declared === undefined || text === undefined) continue
      const tokens = estimateTokens(text)
      const larger = Math.max(declared, tokens)
      const smaller = Math.min(declared, tokens)
      if (larger <= smaller * tolerated.factor || larger - smaller <= tolerated.tokens) continue
      report({
        code: 'KCP801',
        message: `The unit "${id}" declares ${declared} tokens; its file has about ${tokens}.`,
        pointer: pointer('units', index, 'hints', 'token_estimate'),
      })
    }
  },
}

/** KCP §4.10: a stale aggregate is worse than none. */
export const rootHintsDrift: ManifestRule = {
  codes: ['KCP802'],
  needs: 'head',
  check({ manifest }, report) {
    const { hints, units } = manifest
    if (!hints) return
    const hasSummaries = units.some((unit) => unit.hints?.summaryAvailable)
    const hasChunks = units.some((unit) => unit.hints?.chunked)
    compare('unit_count', hints.unitCount, units.length, report)
    compare('has_summaries', hints.hasSummaries, hasSummaries, report)
    compare('has_chunks', hints.hasChunks, hasChunks, report)
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
