import { isObject } from '../../../../parse/read-fields.ts'
import { declaredBlocks, fieldPointer, isBlank } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §3.4: the flow of a custom mechanism is described nowhere else. */
export const approvalDocsMissing: ManifestRule = {
  codes: ['KCP212'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredBlocks(raw, 'delegation')) {
      const approval = fields['human_in_the_loop']
      if (!isObject(approval) || approval['approval_mechanism'] !== 'custom' || !isBlank(approval['docs_url'])) continue
      report({
        code: 'KCP212',
        message: 'The approval mechanism "custom" has no "docs_url".',
        pointer: fieldPointer(
          { fields: approval, path: [...path, 'human_in_the_loop'] },
          Object.hasOwn(approval, 'docs_url') ? 'docs_url' : 'approval_mechanism',
        ),
      })
    }
  },
}
