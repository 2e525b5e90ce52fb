import { contextMapOf } from '../../../pack-facts/guide-targets.ts'
import type { PackRule } from '../../../rule.ts'
import { reportInText } from '../../../pack-facts/text-files.ts'

/** The map is prose; a line without a path has no effect. */
export const contextMapLine: PackRule = {
  codes: ['AK327'],
  needs: 'body',
  check(subject, report) {
    const findings = contextMapOf(subject).pathless.map((span) => ({
      code: 'AK327' as const,
      span,
      message: 'This line of the context map has no path.',
    }))
    reportInText(subject.text, undefined, findings, report)
  },
}
