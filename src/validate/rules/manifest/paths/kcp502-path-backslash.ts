import { pointer } from '../../../../parse/yaml/tree.ts'
import { pathProblem } from '../../../../text/paths/paths.ts'
import { declaredUnits } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.3; the model holds the path with forward slashes. */
export const pathBackslash: ManifestRule = {
  codes: ['KCP502'],
  needs: 'head',
  check({ raw }, report) {
    for (const unit of declaredUnits(raw)) {
      const { path } = unit.fields
      if (typeof path !== 'string' || !path.includes('\\') || pathProblem(path)) continue
      const slashed = JSON.stringify(path.replaceAll('\\', '/'))
      report({
        code: 'KCP502',
        message: `The path "${path}" uses backslashes.`,
        pointer: pointer(...unit.path, 'path'),
        replacement: { title: `Change to ${slashed}`, text: slashed },
      })
    }
  },
}
