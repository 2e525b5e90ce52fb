import { showValue } from '../../../text/messages/show-value.ts'
import { guideTargets } from '../../pack-facts/guide-targets.ts'
import { findTarget } from '../../pack-facts/pack-target.ts'
import type { PackRule } from '../../rule.ts'
import { reportInText, type SpanFinding } from '../../pack-facts/text-files.ts'

/** A glob or a placeholder. */
const isPattern = (path: string): boolean => /[*<>{}]/.test(path)

export const brokenLink: PackRule = {
  codes: ['AK406', 'AK501'],
  needs: 'files',
  check(subject, report, folder) {
    const broken: SpanFinding[] = []
    const outside: SpanFinding[] = []
    for (const target of guideTargets(subject)) {
      if (target.escapes || isPattern(target.path)) continue
      const { kind } = findTarget(folder, target.path)
      if (kind === 'missing')
        broken.push({
          code: 'AK406',
          message: `The guide points to ${showValue(target.path)}, which does not exist.`,
          span: target,
        })
      if (kind === 'outside')
        outside.push({
          code: 'AK501',
          message: `The guide points to ${showValue(target.path)}, a link that leaves the pack.`,
          span: target,
        })
    }
    reportInText(subject.text, undefined, broken, report)
    reportInText(subject.text, undefined, outside, report)
  },
}
