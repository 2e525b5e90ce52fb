import { pathSentences } from '../../../../parse/manifest/manifest-rejections.ts'
import { pointer } from '../../../../parse/yaml/tree.ts'
import { isWebAddress, pathProblem } from '../../../../text/paths/paths.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { declaredUnits, mappingsIn } from '../../../manifest-facts/declared.ts'
import { unitRule } from '../../../manifest-facts/unit-rule.ts'
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

/** A mirror is confined like the path of a unit. */
export const mirrorEscape: ManifestRule = {
  codes: ['KCP503'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of mappingsIn(raw['manifests'], ['manifests'])) {
      const mirror = fields['local_mirror']
      const problem = typeof mirror === 'string' ? mirrorProblem(mirror) : undefined
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

/** The unit is listed as a link; nothing is fetched. */
export const pathWebAddress = unitRule('KCP509', ['path'], ({ id, path }) =>
  isWebAddress(path)
    ? `The path ${showValue(path)} of the unit "${id}" is a web address, which is not fetched.`
    : undefined,
)
