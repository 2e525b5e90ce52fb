import { pointer } from '../../../parse/yaml/tree.ts'
import { isObject } from '../../../parse/read-fields.ts'
import type { ManifestRule } from '../../rule.ts'

/** KCP §3.11: units of included manifests are not part of this one here, and an author has to know. */
export const compositionUnused: ManifestRule = {
  codes: ['KCP717'],
  needs: 'head',
  check({ raw }, report) {
    const { composition } = raw
    const includes = isObject(composition) ? composition['includes'] : undefined
    if (!Array.isArray(includes) || includes.length === 0) return
    report({
      code: 'KCP717',
      message: `The manifest includes ${includes.length === 1 ? 'another one, whose' : `${includes.length} others, whose`} units are not used as its own.`,
      pointer: pointer('composition', 'includes'),
    })
  },
}
