import { indexLines } from '../../text/lines.ts'
import { showValue } from '../../text/show-value.ts'
import { guideTargets } from '../guide-targets.ts'
import type { PackRule } from '../rule.ts'

export const guidePathEscape: PackRule = {
  codes: ['AK501'],
  needs: 'body',
  check(subject, report) {
    const lines = indexLines(subject.text)
    for (const target of guideTargets(subject)) {
      if (target.escapes) report({ code: 'AK501', message: `The guide points to ${showValue(target.path)}, which leaves the pack.`, range: lines.range(target) })
    }
  },
}
