import { countTokens } from '../../text/tokens/tokens.ts'
import { grantedText } from '../../select/texts/granted-text.ts'
import { askGates } from '../decide/ask-gates.ts'
import { isGranted } from '../../catalog/disclosure.ts'
import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Severity } from '../../model/codes/diagnostic.ts'
import type { QualityRun } from '../../model/records/evaluation.ts'
import type { ReadOutcome } from '../../model/reading/read.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { spanText } from '../../record/drift.ts'
import { listReceipts } from '../../record/list.ts'
import { compareText } from '../../text/compare.ts'
import type { Reader } from '../decide/ask-gates.ts'
import { isOfWorkspace } from '../shared/workspace-id.ts'

/** A task that was not answered. */
interface MissedTask {
  /** Absent where only a hash is stored. */
  readonly task?: string
  readonly hash?: string
  readonly outcome: ReadOutcome
  readonly times: number
  /** Time of the last miss. */
  readonly last: string
  readonly receipt: string
}

/** How often `validate` reports a code for an entry. */
interface HealthCount {
  readonly ref: string
  readonly code: string
  readonly name: string
  readonly severity: Severity
  readonly count: number
}

export interface QualityReport {
  /** Runs of `lorefence eval` on this machine, oldest first, each for the packs that are listed here. */
  readonly evaluations: readonly QualityRun[]
  readonly reads: Readonly<Record<ReadOutcome, number>>
  readonly missed: readonly MissedTask[]
  /** Granted packs and manifests whose text is in no receipt. */
  readonly neverUsed: readonly string[]
  readonly health: readonly HealthCount[]
  readonly savings: TokenSavings
}

const mostMissed = 100

/** How well the knowledge of this workspace answers, from receipts and evaluations. */
export async function qualityReport(listed: Catalog, reader: Reader, everywhere = false): Promise<QualityReport> {
  const stored = await listReceipts(reader.ports.receipts)
  const receipts = everywhere ? stored.receipts : stored.receipts.filter(isOfWorkspace(listed))
  const reads = receipts.filter(({ kind }) => kind === undefined)
  const packs = new Set(listed.entries.flatMap(({ document }) => (document.kind === 'pack' ? [document.name] : [])))
  return {
    evaluations: (reader.ports.evaluations?.list() ?? [])
      .map(({ time, packs: rows }) => ({ time, packs: rows.filter(({ name }) => packs.has(name)) }))
      .filter(({ packs: rows }) => rows.length > 0)
      .sort((a, b) => compareText(a.time, b.time)),
    reads: outcomesOf(reads),
    missed: missedIn(reads),
    neverUsed: neverUsed(listed.entries, receipts),
    health: listed.entries.filter(isGranted).flatMap(healthOf),
    savings: await tokenSavings(listed, reads, reader),
  }
}

function outcomesOf(reads: readonly Receipt[]): Record<ReadOutcome, number> {
  const counts = { answered: 0, weak: 0, nothing: 0, withheld: 0 }
  for (const { strength } of reads) if (strength) counts[strength] += 1
  return counts
}

/** The most frequent first. A task that was answered later is no longer missed. */
function missedIn(reads: readonly Receipt[]): readonly MissedTask[] {
  const found = new Map<string, MissedTask>()
  for (const { task, taskHash, strength, time, id, replayOf } of reads) {
    const key = task === '' ? taskHash : task
    if (key === undefined || strength === undefined || replayOf !== undefined) continue
    const times = (found.get(key)?.times ?? 0) + 1
    if (strength === 'answered') found.delete(key)
    else
      found.set(key, { ...(task === '' ? { hash: key } : { task }), outcome: strength, times, last: time, receipt: id })
  }
  const latest = (a: MissedTask, b: MissedTask): number => (a.last < b.last ? 1 : -1)
  return [...found.values()].sort((a, b) => b.times - a.times || latest(a, b)).slice(0, mostMissed)
}

function neverUsed(entries: readonly CatalogEntry[], receipts: readonly Receipt[]): readonly string[] {
  const used = new Set<string>()
  for (const { spans } of receipts) for (const { ref } of spans) used.add(entryRefOf(ref))
  return entries.filter((entry) => isGranted(entry) && entry.enabled && !used.has(entry.ref)).map(({ ref }) => ref)
}

const entryRefOf = (ref: string): string =>
  ref.startsWith('unit:') ? `manifest:${ref.slice('unit:'.length, ref.indexOf('/'))}` : ref

/** Numbers only: a message may name a unit that this requester may not know. */
function healthOf({ ref, diagnostics }: CatalogEntry): readonly HealthCount[] {
  const found = new Map<string, HealthCount>()
  for (const { code, name, severity } of diagnostics)
    found.set(code, { ref, code, name, severity, count: (found.get(code)?.count ?? 0) + 1 })
  return [...found.values()]
}

/** Tokens of released text, and of the files that contain it. */
interface TokenSavings {
  readonly given: number
  readonly whole: number
  /** The reads that were counted; replaying them gives the same numbers. */
  readonly receipts: readonly string[]
  /** Recent reads that were not counted: a file changed, or may not be read. */
  readonly notCounted: number
}

const mostReads = 50

/** Counts only recent reads whose files are unchanged and readable for this requester, so that anyone can verify it. */
async function tokenSavings(listed: Catalog, reads: readonly Receipt[], reader: Reader): Promise<TokenSavings> {
  const { allowed } = askGates(listed, reader, { now: reader.ports.clock.now() })
  const entries = new Map(allowed.map((entry) => [entry.ref, entry]))
  const files = new Map<string, { readonly text: string; readonly tokens: number } | undefined>()
  const fileOf = async (ref: string, path: string, fileDigest: string) => {
    const key = `${ref}\n${path}\n${fileDigest}`
    if (!files.has(key)) {
      const entry = entries.get(ref)
      const read = entry && grantedText(reader.ports.files, entry, path, [])
      const text = read?.fileDigest === fileDigest ? read.text : undefined
      files.set(key, text === undefined ? undefined : { text, tokens: await countTokens(text) })
    }
    return files.get(key)
  }
  let [given, whole, notCounted] = [0, 0, 0]
  const receipts: string[] = []
  const recent = reads.filter(({ spans, replayOf }) => spans.length > 0 && replayOf === undefined).slice(-mostReads)
  for (const { id, spans } of recent) {
    const own = await Promise.all(
      spans.map(async (span) => ({ span, file: await fileOf(span.ref, span.path, span.fileDigest) })),
    )
    if (own.some(({ file }) => file === undefined)) {
      notCounted += 1
      continue
    }
    receipts.push(id)
    for (const { span, file } of own) given += await countTokens(spanText(span, file?.text ?? ''))
    whole += [...new Set(own.map(({ file }) => file))].reduce((sum, file) => sum + (file?.tokens ?? 0), 0)
  }
  return { given, whole, receipts, notCounted }
}
