import { useState } from 'preact/hooks'
import { api } from '../api.ts'

interface Past {
  readonly id: string
  readonly kind: string
  readonly task?: string
}

/** How each receipt would be answered now, by its id. */
export type Comparison = ReadonlyMap<string, string>

/** Repeats the reads of a list one by one. Servers store no tasks, so reads of their clients are left out. */
export function CompareNow({
  receipts,
  show,
}: {
  readonly receipts: readonly Past[]
  readonly show: (comparison: Comparison) => void
}) {
  const [state, setState] = useState('')
  const reads = receipts.filter(({ kind, task }) => kind === 'read' && task !== undefined)
  const run = async (): Promise<void> => {
    const outcomes = new Map<string, string>()
    for (const { id } of reads) {
      setState(`${outcomes.size} of ${reads.length} …`)
      const path = `v1/receipts/${encodeURIComponent(id)}/replay`
      const { outcome } = await api.post<{ readonly outcome: string }>(path, {}).catch(() => ({ outcome: 'failed' }))
      outcomes.set(id, outcome)
      show(new Map(outcomes))
    }
    const changed = [...outcomes.values()].filter((outcome) => outcome !== 'same').length
    const others = receipts.length - reads.length
    const left = others === 0 ? '' : `; ${others} without a stored task were not compared`
    setState(`${changed} of ${reads.length} would differ now${left}`)
  }
  return reads.length === 0 ? null : (
    <span class="row">
      <button type="button" disabled={state.endsWith('…')} onClick={run}>
        Would these be the same now?
      </button>
      <span role="status">{state}</span>
    </span>
  )
}
