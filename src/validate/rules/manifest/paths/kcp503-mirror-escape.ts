import { pathSentences } from '../../../../parse/manifest/manifest-rejections.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { pathProblem } from '../../../../text/paths/paths.ts'
import { mappingsIn } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** A mirror is confined like the path of a unit. */
export const mirrorEscape: ManifestRule = {
  codes: ['KCP503'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of mappingsIn(raw['manifests'], ['manifests'])) {
      const mirror = fields['local_mirror']
      if (typeof mirror !== 'string') continue
      const problem = mirrorProblem(mirror)
      if (problem)
        report({
          code: 'KCP503',
          message: `The local mirror "${mirror}" ${problem}.`,
          pointer: pointer(...path, 'local_mirror'),
        })
    }
  },
}

/** Why a mirror is not used; `undefined` when it may be. */
export function mirrorProblem(mirror: string): string | undefined {
  const problem = pathProblem(mirror)
  if (problem) return pathSentences[problem]
  return mirror.includes('\\') ? 'uses backslashes' : undefined
}
