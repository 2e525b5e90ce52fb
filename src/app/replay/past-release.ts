import { withSharedObligations, type Activation } from '../../activate/activate.ts'
import { findRef } from '../../catalog/refs.ts'
import type { Allowed } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import { limits } from '../../model/limits.ts'
import type { QueryRequest } from '../../model/reading/query.ts'
import type { Omission } from '../../model/reading/read.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import type { UnitsOptions } from '../../model/reading/unit-list.ts'
import { spanDrift, type Drift, type FileNow } from '../../record/drift.ts'
import { findReceipt } from '../../record/list.ts'
import { proofOf } from '../../record/receipt.ts'
import { digest } from '../../text/bytes/digest.ts'
import { formatIn, isRefusal, textIn } from '../../select/texts/text-in.ts'
import { askGates, joinActivations, type Reader } from '../decide/ask-gates.ts'
import type { ListOptions } from '../list/list.ts'
import type { Repeatable } from '../read/release-read.ts'
import { repeatedSpans } from '../read/session-spans.ts'

export interface RepeatOptions {
  /** The task, if the receipt contains only a keyed hash of it. */
  readonly task?: string
  /** The `also` words of the request, likewise. */
  readonly also?: readonly string[]
}

/** It is refused to the requester now; nothing was opened. */
export interface RefusedRepeat {
  readonly outcome: 'refused'
  readonly id: string
  readonly verdict: 'ask' | 'deny'
  readonly omitted: readonly Omission[]
}

/** The receipt is missing or was changed, or contains only the hash of a task that was not passed. */
export interface ImpossibleRepeat {
  readonly outcome: 'unknown' | 'damaged' | 'task-needed'
  readonly id: string
}

/** A release that may be repeated for the requester now. */
export interface PastRelease {
  readonly receipt: Receipt
  /** The entries that were used, as they are now. */
  readonly used: readonly Allowed[]
  /** The decisions on every candidate now. */
  readonly decisions: readonly Decision[]
  /** Changes of its files and spans. */
  readonly drift: readonly Drift[]
  /** `undefined` if the task is unknown. */
  readonly request: Repeatable | undefined
  /** The present text of one of its files. */
  fileNow(ref: string, path: string): FileNow
}

/** A receipt that is unchanged since it was written. */
export async function intactReceipt(id: string, { ports: { receipts } }: Reader): Promise<Receipt | ImpossibleRepeat> {
  const receipt = await findReceipt(receipts, id)
  if (!receipt) return { outcome: 'unknown', id }
  return proofOf(receipt) === receipt.proof ? receipt : { outcome: 'damaged', id }
}

/** Decides again, before anything is opened. */
export function recall(
  catalog: Catalog,
  receipt: Receipt,
  options: RepeatOptions,
  reader: Reader,
): PastRelease | RefusedRepeat {
  const refs = [...new Set((receipt.sources ?? receipt.spans).map(({ ref }) => ref))]
  const activation = decideAgain(catalog, receipt, refs, reader)
  const { allowed, decisions } = activation
  const missing = refs.filter((ref) => !allowed.some((entry) => entry.ref === ref))
  const refused = refusalOf(catalog, { id: receipt.id, missing, activation }, reader)
  if (refused) return refused
  const pathsOf = (wanted: string): readonly string[] =>
    receipt.spans.filter(({ ref }) => ref === wanted).map(({ path }) => path)
  const used = refs
    .flatMap((ref) => allowed.find((entry) => entry.ref === ref) ?? [])
    .map((entry) => withSharedObligations(entry, pathsOf(entry.ref)))
  const fileNow = (ref: string, path: string): FileNow =>
    readNow(
      used.find((entry) => entry.ref === ref),
      path,
      reader,
    )
  const gone = refs.filter((ref) => !used.some((entry) => entry.ref === ref) && !findRef(catalog, ref))
  const drift: readonly Drift[] = [
    ...gone.map((ref) => ({ what: 'entry-gone', ref }) as const),
    ...spanDrift(
      receipt.spans.filter(({ ref }) => !gone.includes(ref)),
      (span) => fileNow(span.ref, span.path),
    ),
  ]
  return {
    receipt,
    used,
    decisions: candidatesOf(receipt, decisions),
    drift,
    request: requestOf(receipt, options, reader),
    fileNow,
  }
}

function decideAgain(catalog: Catalog, receipt: Receipt, refs: readonly string[], reader: Reader): Activation {
  const { activation, kind } = receipt
  // A query for deprecated units counts as naming them.
  const named = receipt.named ?? (kind === 'query' && activation === 'explicit' ? refs : undefined)
  const isMixed = named !== undefined && kind === undefined && activation !== 'explicit'
  const how = { ...(activation === 'implicit' ? { mode: 'implicit' as const } : {}), now: reader.ports.clock.now() }
  const asked = askGates(catalog, reader, { ...(named ? { named } : {}), ...how })
  return isMixed ? joinActivations(asked, askGates(catalog, reader, how)) : asked
}

interface Repeating {
  readonly id: string
  /** Refs of the receipt that are not allowed now. */
  readonly missing: readonly string[]
  readonly activation: Activation
}

function refusalOf(
  catalog: Catalog,
  { id, missing, activation: { decisions, omitted } }: Repeating,
  reader: Reader,
): RefusedRepeat | undefined {
  const against = decisions.filter(({ ref }) => missing.includes(ref))
  // Disabled and ungranted entries are reported only if they are named.
  const silent = missing.filter((ref) => !against.some((decision) => decision.ref === ref))
  const off =
    silent.length === 0 ? [] : askGates(catalog, reader, { named: silent, now: reader.ports.clock.now() }).omitted
  if (against.length === 0 && off.length === 0) return undefined
  const isDenied = off.some(({ reason }) => reason === 'disabled') || against.some(({ verdict }) => verdict === 'deny')
  return {
    outcome: 'refused',
    id,
    verdict: isDenied ? 'deny' : 'ask',
    omitted: [...omitted.filter(({ ref }) => missing.includes(ref)), ...off],
  }
}

/** Packs that did not clearly match the task have no decisions (AK-133). */
function candidatesOf({ activation, decisions: past }: Receipt, decisions: readonly Decision[]): readonly Decision[] {
  if (activation !== 'implicit') return decisions
  const asked = new Set(past.map(({ ref }) => ref))
  return decisions.filter(({ ref }) => asked.has(ref))
}

/** Only for the comparison with the receipt; a release reads through the grants. */
function readNow(entry: Allowed | undefined, path: string, { ports: { files } }: Reader): FileNow {
  if (!entry || entry.withheld.has(path)) return undefined
  const read = files.read(entry.root, path, { limit: limits.contentBytes })
  const decoded = read.ok ? textIn(files, formatIn(entry, path), read.bytes) : undefined
  return read.ok && decoded && !isRefusal(decoded) ? { text: decoded.text, fileDigest: digest(read.bytes) } : undefined
}

/** The task of a receipt, or the passed task if it matches the hash. */
export function taskOf(
  { task, taskHash }: Receipt,
  given: string | undefined,
  { ports: { receipts } }: Reader,
): string | undefined {
  if (taskHash === undefined) return task
  return given !== undefined && receipts.hide(given) === taskHash ? given : undefined
}

function requestOf(receipt: Receipt, given: RepeatOptions, reader: Reader): Repeatable | undefined {
  const { id, named, budget, budgetAsked, activation, withEvidence, after, also = given.also } = receipt
  const task = taskOf(receipt, given.task, reader)
  if (task === undefined) return undefined
  return {
    task,
    ...(also ? { also } : {}),
    ...(after === undefined ? {} : { after }),
    ...(named ? { packs: named } : {}),
    ...(activation === 'implicit' || (named && activation === 'resolver-driven') ? { activation } : {}),
    ...(withEvidence ? { evidence: true } : {}),
    budget,
    isCeiling: !budgetAsked,
    known: repeatedSpans(receipt),
    replayOf: id,
  }
}

type Checks = ReadonlyMap<string, (value: unknown) => boolean>

const isNumber = (value: unknown): boolean => typeof value === 'number'
const isText = (value: unknown): boolean => typeof value === 'string'
const isFlag = (value: unknown): boolean => typeof value === 'boolean'

const listFields: Checks = new Map([
  ['format', (value) => value === 'prompt' || value === 'xml'],
  ['filter', isText],
  ['maxTokens', isNumber],
  ['locations', isFlag],
  ['relative', isFlag],
])
const unitsFields: Checks = new Map([
  ['from', isNumber],
  ['limit', isNumber],
  ['maxTokens', isNumber],
])

/** The request in the task of a receipt; `undefined` if it is invalid, since a receipt file can be forged. */
export const pastList = (task: string): ListOptions | undefined => requestIn(task, listFields)

export const pastUnits = (task: string): UnitsOptions | undefined => requestIn(task, unitsFields)

/** The query validates its fields. */
export const pastQuery = (task: string): QueryRequest | undefined =>
  requestIn(task, new Map()) as QueryRequest | undefined

function requestIn(task: string, fields: Checks): object | undefined {
  const value = parsed(task)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.entries(value).every(([name, field]) => fields.get(name)?.(field) ?? true) ? value : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
