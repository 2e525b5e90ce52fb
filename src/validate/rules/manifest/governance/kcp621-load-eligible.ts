import { procedureKinds } from '../../../../model/tables/vocabulary.ts'
import { isObject } from '../../../../parse/read-fields.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.3c: only a skill or playbook can be granted, and only with a scope. */
export const loadEligible: ManifestRule = {
  codes: ['KCP621', 'KCP622'],
  needs: 'head',
  check({ manifest, raw }, report) {
    const written = Array.isArray(raw['units']) ? (raw['units'] as readonly unknown[]) : []
    for (const { id, index, artifact = 'knowledge', loadEligible: isGranted, actionScope } of manifest.units) {
      const unit = written[index]
      const at = pointer('units', index, 'load_eligible')
      if (!isObject(unit) || !Object.hasOwn(unit, 'load_eligible')) continue
      if (!(procedureKinds as readonly string[]).includes(artifact))
        report({
          code: 'KCP621',
          message: `The unit "${id}" declares "load_eligible", but its kind is "${artifact}".`,
          pointer: at,
        })
      else if (isGranted === true && !(isObject(actionScope) && Object.keys(actionScope).length > 0))
        report({
          code: 'KCP622',
          message: `The ${artifact} "${id}" is load-eligible but declares no "action_scope".`,
          pointer: at,
        })
    }
  },
}
