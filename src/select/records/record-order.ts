import type { Pick } from '../pick.ts'
import { recordAt } from './placed-records.ts'

/** A question, its answer, what it rests on, what limits it; then the rest of the graph (AK-289). */
const order = ['question', 'answer-block', 'concept', 'claim', 'citation-target', 'constraint', 'evidence', 'relation']

export function recordRank({ source, stretches: [first] }: Pick): number {
  const kind = first && source.format === 'records' ? recordAt(source, first)?.kind : undefined
  const place = order.indexOf(kind ?? '')
  return place < 0 ? order.length : place
}
