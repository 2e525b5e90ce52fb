import { pathProblem } from '../../../../text/paths/paths.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { declaredPaths } from '../../../pack-facts/declared-paths.ts'
import type { PackRule } from '../../../rule.ts'

/** Checks the path as written; nothing is opened. */
export const declaredPathEscape: PackRule = {
  codes: ['AK501'],
  needs: 'head',
  check({ head }, report) {
    for (const { field, path, pointer } of declaredPaths(head)) {
      if (pathProblem(path))
        report({ code: 'AK501', message: `The path ${showValue(path)} of "${field}" leaves the pack.`, pointer })
    }
  },
}
