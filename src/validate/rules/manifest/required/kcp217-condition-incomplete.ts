import { isObject } from '../../../../parse/read-fields.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { declaredBlocks, fieldPointer, isAbsent } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** An empty `when` would match every requester; here it matches none. */
export const conditionIncomplete: ManifestRule = {
  codes: ['KCP217'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredBlocks(raw, 'visibility')) {
      const conditions = fields['conditions']
      if (!Array.isArray(conditions)) continue
      for (const [position, condition] of conditions.entries()) {
        const at = [...path, 'conditions', position]
        for (const { part, fault } of faultsOf(condition)) {
          const place = isObject(condition) ? fieldPointer({ fields: condition, path: at }, part) : pointer(...at)
          report({
            code: 'KCP217',
            message: `The visibility condition ${position + 1} ${fault} and never matches.`,
            pointer: place,
          })
        }
      }
    }
  },
}

function* faultsOf(condition: unknown): Generator<{ readonly part: string; readonly fault: string }> {
  if (!isObject(condition)) return yield { part: '', fault: 'is not a mapping of "when" and "then"' }
  const { when, then } = condition
  if (!isObject(when) || Object.keys(when).length === 0) yield { part: 'when', fault: 'has no "when"' }
  else if (isAbsent(when['environment']) && isAbsent(when['agent_role']))
    yield { part: 'when', fault: 'tests neither "environment" nor "agent_role"' }
  if (!isObject(then)) yield { part: 'then', fault: 'has no "then"' }
}
