import { hasEntries, type LooseRecord } from '../../../parse/records/loose-records.ts'
import { readOntology } from '../../../parse/records/ontology.ts'
import { evidenceStatusOf, hasReviewStatus, supportOf } from '../../../parse/records/record-status.ts'
import { showValue } from '../../../text/messages/show-value.ts'
import { jsonFiles, reportInJson } from '../../pack-facts/json-file.ts'
import type { PackRule } from '../../rule.ts'

/** AK ontology packs: an important claim has an id, an evidence status, source refs and a review status. */
export const claimIncomplete: PackRule = {
  codes: ['AK325'],
  needs: 'files',
  check(_subject, report, folder) {
    for (const file of jsonFiles(folder, (path) => /^ontology\/[^/]+$/.test(path))) {
      const claims = readOntology(file.tree?.value, file.path).filter(({ kind }) => kind === 'claim')
      const findings = claims.flatMap((claim) => {
        const missing = missingParts(claim)
        if (missing.length === 0) return []
        return [
          {
            code: 'AK325' as const,
            message: `The claim ${showValue(claim.id ?? claim.pointer)} has no ${missing.join(', no ')}.`,
            pointer: claim.pointer,
          },
        ]
      })
      reportInJson(file, findings, report)
    }
  },
}

function missingParts(claim: LooseRecord): readonly string[] {
  const parts = {
    id: claim.id !== undefined,
    'evidence status': evidenceStatusOf(claim) !== undefined,
    'source refs': hasEntries(supportOf(claim)),
    'review status': hasReviewStatus(claim),
  }
  return Object.entries(parts).flatMap(([part, present]) => (present ? [] : [part]))
}
