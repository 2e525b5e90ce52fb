import { isAlias } from '../../../../parse/manifest/manifest.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { declaredUnits, unitName } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** More are a warning; all are used. */
const mostAliases = 100

/** KCP §4.2a: what is no alias is dropped, the unit stays. */
export const aliasDropped: ManifestRule = {
  codes: ['KCP326'],
  needs: 'head',
  check({ raw }, report) {
    for (const unit of declaredUnits(raw)) {
      const aliases = unit.fields['aliases']
      if (!Array.isArray(aliases)) continue
      for (const [position, alias] of aliases.entries())
        if (typeof alias === 'string' && !isAlias(alias))
          report({
            code: 'KCP326',
            message: `The alias ${showValue(alias)} of the ${unitName(unit)} is dropped.`,
            pointer: pointer(...unit.path, 'aliases', position),
          })
      if (aliases.length > mostAliases)
        report({
          code: 'KCP326',
          message: `The ${unitName(unit)} has ${aliases.length} aliases, more than ${mostAliases}.`,
          pointer: pointer(...unit.path, 'aliases'),
        })
    }
  },
}

/** KCP §4.2a: an id wins over an alias, then the first declared. */
export const aliasCollision: ManifestRule = {
  codes: ['KCP418'],
  needs: 'head',
  check({ manifest, units }, report) {
    const taken = new Map<string, string>()
    for (const { id, index, aliases = [] } of manifest.units) {
      for (const alias of aliases) {
        const other = units.has(alias) ? alias : taken.get(alias)
        if (other === undefined) taken.set(alias, id)
        else if (other !== id || units.has(alias))
          report({
            code: 'KCP418',
            message: `The alias "${alias}" of the unit "${id}" also means the unit "${other}", which wins.`,
            pointer: pointer('units', index, 'aliases'),
          })
      }
    }
  },
}
