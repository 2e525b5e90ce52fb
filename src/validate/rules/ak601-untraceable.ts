import { indexLines, type LineIndex } from '../../text/lines.ts'
import type { PackRule } from '../rule.ts'
import { tracedFacts } from '../trace-facts.ts'

/** AK compilation model: compiled/ is no fact source of its own. With grounding required, words that match are not enough. */
export const untraceable: PackRule = {
  codes: ['AK601'],
  needs: 'files',
  check({ head }, report, folder) {
    const required = head.grounding === 'required'
    const indexes = new Map<string, LineIndex>()
    for (const { file, fact, by } of tracedFacts(folder)) {
      if (by === 'anchor' || by === 'claim' || (by === 'text' && !required)) continue
      const lines = indexes.get(file) ?? indexLines(folder.content(file) ?? '')
      indexes.set(file, lines)
      const place = { code: 'AK601' as const, file, range: lines.range(fact.span) }
      if (by === 'text') report({ ...place, severity: 'warning', message: 'The fact names no source, which this pack requires; only its words are found in documents/ or wiki/.' })
      else report({ ...place, severity: required ? 'error' : 'warning', message: 'The fact names no source, is not in the source map, and is not said in documents/ or wiki/.' })
    }
  },
}
