import { showValue } from '../../../../text/messages/show-value.ts'
import { guideTargets } from '../../../pack-facts/guide-targets.ts'
import { findTarget } from '../../../pack-facts/pack-target.ts'
import { reportInText, type SpanFinding } from '../../../pack-facts/text-files.ts'
import type { PackRule } from '../../../rule.ts'

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
      const guide = `The guide points to ${showValue(target.path)}`
      if (kind === 'missing') broken.push({ code: 'AK406', message: `${guide}, which does not exist.`, span: target })
      if (kind === 'outside')
        outside.push({ code: 'AK501', message: `${guide}, a link that leaves the pack.`, span: target })
    }
    reportInText(subject.text, undefined, broken, report)
    reportInText(subject.text, undefined, outside, report)
  },
}

/** Checks the paths as written; `brokenLink` checks where they lead. */
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
