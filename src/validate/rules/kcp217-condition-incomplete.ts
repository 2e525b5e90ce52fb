import { isObject } from '../../parse/read-fields.ts'
import { pointer } from '../../parse/tree.ts'
import { declaredBlocks, fieldPointer } from '../declared.ts'
import type { ManifestRule } from '../rule.ts'

/** An empty `when` would match everybody; here it matches nobody. */
export const conditionIncomplete: ManifestRule = {
  codes: ['KCP217'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredBlocks(raw, 'visibility')) {
      const conditions = fields['conditions']
      if (!Array.isArray(conditions)) continue
      for (const [position, condition] of conditions.entries()) {
        const at = [...path, 'conditions', position]
        const lacking = lackingPart(condition)
        if (lacking === undefined) continue
        const place = isObject(condition) ? fieldPointer({ fields: condition, path: at }, lacking) : pointer(...at)
        report({ code: 'KCP217', message: `The visibility condition ${position + 1} has no "${lacking}" and never matches.`, pointer: place })
      }
    }
  },
}

function lackingPart(condition: unknown): 'when' | 'then' | undefined {
  if (!isObject(condition)) return 'when'
  const { when, then } = condition
  if (!isObject(when) || Object.keys(when).length === 0) return 'when'
  return isObject(then) ? undefined : 'then'
}
