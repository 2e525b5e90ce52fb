import type { Allowed } from '../../model/decisions/brands.ts'
import type { Ports } from '../../model/ports.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { composeRelease, type ReleaseInput } from '../../record/compose-release.ts'
import { makeReceipt, type Release } from '../../record/receipt.ts'
import { grantedText } from '../../select/texts/granted-text.ts'
import { version } from '../../version.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { noteEdition } from '../sign/entry-signature.ts'

export type ReleaseDraft = Omit<ReleaseInput, 'requester' | 'version' | 'sourceMaps'>

/** A release that is not recorded yet. */
export interface PreparedRelease<Result> {
  readonly handout: ReleaseDraft
  readonly result: Result
  readonly now: Date
}

/**
 * Records a release. Rejects when the record cannot be written; then nothing may be released. Units are counted first:
 * a decision made while the record is being written must see them.
 */
export async function recordRelease(handout: ReleaseDraft, reader: Reader, decided: Date): Promise<Receipt> {
  const now = reader.recordClock?.now() ?? decided
  const id = reader.ports.ids.next()
  const release = releaseOf(handout, reader, id)
  const refs = handout.used.flatMap((entry) => [entry.ref, ...(entry.fileUnits?.refs ?? [])])
  await orUnrecorded(() => countReleased(reader.ports, refs, now))
  const receipt = await appendRelease(release, now, reader, id)
  for (const { root, entryFile, signature } of handout.used)
    noteEdition(reader.ports, `${root}/${entryFile}`, signature)
  await reader.ports.shared?.settled()
  return receipt
}

/** The record has the true refs; the returned receipt has the names that the caller knows. */
export async function appendRelease(
  release: Release,
  now: Date,
  { ports: { receipts, ids }, trueRefs, caller, workspace, onRecording }: Reader,
  id = ids.next(),
): Promise<Receipt> {
  const place = workspace === undefined ? {} : { workspace }
  const recorded = { ...(trueRefs ? withRefs(release, trueRefs) : release), ...place, ...caller }
  const recording = orUnrecorded(() => receipts.append((chain) => makeReceipt(recorded, id, now.toISOString(), chain)))
  onRecording?.()
  const receipt = await recording
  return trueRefs ? { ...receipt, ...release } : receipt
}

const unrecorded = new WeakSet<object>()

/** Whether a call failed because it could not be recorded: the same call may succeed later. */
export const isUnrecorded = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && unrecorded.has(error)

async function orUnrecorded<T>(record: () => Promise<T>): Promise<T> {
  try {
    return await record()
  } catch (error) {
    if (error instanceof Error && !(error instanceof LimitReached)) unrecorded.add(error)
    throw error
  }
}

function withRefs(release: Release, refs: ReadonlyMap<string, string>): Release {
  const refOf = (ref: string): string => refs.get(ref) ?? ref
  const { named, decisions, spans } = release
  return {
    ...release,
    ...(named ? { named: named.map(refOf) } : {}),
    decisions: decisions.map((one) => ({ ...one, ref: refOf(one.ref) })),
    spans: spans.map((one) => ({ ...one, ref: refOf(one.ref) })),
  }
}

/** The content of the receipt; nothing is recorded yet. */
export function releaseOf(
  handout: ReleaseDraft,
  { ports, requester, caller, hideTasks = false }: Reader,
  id = '',
): Release {
  const { traceparent } = caller ?? {}
  const trace = handout.trace ?? (traceparent === undefined ? undefined : { traceparent })
  return composeRelease(
    { ...handout, ...(trace ? { trace } : {}), requester, version, sourceMaps: sourceMapsOf(handout.used, ports) },
    { id, hideTasks, hide: ports.receipts.hide },
  )
}

const sourceMap = 'indexes/source-map.json'

function sourceMapsOf(used: readonly Allowed[], { files }: Reader['ports']): ReadonlyMap<string, string> {
  return new Map(
    used.flatMap((entry) => {
      if (entry.kind !== 'pack' || files.kindOf(`${entry.root}/${sourceMap}`) !== 'file') return []
      const found = entry.granted?.get(sourceMap) ?? grantedText(files, entry, sourceMap, [])?.fileDigest
      return found === undefined ? [] : [[entry.ref, found] as const]
    }),
  )
}

/** Counts each unit whose content is released, once, for the rate limits of its manifest (KCP §4.15). */
export async function countReleased(
  { usage }: Pick<Ports, 'usage'>,
  refs: readonly string[],
  now: Date,
): Promise<void> {
  const units = [...new Set(refs)].filter((ref) => ref.startsWith('unit:'))
  if (!usage.take) for (const ref of units) usage.note(ref, now)
  else if (!(await usage.take(units, now))) throw new LimitReached('The rate limit was reached by another request.')
}

/** Another server used up the rate limit after this request was decided, so it must be decided again. */
export class LimitReached extends Error {}
