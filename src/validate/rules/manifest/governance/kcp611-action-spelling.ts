import { actions } from '../../../../model/tables/vocabulary.ts'
import { isObject } from '../../../../parse/read-fields.ts'
import { isRespelled, knownSpelling } from '../../../../parse/respelled.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { declaredBlocks, mappingsIn, type DeclaredMapping } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.17: authors may add actions, but `Read: denied` is meant for `read` and counts for it. */
export const actionSpelling: ManifestRule = {
  codes: ['KCP611'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of authorities(raw)) {
      for (const action of Object.keys(fields)) {
        if (!isRespelled(action, actions)) continue
        const known = knownSpelling(action, actions)
        report({
          code: 'KCP611',
          message: `The action ${showValue(action)} is read as "${known}".`,
          pointer: pointer(...path, action),
          atKey: true,
          help: `Did you mean "${known}"?`,
        })
      }
    }
  },
}

function* authorities(raw: Readonly<Record<string, unknown>>): Generator<DeclaredMapping> {
  yield* declaredBlocks(raw, 'authority')
  for (const { fields, path } of declaredBlocks(raw, 'visibility')) {
    for (const condition of mappingsIn(fields['conditions'], [...path, 'conditions'])) {
      const { then } = condition.fields
      if (isObject(then) && isObject(then['authority']))
        yield { fields: then['authority'], path: [...condition.path, 'then', 'authority'] }
    }
  }
}
