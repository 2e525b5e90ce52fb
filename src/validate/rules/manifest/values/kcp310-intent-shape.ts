import { pointer } from '../../../../parse/yaml/tree.ts'
import { fileName, fileStem } from '../../../../text/paths/paths.ts'
import { declaredUnits, isBlank } from '../../../manifest-facts/declared.ts'
import type { ManifestRule } from '../../../rule.ts'

/** KCP §4.4: one sentence, and neither the file name nor the path. */
export const intentShape: ManifestRule = {
  codes: ['KCP310'],
  needs: 'head',
  check({ raw }, report) {
    for (const { fields, path } of declaredUnits(raw)) {
      const { intent } = fields
      if (typeof intent !== 'string' || isBlank(intent)) continue
      const fault = faultOf(intent.trim(), fields['path'])
      if (fault)
        report({
          code: 'KCP310',
          message: `The intent "${firstLine(intent)}" ${fault}.`,
          pointer: pointer(...path, 'intent'),
        })
    }
  },
}

function faultOf(intent: string, path: unknown): string | undefined {
  if (/[\r\n]/.test(intent)) return 'has more than one line'
  if (typeof path !== 'string') return undefined
  const lowered = intent.toLowerCase()
  return [path, fileName(path), fileStem(path)].some((name) => name.toLowerCase() === lowered)
    ? 'repeats the path of the unit'
    : undefined
}

const firstLine = (text: string): string => /^[^\r\n]{0,60}/.exec(text.trim())?.[0] ?? ''
