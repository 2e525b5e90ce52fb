import type { Fenced } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { listDrift, releaseDrift, type Drift } from '../../record/drift.ts'
import type { Release } from '../../record/receipt.ts'
import { digest } from '../../text/bytes/digest.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { prepareGuide } from '../activate/guide.ts'
import { prepareUnit, unitAsBefore } from '../activate/unit.ts'
import { prepareManifest } from '../publish/known-manifest.ts'
import { prepareQuery } from '../query/query.ts'
import { queryRelease } from '../query/record-query.ts'
import { prepareRead } from '../read/read.ts'
import { releaseRead, type PreparedRead } from '../read/release-read.ts'
import { recordRelease, appendRelease, releaseOf } from '../shared/record-release.ts'
import {
  intactReceipt,
  pastQuery,
  recall,
  type ImpossibleRepeat,
  type PastRelease,
  type RefusedRepeat,
  type RepeatOptions,
} from './past-release.ts'
import { keepRebuilt, rebuild } from './rebuild.ts'
import { replayList } from './replay-list.ts'

/** The same bytes; a query has the same results and no fenced text. */
interface SameRelease {
  readonly outcome: 'same'
  readonly id: string
  readonly fenced?: Fenced
  /** Differences beside the bytes, such as the version of the program. */
  readonly drift: readonly Drift[]
  /** Of this repetition. */
  readonly receipt: Receipt
}

/** Other bytes; they are not released. */
interface DriftedRelease {
  readonly outcome: 'drifted'
  readonly id: string
  readonly drift: readonly Drift[]
}

export type Replay = SameRelease | DriftedRelease | RefusedRepeat | ImpossibleRepeat

/** Repeats the request of a receipt for the requester now: the same bytes, or exactly what changed. */
export async function replayReceipt(
  catalog: Catalog,
  id: string,
  options: RepeatOptions,
  reader: Reader,
): Promise<Replay> {
  const intact = await intactReceipt(id, reader)
  if ('outcome' in intact) return intact
  if (intact.kind === 'manifest') return replayManifest(catalog, intact, reader)
  if (intact.kind === 'catalog') return replayList(catalog, intact, options, reader)
  const past = recall(catalog, intact, options, reader)
  if ('outcome' in past) return past
  if (past.receipt.kind === 'guide' || past.receipt.kind === 'unit') return replayWhole(catalog, past, reader)
  if (past.receipt.kind === 'evidence') return replayEvidence(past, reader)
  if (!past.request) return { outcome: 'task-needed', id }
  if (past.receipt.kind === 'query') return replayQuery(catalog, past, reader)
  const prepared = await prepareRead(catalog, past.request, reader)
  const release = releaseLike(past.receipt, prepared, reader)
  const drift = [...past.drift, ...releaseDrift(past.receipt, release, past.drift)]
  if (past.receipt.fencedDigest !== release.fencedDigest) return { outcome: 'drifted', id, drift }
  const { fenced, receipt } = await releaseRead(prepared, reader)
  return { outcome: 'same', id, fenced, drift: drift.filter(isNoted), receipt }
}

/** Units hidden from a model had no decision then, so a denial now is not a difference. */
const isNoted = (drift: Drift): boolean =>
  !(drift.what === 'decision' && drift.before === undefined && drift.after?.startsWith('deny') === true)

/** The receipt of an answer, with the task in the form of the old one. */
export const releaseLike = ({ taskHash }: Receipt, { handout }: PreparedRead, reader: Reader): Release =>
  releaseOf(handout, { ...reader, hideTasks: taskHash !== undefined })

/** A guide or a whole unit is one file; if it is unchanged, only our envelope and the list of files can differ. */
async function replayWhole(catalog: Catalog, { receipt: past, drift }: PastRelease, reader: Reader): Promise<Replay> {
  const { id } = past
  if (drift.length > 0) return { outcome: 'drifted', id, drift }
  const ref = past.named?.[0] ?? past.spans[0]?.ref ?? ''
  const prepared = await (past.kind === 'unit'
    ? prepareUnit(catalog, ref, { replayOf: id, ...unitAsBefore(past) }, reader)
    : prepareGuide(
        catalog,
        ref,
        { replayOf: id, ...(past.spans.some(({ repeated }) => repeated) ? { stub: true } : {}) },
        reader,
      ))
  if ('outcome' in prepared)
    return prepared.outcome === 'unknown'
      ? { outcome: 'unknown', id }
      : { outcome: 'refused', id, verdict: prepared.verdict, omitted: prepared.omitted }
  const {
    handout,
    result: { fenced },
    now,
  } = prepared
  const release = releaseOf(handout, reader)
  const others = releaseDrift(past, release, [])
  return release.fencedDigest === past.fencedDigest
    ? { outcome: 'same', id, fenced, drift: others, receipt: await recordRelease(handout, reader, now) }
    : { outcome: 'drifted', id, drift: others }
}

/** Evidence is rebuilt from its spans. */
async function replayEvidence(past: PastRelease, reader: Reader): Promise<Replay> {
  const { id, fencedDigest } = past.receipt
  const rebuilt = past.drift.length === 0 ? rebuild(past, reader) : undefined
  if (!rebuilt || digest(rebuilt.fenced) !== fencedDigest)
    return { outcome: 'drifted', id, drift: past.drift.length > 0 ? past.drift : [{ what: 'wrapper' }] }
  return { outcome: 'same', id, fenced: rebuilt.fenced, drift: [], receipt: await keepRebuilt(past, rebuilt, reader) }
}

async function replayQuery(catalog: Catalog, { receipt: past, request }: PastRelease, reader: Reader): Promise<Replay> {
  const { id } = past
  const asked = pastQuery(request?.task ?? '')
  if (!asked) return { outcome: 'damaged', id }
  const { given, now } = prepareQuery(catalog, asked, reader)
  if (!given) return { outcome: 'drifted', id, drift: [{ what: 'wrapper' }] }
  const release = queryRelease({ ...given, replayOf: id }, { ...reader, hideTasks: past.taskHash !== undefined })
  const drift = listDrift(past, release)
  return release.fencedDigest === past.fencedDigest
    ? { outcome: 'same', id, drift, receipt: await appendRelease(release, now, reader) }
    : { outcome: 'drifted', id, drift }
}

async function replayManifest(catalog: Catalog, past: Receipt, reader: Reader): Promise<Replay> {
  const { id } = past
  const prepared = prepareManifest(catalog, reader, false)
  const release = prepared && { ...prepared.release, replayOf: id }
  if (!release) return { outcome: 'unknown', id }
  const drift = listDrift(past, release)
  if (release.fencedDigest !== past.fencedDigest) return { outcome: 'drifted', id, drift }
  const now = reader.ports.clock.now()
  return { outcome: 'same', id, drift, receipt: await appendRelease(release, now, reader) }
}
