import { showValue } from '../../../text/messages/show-value.ts'
import { guideTargets } from '../../pack-facts/guide-targets.ts'
import type { PackRule } from '../../rule.ts'
import { reportInText } from '../../pack-facts/text-files.ts'

export const guidePathEscape: PackRule = {
  codes: ['AK501'],
  needs: 'body',
  check(subject, report) {
    const escaping = guideTargets(subject).filter(({ escapes }) => escapes)
    const findings = escaping.map((target) => ({
      code: 'AK501' as const,
      message: `The guide points to ${showValue(target.path)}, which leaves the pack.`,
      span: target,
    }))
    reportInText(subject.text, undefined, findings, report)
  },
}
