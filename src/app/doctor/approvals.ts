import { catalogRefs } from '../../catalog/refs.ts'
import type { Approval } from '../../model/decisions/decision.ts'
import { proposeApproval } from '../grants/approvals.ts'
import type { Check, CheckItem, Examined } from './check.ts'

const hour = 3_600_000
/** An approval that expires within this time may expire during a task. */
const soon = 2 * hour

/** Approvals that expired while the gate still asks, and those that expire soon. */
export const approvals: Check = {
  id: 'approvals',
  title: 'Approvals that expired or expire soon',
  look: (examined) =>
    catalogRefs(examined.catalog).flatMap((ref) =>
      examined.ports.approvals.find(ref).flatMap((approval) => (approval.refused ? [] : itemOf(approval, examined))),
    ),
}

function itemOf(
  { ref, path, code, until }: Approval,
  { catalog, reader, now, commands }: Examined,
): readonly CheckItem[] {
  const left = Date.parse(until) - now.getTime()
  if (left > soon) return []
  const command = commands.about('approve', ref)
  const proposal = proposeApproval(catalog, ref, reader)
  if (proposal?.path !== path) return []
  if (left > 0) return [{ state: 'note', ref, detail: `The approval of "${code}" expires at ${until}.`, command }]
  // Draft and disputed packs are reported by the check "waiting".
  const asksAgain = proposal.asks.some((ask) => ask.code === code) && !code.startsWith('status-')
  return asksAgain
    ? [{ state: 'fix', ref, detail: `The approval of "${code}" expired at ${until} and is needed again.`, command }]
    : []
}
