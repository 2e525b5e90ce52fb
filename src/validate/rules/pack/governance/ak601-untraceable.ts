import type { Severity } from '../../../../model/codes/diagnostic.ts'
import type { PackRule } from '../../../rule.ts'
import { reportInText, type SpanFinding } from '../../../pack-facts/text-files.ts'
import { tracedFacts } from '../../../pack-facts/trace-facts.ts'

const untraced = 'The fact names no source and is neither in the source map nor in documents/ or wiki/.'
const wordsOnly = 'The fact names no source, which this pack requires; only its words are found in documents/ or wiki/.'

/** AK compilation model: compiled/ is not a fact source. With grounding required, matching words are not enough. */
export const untraceable: PackRule = {
  codes: ['AK601'],
  needs: 'files',
  check({ head }, report, folder) {
    const required = head.grounding === 'required'
    const perFile = new Map<string, { readonly untraced: SpanFinding[]; readonly wordsOnly: SpanFinding[] }>()
    const finding = (span: SpanFinding['span'], message: string, severity: Severity): SpanFinding => ({
      code: 'AK601',
      span,
      message,
      severity,
    })
    for (const { file, fact, by } of tracedFacts(folder)) {
      const found = perFile.get(file) ?? { untraced: [], wordsOnly: [] }
      perFile.set(file, found)
      if (by === undefined) found.untraced.push(finding(fact.span, untraced, required ? 'error' : 'warning'))
      else if (by === 'text' && required) found.wordsOnly.push(finding(fact.span, wordsOnly, 'warning'))
    }
    for (const [file, found] of perFile) {
      // Reported separately, so that many warnings never push an error out of the list.
      reportInText(folder.content(file) ?? '', file, found.untraced, report)
      reportInText(folder.content(file) ?? '', file, found.wordsOnly, report)
    }
  },
}
