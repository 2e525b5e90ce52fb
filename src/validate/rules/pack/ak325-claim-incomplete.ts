import { statusScale } from '../../../model/status-scale.ts'
import { hasEntries, looseField, looseText, type LooseRecord } from '../../../parse/records/loose-records.ts'
import { readOntology } from '../../../parse/records/ontology.ts'
import { showValue } from '../../../text/show-value.ts'
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

const evidenceStates = new Set(['verified', 'weak', 'needs-verification', 'forbidden'])

/** A bare `status` counts as the kind of status that its value belongs to. */
function missingParts({ id, fields }: LooseRecord): readonly string[] {
  const status = looseText(fields, 'status')
  const parts = {
    id: id !== undefined,
    'evidence status':
      looseField(fields, 'evidenceStatus', 'evidenceState', 'evidenceStrength') !== undefined ||
      (status !== undefined && evidenceStates.has(status)),
    'source refs': hasEntries(
      looseField(
        fields,
        'sourceRefs',
        'sourceRef',
        'sources',
        'source',
        'sourceAnchors',
        'evidenceIds',
        'evidenceRefs',
        'evidence',
      ),
    ),
    'review status':
      looseField(fields, 'reviewStatus', 'reviewState', 'review') !== undefined ||
      (status !== undefined && !evidenceStates.has(status) && statusScale.has(status)),
  }
  return Object.entries(parts).flatMap(([part, present]) => (present ? [] : [part]))
}
