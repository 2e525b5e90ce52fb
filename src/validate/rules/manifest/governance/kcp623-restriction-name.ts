import type { Malformed } from '../../../../model/documents/governance.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

const unitNames = new Set(['access', 'auth_scope', 'sensitivity'])

/**
 * Restrictions under a name that nothing has, and wildcards where a condition compares words: a gate asks about them.
 */
export const restrictionName: ManifestRule = {
  codes: ['KCP623'],
  needs: 'head',
  check({ manifest }, report) {
    const root = { unreadable: manifest.unreadable, path: [] }
    const units = manifest.units.map(({ index, unreadable }) => ({ unreadable, path: ['units', index] }))
    for (const { unreadable, path } of [root, ...units]) {
      for (const malformed of unreadable) {
        const message = messageOf(malformed)
        if (message !== undefined)
          report({ code: 'KCP623', message, pointer: pointer(...path, ...malformed.path.split('/')) })
      }
    }
  },
}

function messageOf({ path, written, unknownName }: Malformed): string | undefined {
  const name = path.replaceAll('/', '.')
  if (/\/when\/[^/]+(?:\/\d+)?$/.test(path) && written.startsWith('"'))
    return `The value ${written} of "${name}" never matches; a condition compares words as written.`
  if (!unknownName) return undefined
  return unitNames.has(path)
    ? `The entry "${name}" (${written}) restricts nothing at the root; units have it.`
    : `The entry "${name}" (${written}) has a name that no restriction has.`
}
