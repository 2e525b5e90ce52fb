import { indexLines } from '../../text/lines.ts'
import { showValue } from '../../text/show-value.ts'
import { guideTargets } from '../guide-targets.ts'
import { findTarget } from '../pack-target.ts'
import type { PackRule } from '../rule.ts'

/** Names several files, or stands for a name. */
const isPattern = (path: string): boolean => /[*<>{}]/.test(path)

export const brokenLink: PackRule = {
  codes: ['AK406', 'AK501'],
  needs: 'files',
  check(subject, report, folder) {
    const lines = indexLines(subject.text)
    for (const target of guideTargets(subject)) {
      if (target.escapes || isPattern(target.path)) continue
      const { kind } = findTarget(folder, target.path)
      if (kind === 'missing') report({ code: 'AK406', message: `The guide points to ${showValue(target.path)}, which does not exist.`, range: lines.range(target) })
      if (kind === 'outside') report({ code: 'AK501', message: `The guide points to ${showValue(target.path)}, a link that leaves the pack.`, range: lines.range(target) })
    }
  },
}
