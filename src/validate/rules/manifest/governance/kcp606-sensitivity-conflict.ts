import { ownSensitivity } from '../../../../parse/manifest/exposure.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.16: where the order of precedence is unclear, the stricter value is used, with a warning. */
export const sensitivityConflict: ManifestRule = {
  codes: ['KCP606'],
  needs: 'head',
  check({ manifest }, report) {
    const inherited = manifest.visibility?.default
    for (const unit of manifest.units) {
      const { id, index, sensitivity, compliance, visibility } = unit
      if (visibility?.default !== undefined) continue
      const at = pointer(
        'units',
        index,
        ...(sensitivity === undefined ? ['compliance', 'sensitivity'] : ['sensitivity']),
      )
      if (
        sensitivity !== undefined &&
        compliance?.sensitivity !== undefined &&
        sensitivity !== compliance.sensitivity
      ) {
        report({
          code: 'KCP606',
          message:
            `The unit "${id}" declares the sensitivity "${sensitivity}" and, ` +
            `in its compliance block, "${compliance.sensitivity}".`,
          pointer: at,
          related: {
            message: 'The other value is declared here.',
            pointer: pointer('units', index, 'compliance', 'sensitivity'),
          },
        })
      }
      const own = ownSensitivity(unit)
      if (visibility === undefined && inherited !== undefined && own !== undefined && own !== inherited) {
        report({
          code: 'KCP606',
          message:
            `The unit "${id}" declares the sensitivity "${own}", ` +
            `and the manifest the default visibility "${inherited}".`,
          pointer: at,
          related: { message: 'The default is declared here.', pointer: '/visibility/default' },
        })
      }
    }
  },
}
