import { looseText } from '../../parse/records/loose-records.ts'
import { isRecordFile } from '../packs/layers.ts'
import type { OpenPack } from '../packs/pack-texts.ts'
import { recordsOf, type PlacedRecord } from './placed-records.ts'
import { stateOf, supportTexts, type Linked, type RecordState } from './record-state.ts'

/** Words of a task about what was done or observed. */
const auditWords =
  /\b(?:audit(?:s|ed|ing|or)?|logs?|logged|monitor(?:ing|ed|s)?|observ(?:ed|ations?)|histor(?:y|ical))\b|审计|日志|监测|監査|ログ/iu

/** Action logs and monitoring runs are read for such tasks only (AK-282, AK-288). */
export const isAudit = (task: string): boolean => auditWords.test(task)

/** The records of a pack, what they mention, and how each may be used. */
export class RecordGraph implements Linked {
  readonly records: readonly PlacedRecord[]
  /** A granted file of records has changed or is gone: it may have blocked any of the others, so none is used. */
  readonly isBroken: boolean
  readonly #byId: Index
  readonly #mentioning: Index
  readonly #latest: ReadonlySet<PlacedRecord>
  readonly #states = new Map<PlacedRecord, RecordState>()
  readonly #isAudit: boolean

  constructor(pack: OpenPack) {
    const read = (path: string): readonly PlacedRecord[] => recordsIn(pack, path)
    const graph = pack.layers
      .flatMap(({ paths }) => paths)
      .filter(isRecordFile)
      .flatMap(read)
    this.#isAudit = pack.isAudit
    this.isBroken = hasChanged(pack)
    // A claim may rest on a record of a log, which is not evidence.
    const needsLogs = this.#isAudit || hasUnknownSupport(graph)
    this.records = needsLogs ? [...graph, ...pack.logs.flatMap(read)] : graph
    const { byId, mentioning } = indexesOf(this.records)
    this.#byId = byId
    this.#mentioning = mentioning
    this.#latest = this.#isAudit ? latestRuns(this.records) : new Set()
  }

  mentioned = ({ mentions }: PlacedRecord): readonly PlacedRecord[] =>
    mentions.flatMap((id) => this.#byId.get(id) ?? [])

  mentioning = ({ id }: PlacedRecord): readonly PlacedRecord[] =>
    id === undefined ? [] : (this.#mentioning.get(id) ?? [])

  stateOf = (record: PlacedRecord): RecordState => {
    const state = this.#states.get(record) ?? this.#stateOf(record)
    this.#states.set(record, state)
    return state
  }

  #stateOf(record: PlacedRecord): RecordState {
    if (this.isBroken) return { use: 'unlisted' }
    if (record.kind === 'action-log') return { use: this.#isAudit ? 'usable' : 'unlisted' }
    if (record.kind === 'monitoring-run') return { use: this.#latest.has(record) ? 'usable' : 'unlisted' }
    return stateOf(record, this)
  }
}

type Index = ReadonlyMap<string, readonly PlacedRecord[]>

interface Indexes {
  readonly records: readonly PlacedRecord[]
  readonly byId: Index
  readonly mentioning: Index
}

/** Cached as long as the first record exists: the same files contain the same records. */
const indexes = new WeakMap<PlacedRecord, Indexes>()

function indexesOf(records: readonly PlacedRecord[]): Indexes {
  const [first] = records
  const known = first && indexes.get(first)
  if (known?.records.length === records.length && records.every((record, i) => record === known.records[i]))
    return known
  const made = {
    records,
    byId: indexBy(records, ({ id }) => (id === undefined ? [] : [id])),
    mentioning: indexBy(records, ({ mentions }) => mentions),
  }
  if (first) indexes.set(first, made)
  return made
}

function indexBy(records: readonly PlacedRecord[], keysOf: (record: PlacedRecord) => readonly string[]): Index {
  const index = new Map<string, PlacedRecord[]>()
  for (const record of records) {
    for (const key of keysOf(record)) {
      const known = index.get(key)
      if (known) known.push(record)
      else index.set(key, [record])
    }
  }
  return index
}

function recordsIn(pack: OpenPack, path: string): readonly PlacedRecord[] {
  const source = pack.source(path)
  return source ? recordsOf(source) : []
}

const hasChanged = (pack: OpenPack): boolean =>
  [...(pack.allowed.granted?.keys() ?? [])].some(
    (path) => isRecordFile(path) && !pack.logs.includes(path) && !pack.allowed.withheld.has(path) && !pack.source(path),
  )

/** Whether a claim rests on an id that no record has. Paths and titles contain other characters. */
function hasUnknownSupport(records: readonly PlacedRecord[]): boolean {
  const ids = new Set(records.map(({ id }) => id))
  return records.some(
    (record) => record.kind === 'claim' && supportTexts(record).some((text) => /^[\w-]+$/.test(text) && !ids.has(text)),
  )
}

/** The last run on each question. */
function latestRuns(records: readonly PlacedRecord[]): ReadonlySet<PlacedRecord> {
  const timeOf = ({ fields }: PlacedRecord): string => looseText(fields, 'observedAt', 'date', 'time') ?? ''
  const latest = new Map<string, PlacedRecord>()
  for (const record of records) {
    if (record.kind !== 'monitoring-run') continue
    const question = looseText(record.fields, 'questionId', 'question') ?? ''
    const known = latest.get(question)
    if (!known || timeOf(known) < timeOf(record)) latest.set(question, record)
  }
  return new Set(latest.values())
}

const known = new WeakMap<OpenPack, RecordGraph>()

/** Cached for one read: an open pack belongs to one read and its task. */
export function recordGraph(pack: OpenPack): RecordGraph {
  const graph = known.get(pack) ?? new RecordGraph(pack)
  known.set(pack, graph)
  return graph
}
