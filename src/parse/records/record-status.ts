import { statusScale } from '../../model/tables/status-scale.ts'
import { evidenceStatuses } from '../../model/tables/vocabulary.ts'
import { isObject } from '../read-fields.ts'
import { looseField, looseText, type LooseRecord } from './loose-records.ts'

const evidenceStates: ReadonlySet<string> = new Set(evidenceStatuses)

/** A bare `status` counts as the kind of status that its value belongs to (AK-267, AK-270). */
export function evidenceStatusOf({ fields }: Pick<LooseRecord, 'fields'>): string | undefined {
  const own = looseText(fields, 'evidenceStatus', 'evidenceState', 'evidenceStrength')
  const status = looseText(fields, 'status')?.toLowerCase()
  return own?.toLowerCase() ?? (status !== undefined && evidenceStates.has(status) ? status : undefined)
}

export function reviewStatusOf({ fields }: Pick<LooseRecord, 'fields'>): string | undefined {
  const review = looseField(fields, 'reviewStatus', 'reviewState', 'review')
  const own = isObject(review)
    ? looseText(review, 'status', 'state')
    : looseText(fields, 'reviewStatus', 'reviewState', 'review')
  const status = looseText(fields, 'status', 'state')?.toLowerCase()
  return own?.toLowerCase() ?? (status === undefined || evidenceStates.has(status) ? undefined : status)
}

/** Whether its bare status is one of a review, by the scale of all statuses. */
export const hasReviewStatus = (record: Pick<LooseRecord, 'fields'>): boolean =>
  looseField(record.fields, 'reviewStatus', 'reviewState', 'review') !== undefined ||
  statusScale.has(reviewStatusOf(record) ?? '')

/** The sources that a claim or an answer names, as written. */
export const supportOf = ({ fields }: Pick<LooseRecord, 'fields'>): unknown =>
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
  )
