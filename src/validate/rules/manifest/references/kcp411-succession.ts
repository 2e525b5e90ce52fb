import { effectiveUnit } from '../../../../parse/manifest/inherit.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { circularLinks } from '../../../../text/cycles.ts'
import { danglingReporter } from '../../../manifest-facts/dangling.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.13. A relationship of type `supersedes` is equivalent to the field (§5). */
export const deprecatedWithoutSuccessor: ManifestRule = {
  codes: ['KCP411'],
  needs: 'head',
  check({ manifest }, report) {
    const succeeded = new Set<string>()
    for (const { id, supersedes } of manifest.units)
      if (supersedes !== undefined && supersedes !== id) succeeded.add(supersedes)
    for (const { from, to, type } of manifest.relationships) if (type === 'supersedes' && from !== to) succeeded.add(to)
    for (const { id, index, deprecated } of manifest.units) {
      if (!deprecated || succeeded.has(id)) continue
      report({
        code: 'KCP411',
        message: `The unit "${id}" is deprecated, but no unit supersedes it.`,
        pointer: pointer('units', index, 'deprecated'),
      })
    }
  },
}

/** KCP §4.22: a successor is a unit of this manifest; an alias is none (§4.2a). */
export const successorUnknown: ManifestRule = {
  codes: ['KCP415'],
  needs: 'head',
  check({ manifest, units }, report) {
    const reportDangling = danglingReporter('KCP415', units, report)
    for (const { id, index, temporal } of manifest.units)
      if (temporal?.supersededBy !== undefined)
        reportDangling({
          id: temporal.supersededBy,
          path: ['units', index, 'temporal', 'superseded_by'],
          subject: () => `The unit "${id}" is superseded by`,
        })
    if (manifest.temporal?.supersededBy !== undefined)
      report({
        code: 'KCP415',
        message: 'The manifest declares superseded_by for all its units, which is ignored.',
        pointer: pointer('temporal', 'superseded_by'),
        help: 'Declare it on the units that are replaced.',
      })
  },
}

export const supersessionCycle: ManifestRule = {
  codes: ['KCP416'],
  needs: 'head',
  check({ manifest, units }, report) {
    const links = new Map(
      [...units.values()].flatMap(({ id, temporal }) =>
        temporal?.supersededBy === undefined ? [] : [[id, temporal.supersededBy] as const],
      ),
    )
    const circular = circularLinks(links)
    for (const { id, index, temporal } of manifest.units) {
      if (!circular.has(id) || units.get(id)?.index !== index) continue
      report({
        code: 'KCP416',
        message: `The unit "${id}" is superseded by "${temporal?.supersededBy}", which leads back to it.`,
        pointer: pointer('units', index, 'temporal', 'superseded_by'),
      })
    }
  },
}

/** Only where the current time is known. */
export const expiredWithoutSuccessor: ManifestRule = {
  codes: ['KCP417'],
  needs: 'head',
  check({ manifest, units, now }, report) {
    if (!now) return
    const succeeded = new Set(manifest.units.flatMap(({ supersedes }) => supersedes ?? []))
    for (const { from, to, type } of manifest.relationships) if (type === 'supersedes' && from !== to) succeeded.add(to)
    for (const unit of manifest.units) {
      const { end, validUntil, supersededBy } = effectiveUnit(manifest, unit).temporal
      if (now.getTime() <= end || succeeded.has(unit.id) || (supersededBy !== undefined && units.has(supersededBy)))
        continue
      const path = validUntil?.origin === 'unit' ? ['units', unit.index] : []
      report({
        code: 'KCP417',
        message: `The unit "${unit.id}" was valid until "${validUntil?.value}", and nothing replaces it.`,
        pointer: pointer(...path, 'temporal', 'valid_until'),
      })
    }
  },
}
