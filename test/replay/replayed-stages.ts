import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'
import type { RepeatOptions } from '../../src/app/replay/past-release.ts'
import type { Repeatable } from '../../src/app/read/release-read.ts'
import type { Reader } from '../../src/app/decide/ask-gates.ts'
import * as stages from '../../src/app/open/stages.ts'
import type { Catalog } from '../../src/model/catalog.ts'
import type { Ports, Usage } from '../../src/model/ports.ts'
import type { Receipt } from '../../src/model/records/receipt.ts'
import { canonicalJson } from '../../src/text/bytes/canonical-json.ts'
import { logVariable, type Outcome } from './outcome.ts'

/** The stages of the library; whatever they release with a receipt is replayed at once, in a world that keeps no trace of it. */
export const { captureRuns, describeEntry, diffReleases, entryRows, evaluateContexts, releaseManifest } = stages
export const { ReadCache, requestUnit, whySelected, whyTargets, withOmission } = stages
export const { decisionMatrix, grantInReview, knowledgeGraph, qualityReport, reviewQueue, settleReview } = stages

export const activateNamed = replayed(stages.activateNamed, () => ({}))
export const releaseDocument = replayed(stages.releaseDocument, () => ({}))
export const releaseEvidence = replayed(stages.releaseEvidence, () => ({}))
export const releaseGuide = replayed(stages.releaseGuide, () => ({}))
export const releaseUnit = replayed(stages.releaseUnit, () => ({}))
export const releaseUnits = replayed(stages.releaseUnits, () => ({}))
export const rehydrateReceipt = replayed(stages.rehydrateReceipt, (_id, words) => words)
export const replayReceipt = replayed(stages.replayReceipt, (_id, words) => words)
export const releaseList = replayed(stages.releaseList, (options) => ({
  task: canonicalJson({ format: 'prompt', filter: '', ...options }),
}))
export const queryKnowledge = replayed(stages.queryKnowledge, (query) => ({ task: canonicalJson(query) }))
export const readKnowledge = replayed(
  (catalog, request: Repeatable, reader: Reader) => stages.readKnowledge(catalog, request, reader),
  ({ task, also = [] }) => ({ task, also }),
)
export const releaseSummary = replayed(stages.releaseSummary, () => ({}))

type Stage<Asked extends readonly unknown[], Result> = (
  catalog: Catalog,
  ...rest: readonly [...Asked, Reader]
) => Promise<Result>

/** `wordsOf`: what was asked for in words, since a receipt may hold only their hash. */
function replayed<Asked extends readonly unknown[], Result extends object>(
  stage: Stage<Asked, Result>,
  wordsOf: (...asked: Asked) => RepeatOptions,
): Stage<Asked, Result> {
  return async (catalog, ...rest) => {
    const reader = rest.at(-1) as Reader
    const asked = rest.slice(0, -1) as unknown as Asked
    const usage = countedUsage(reader.ports.usage)
    const result = await stage(catalog, ...asked, { ...reader, ports: { ...reader.ports, usage } })
    const receipt = 'receipt' in result ? (result.receipt as Receipt | undefined) : undefined
    if (receipt)
      await replayQuietly(catalog, receipt, { words: wordsBehind(receipt, wordsOf(...asked)), reader, usage })
    return result
  }
}

const words = new Map<string, RepeatOptions>()

/** A rehydration needs no words, so those of the release that it repeats are remembered. */
function wordsBehind({ taskHash, replayOf }: Receipt, asked: RepeatOptions): RepeatOptions {
  if (taskHash === undefined) return asked
  if (replayOf === undefined) words.set(taskHash, asked)
  return words.get(taskHash) ?? asked
}

interface CountedUsage extends Usage {
  before(ref: string): number
}

/** Also remembers how often this release counted a ref. */
function countedUsage(usage: Usage): CountedUsage {
  const own = new Map<string, number>()
  return {
    count: (ref, now) => usage.count(ref, now),
    note(ref, now) {
      usage.note(ref, now)
      own.set(ref, (own.get(ref) ?? 0) + 1)
    },
    before: (ref) => own.get(ref) ?? 0,
  }
}

interface Replaying {
  readonly words: RepeatOptions
  readonly reader: Reader
  readonly usage: CountedUsage
}

async function replayQuietly(
  catalog: Catalog,
  receipt: Receipt,
  { words: asked, reader, usage }: Replaying,
): Promise<void> {
  const { cache: _cache, ...asking } = reader
  const forget = traces(reader.ports.files)
  const outcome = await stages
    .replayReceipt(
      catalog,
      receipt.id,
      { task: '', ...asked },
      { ...asking, ports: tracelessPorts(reader.ports, receipt, usage) },
    )
    .catch((error: unknown) => ({ outcome: 'failed', detail: String(error) }))
  forget()
  const { currentTestName: test = '', testPath: file = '' } = expect.getState()
  const isSame = outcome.outcome === 'same' && 'drift' in outcome && outcome.drift.length === 0
  const line: Outcome = {
    file,
    test,
    kind: receipt.kind ?? 'answer',
    ...(isSame ? {} : { detail: JSON.stringify({ ...outcome, fenced: undefined, receipt: undefined }) }),
  }
  appendFileSync(process.env[logVariable] ?? '/dev/null', `${JSON.stringify(line)}\n`)
}

/** The same world at the moment of the release: nothing is kept, counted, noted or traced. */
function tracelessPorts(
  { telemetry: _telemetry, cache: _cache, watcher: _watcher, ...ports }: Ports,
  receipt: Receipt,
  usage: CountedUsage,
): Ports {
  return {
    ...ports,
    clock: { now: () => new Date(receipt.time) },
    ids: { next: () => 'r-replayed' },
    usage: {
      count(ref, now) {
        const { minute, day } = ports.usage.count(ref, now)
        return { minute: minute - usage.before(ref), day: day - usage.before(ref) }
      },
      note: () => undefined,
    },
    sessions: { given: (session) => ports.sessions.given(session), note: () => undefined, forget: () => undefined },
    receipts: {
      durable: ports.receipts.durable,
      append: async (make) => make({ lastLink: '', anchors: [] }),
      segments: () => ['replayed'],
      segment: () => `{"kind":"segment","schemaVersion":1}\n${JSON.stringify(receipt)}\n`,
      hide: (text) => ports.receipts.hide(text),
    },
  }
}

/** Disks of tests note what is opened in lists of their own; gives what takes back whatever is noted from now on. */
function traces(files: object): () => void {
  const lists = Object.values(files)
    .filter((value): value is unknown[] => Array.isArray(value))
    .map((list) => [list, list.length] as const)
  return () => {
    for (const [list, length] of lists) list.length = length
  }
}
