import type { Malformed } from '../../../../model/governance.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

const unitNames = new Set(['access', 'auth_scope', 'sensitivity'])

/** Restrictions under a name that nothing has, and wildcards where a condition compares words: a gate asks about them. */
export const restrictionName: ManifestRule = {
  codes: ['KCP623'],
  needs: 'head',
  check({ manifest }, report) {
    const tell = (found: readonly Malformed[], path: readonly (string | number)[]): void => {
      for (const { path: below, written, unknownName } of found) {
        const isCondition = /\/when\/[^/]+(?:\/\d+)?$/.test(below) && written.startsWith('"')
        if (!unknownName && !isCondition) continue
        report({
          code: 'KCP623',
          message: isCondition
            ? `The value ${written} of "${below.replaceAll('/', '.')}" never matches; a condition compares words as written.`
            : `The entry "${below.replaceAll('/', '.')}" (${written}) ${unitNames.has(below) ? 'restricts nothing at the root; units have it' : 'has a name that no restriction has'}.`,
          pointer: pointer(...path, ...below.split('/')),
        })
      }
    }
    tell(manifest.unreadable, [])
    for (const { index, unreadable } of manifest.units) tell(unreadable, ['units', index])
  },
}
