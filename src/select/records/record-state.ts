import { statusScale } from '../../model/tables/status-scale.ts'
import { hasEntries, looseField, looseText } from '../../parse/records/loose-records.ts'
import { evidenceStatusOf, reviewStatusOf, supportOf } from '../../parse/records/record-status.ts'
import type { PlacedRecord } from './placed-records.ts'

/**
 * How a record may be used: `usable` and `with-warning` are quoted, `forbidden` only as something that must not be
 * said, `blocked` after a person's approval. `unlisted` is never a match: it describes no fact.
 */
export interface RecordState {
  readonly use: 'usable' | 'with-warning' | 'forbidden' | 'blocked' | 'unlisted'
  /** Continues "The claim … ". */
  readonly because?: string
  /** It rests only on observations, or on nothing. */
  readonly isUnsupported?: true
}

/** The linked records, on which its state depends. */
export interface Linked {
  /** The records that a record mentions. */
  mentioned(record: PlacedRecord): readonly PlacedRecord[]
  /** The records that mention it. */
  mentioning(record: PlacedRecord): readonly PlacedRecord[]
  stateOf(record: PlacedRecord): RecordState
}

const usable: RecordState = { use: 'usable' }
const unlisted: RecordState = { use: 'unlisted' }

/** Kinds that describe how knowledge is published or observed, not what is known (AK-280, AK-282, AK-291). */
const observations = new Set(['signal', 'action-log', 'monitoring-run'])
const surfaces = new Set(['source-surface', 'structured-data', 'ontology'])

export function stateOf(record: PlacedRecord, linked: Linked): RecordState {
  switch (record.kind) {
    case 'claim':
      return claimState(record, linked)
    case 'answer-block':
      return worst([
        reviewState(record),
        evidenceState(record),
        gateState(record, linked),
        ...statesOf('claim', linked.mentioned(record), linked).map(asClaimOfAnswer),
        ...linked.mentioning(record).map((question) => riskState(question, record)),
      ])
    case 'question':
      return questionState(record, linked)
    case 'relation':
      return relationState(record)
    case 'evidence':
      return evidenceState(record)
    default:
      return surfaces.has(record.kind) ? unlisted : usable
  }
}

const asClaimOfAnswer = (state: RecordState): RecordState =>
  state.use === 'blocked' || state.use === 'forbidden'
    ? { use: 'blocked', because: `states a claim that ${state.because ?? 'is blocked'}` }
    : state

/** Claims that are unreviewed, disputed or without evidence are not facts (AK-266). */
function claimState(record: PlacedRecord, linked: Linked): RecordState {
  const statuses = [evidenceStatusOf(record), reviewStatusOf(record)]
  if (statuses.includes('forbidden')) return { use: 'forbidden', because: 'is forbidden: it must not be stated' }
  return worst([supportState(record, linked), reviewState(record), evidenceState(record), gateState(record, linked)])
}

function supportState(record: PlacedRecord, linked: Linked): RecordState {
  const unsupported = (because: string): RecordState => ({ use: 'blocked', because, isUnsupported: true })
  if (!hasEntries(supportOf(record))) return unsupported('has no evidence')
  const mentioned = linked.mentioned(record)
  const evidence = mentioned.filter(({ kind }) => kind === 'evidence' || kind === 'citation-target')
  const isObserved = mentioned.some(({ kind }) => observations.has(kind))
  // A source that is not a record, such as a path, counts as evidence.
  const texts = supportTexts(record).filter((text) => !mentioned.some(({ id }) => id === text))
  if (isObserved && evidence.length + texts.length === 0) return unsupported('rests on observations only')
  const isForbidden = (one: PlacedRecord): boolean => evidenceStatusOf(one) === 'forbidden'
  return evidence.length > 0 && texts.length === 0 && evidence.every(isForbidden)
    ? unsupported('rests on forbidden evidence')
    : usable
}

/** Ids, paths and titles of its support. */
export const supportTexts = (record: PlacedRecord): readonly string[] => textsOf(supportOf(record))

const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

function reviewState(record: PlacedRecord): RecordState {
  const status = reviewStatusOf(record)
  if (status === 'stale') return { use: 'with-warning', because: 'is stale' }
  if (status !== undefined && statusScale.get(status) === 'usable') return usable
  return { use: 'blocked', because: status === 'disputed' ? 'is disputed' : 'is not reviewed' }
}

/** An unknown state needs verification (AK-267). */
function evidenceState(record: PlacedRecord): RecordState {
  const status = evidenceStatusOf(record)
  if (status === undefined || status === 'verified') return usable
  if (status === 'weak') return { use: 'with-warning', because: 'has weak evidence' }
  return status === 'forbidden'
    ? { use: 'blocked', because: 'has forbidden evidence' }
    : { use: 'blocked', because: 'needs verification' }
}

const failures = new Set(['failed', 'fail', 'rejected', 'blocked', 'denied', 'refused', 'not-passed', 'false'])

/** A failed decision gate blocks whatever it names (AK-281). */
function gateState(record: PlacedRecord, { mentioning }: Linked): RecordState {
  const hasFailed = ({ kind, fields }: PlacedRecord): boolean =>
    kind === 'decision-gate' &&
    (looseField(fields, 'passed') === false ||
      failures.has(looseText(fields, 'result', 'outcome', 'decision', 'status', 'state')?.toLowerCase() ?? ''))
  return mentioning(record).some(hasFailed) ? { use: 'blocked', because: 'failed a decision gate' } : usable
}

const isHighRisk = ({ kind, fields }: PlacedRecord): boolean =>
  kind === 'question' && /^(?:high|critical|severe)$/i.test(looseText(fields, 'riskLevel', 'risk') ?? '')

/** A question of high risk needs an approved answer with verified evidence (AK-295). */
const riskState = (question: PlacedRecord, block: PlacedRecord): RecordState =>
  isHighRisk(question) && !(reviewStatusOf(block) === 'approved' && evidenceStatusOf(block) === 'verified')
    ? { use: 'blocked', because: 'answers a question of high risk without being approved and verified' }
    : usable

/** A question without a usable answer says nothing. */
function questionState(record: PlacedRecord, linked: Linked): RecordState {
  const states = statesOf('answer-block', linked.mentioned(record), linked)
  if (states.length === 0) return unlisted
  return states.find(({ use }) => use !== 'blocked') ? usable : (states[0] ?? usable)
}

/** Generated relations are candidates until somebody reviews them (AK-268). */
function relationState(record: PlacedRecord): RecordState {
  const status = reviewStatusOf(record)
  const isGenerated = looseField(record.fields, 'generated', 'generatedBy', 'inferred') !== undefined
  if (status === undefined && !isGenerated) return usable
  return statusScale.get(status ?? '') === 'usable' ? usable : { use: 'unlisted', because: 'is a candidate' }
}

const statesOf = (kind: string, records: readonly PlacedRecord[], { stateOf: of }: Linked): readonly RecordState[] =>
  records.filter((record) => record.kind === kind).map((record) => of(record))

const order: readonly RecordState['use'][] = ['usable', 'with-warning', 'blocked', 'forbidden', 'unlisted']

const worst = (states: readonly RecordState[]): RecordState =>
  states.reduce((graver, state) => (order.indexOf(state.use) > order.indexOf(graver.use) ? state : graver), usable)
