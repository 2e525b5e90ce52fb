import { pointer } from '../../../../parse/yaml/tree.ts'
import { danglingReporter } from '../../../manifest-facts/dangling.ts'
import { isBlank } from '../../../manifest-facts/declared.ts'
import { unitRule } from '../../../manifest-facts/unit-rule.ts'
import type { ManifestRule } from '../../../rule.ts'

export const summaryUnitUndeclared = unitRule('KCP404', ['hints', 'summary_available'], ({ id, hints }) =>
  hints?.summaryAvailable && isBlank(hints.summaryUnit)
    ? `The unit "${id}" has a summary but names no "summary_unit".`
    : undefined,
)

/** KCP §4.10. All units are known here, so a summary may precede what it summarises. */
export const summaryNotAnnounced: ManifestRule = {
  codes: ['KCP406'],
  needs: 'head',
  check({ manifest, units }, report) {
    const reportDangling = danglingReporter('KCP406', units, report)
    for (const { id, index, hints } of manifest.units) {
      const summarised = hints?.summaryOf
      if (summarised === undefined) continue
      const path = ['units', index, 'hints', 'summary_of']
      reportDangling({ id: summarised, path, subject: () => `The unit "${id}" summarises` })
      const target = units.get(summarised)
      if (!target || target.hints?.summaryAvailable) continue
      report({
        code: 'KCP406',
        message: `The unit "${id}" summarises "${summarised}", which does not declare "summary_available: true".`,
        pointer: pointer(...path),
        related: { message: `The unit "${summarised}" is declared here.`, pointer: pointer('units', target.index) },
      })
    }
  },
}

/** A chunk without a total is checked against that of its parent. */
export const chunkBeyondTotal = unitRule('KCP408', ['hints', 'chunk_index'], ({ id, hints }, { units }) => {
  const total = hints?.totalChunks ?? units.get(hints?.chunkOf ?? '')?.hints?.chunkCount
  if (hints?.chunkIndex === undefined || total === undefined || hints.chunkIndex <= total) return undefined
  return `The unit "${id}" is chunk ${hints.chunkIndex} of ${total}.`
})
