import { hasEntries, type LooseRecord } from '../../../../parse/records/loose-records.ts'
import { evidenceStatusOf, hasReviewStatus, supportOf } from '../../../../parse/records/record-status.ts'
import { showValue } from '../../../../text/messages/show-value.ts'
import { recordRule } from '../../../pack-facts/record-rule.ts'

/** AK ontology packs: an important claim has an id, an evidence status, source refs and a review status. */
export const claimIncomplete = recordRule({
  code: 'AK325',
  files: /^ontology\/[^/]+$/,
  kind: 'claim',
  problem(claim) {
    const missing = missingParts(claim)
    if (missing.length === 0) return undefined
    return { message: `The claim ${showValue(claim.id ?? claim.pointer)} has no ${missing.join(', no ')}.` }
  },
})

function missingParts(claim: LooseRecord): readonly string[] {
  const parts = {
    id: claim.id !== undefined,
    'evidence status': evidenceStatusOf(claim) !== undefined,
    'source refs': hasEntries(supportOf(claim)),
    'review status': hasReviewStatus(claim),
  }
  return Object.entries(parts).flatMap(([part, present]) => (present ? [] : [part]))
}
