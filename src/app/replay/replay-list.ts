import { askGates, type Reader } from '../decide/ask-gates.ts'
import { closedDecision, prepareList } from '../list/list.ts'
import { entriesNow } from '../decide/standing.ts'
import { deciderFor } from '../decide/decide-ref.ts'
import { prepareUnits } from '../activate/units.ts'
import type { Activation } from '../../activate/activate.ts'
import { disabledOmission, omissionOf } from '../../govern/omission.ts'
import type { Fenced } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { RefusedGuide, UnknownGuide } from '../../model/reading/guide.ts'
import type { Omission } from '../../model/reading/read.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { listDrift } from '../../record/drift.ts'
import type { Release } from '../../record/receipt.ts'
import { digest } from '../../text/bytes/digest.ts'
import { appendRelease } from '../shared/record-release.ts'
import { prepareSummary } from '../list/summary.ts'
import { pastList, pastUnits, taskOf, type RepeatOptions } from './past-release.ts'
import type { Replay } from './replay.ts'

/** Replays a list of entries or units, or the metadata of one pack. */
export async function replayList(
  catalog: Catalog,
  past: Receipt,
  options: RepeatOptions,
  reader: Reader,
): Promise<Replay> {
  const { id } = past
  const { omitted, verdict } = listedRefs(catalog, shownRefs(past), reader)
  if (omitted.length > 0) return { outcome: 'refused', id, verdict, omitted }
  const again = await prepareAgain(catalog, past, options, reader)
  if (!again) return { outcome: past.taskHash === undefined ? 'damaged' : 'task-needed', id }
  if ('outcome' in again)
    return again.outcome === 'unknown'
      ? { outcome: 'unknown', id }
      : { outcome: 'refused', id, verdict: again.verdict, omitted: again.omitted }
  const { release, fenced, now } = again
  const drift = listDrift(past, release)
  return release.fencedDigest === past.fencedDigest
    ? { outcome: 'same', id, fenced, drift, receipt: await appendRelease(release, now, reader) }
    : { outcome: 'drifted', id, drift }
}

/** The receipt of the same list now; nothing is released. `undefined` if the request is unknown. */
export async function listAgain(
  catalog: Catalog,
  past: Receipt,
  options: RepeatOptions,
  reader: Reader,
): Promise<Release | undefined> {
  const again = await prepareAgain(catalog, past, options, reader)
  if (!again || !('outcome' in again)) return again?.release
  return {
    ...past,
    requester: reader.requester,
    decisions: again.outcome === 'refused' && again.decision ? [again.decision] : [],
    spans: [],
    fencedDigest: digest(''),
  }
}

interface Again {
  readonly release: Release
  readonly fenced: Fenced
  readonly now: Date
}

async function prepareAgain(
  catalog: Catalog,
  past: Receipt,
  { task: words }: RepeatOptions,
  asking: Reader,
): Promise<Again | RefusedGuide | UnknownGuide | undefined> {
  const { id, named, taskHash } = past
  const reader = { ...asking, hideTasks: taskHash !== undefined }
  const [ref] = named ?? []
  if (ref !== undefined) {
    const page = ref.startsWith('manifest:') ? pastUnits(past.task) : {}
    if (!page) return undefined
    const prepared = await (ref.startsWith('manifest:')
      ? prepareUnits(catalog, ref, { ...page, replayOf: id }, reader)
      : prepareSummary(catalog, ref, reader, id))
    return 'outcome' in prepared ? prepared : { ...prepared, fenced: prepared.result.fenced }
  }
  const task = taskOf(past, words, reader)
  const asked = task === undefined ? undefined : pastList(task)
  if (!asked) return undefined
  const { list, release, now } = await prepareList(catalog, asked, reader, id)
  return { release, fenced: list.fenced, now }
}

/** What was listed with more than its name. */
function shownRefs({ decisions, spans }: Receipt): ReadonlySet<string> {
  const nameOnly = new Set(decisions.flatMap(({ ref, verdict }) => (verdict === 'allow' ? [] : [ref])))
  return new Set(spans.flatMap(({ ref }) => (nameOnly.has(ref) ? [] : [ref])))
}

/** Which packs, manifests and units may still be listed. */
interface ListedRefs {
  readonly open: ReadonlySet<string>
  /** Existing entries that are refused to the requester. */
  readonly omitted: readonly Omission[]
  /** The strictest of their verdicts. */
  readonly verdict: 'ask' | 'deny'
}

/** A list opens no entry, so only grant and switch count; for units every gate decides. */
export function listedRefs(catalog: Catalog, refs: ReadonlySet<string>, reader: Reader): ListedRefs {
  const now = reader.ports.clock.now()
  const decider = deciderFor(reader, { now })
  const open = new Set<string>()
  const closed: Omission[] = []
  for (const entry of entriesNow(
    catalog.entries.filter(({ ref }) => refs.has(ref)),
    decider,
  )) {
    const { ref, enabled } = entry
    const decision = closedDecision(entry, decider)
    if (!enabled) closed.push(disabledOmission(ref))
    else if (decision) closed.push(omissionOf(decision))
    else open.add(ref)
  }
  const units = [...refs].filter((ref) => ref.startsWith('unit:'))
  const {
    allowed,
    decisions,
    omitted: refused,
  } = units.length === 0 ? nothingAsked : askGates(catalog, reader, { named: units, now })
  for (const { ref } of allowed) open.add(ref)
  const omitted = [...closed, ...refused]
  const isDenied =
    decisions.some(({ verdict }) => verdict === 'deny') || omitted.some(({ reason }) => reason === 'disabled')
  return { open, omitted, verdict: isDenied ? 'deny' : 'ask' }
}

const nothingAsked: Activation = { allowed: [], decisions: [], omitted: [] }
