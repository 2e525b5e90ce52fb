import type { Catalog } from '../../model/catalog.ts'
import type { Decision } from '../../model/decisions/decision.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { spanText } from '../../record/drift.ts'
import type { Release } from '../../record/receipt.ts'
import { digest } from '../../text/bytes/digest.ts'
import { askGates, type Reader } from '../decide/ask-gates.ts'
import { prepareGuide } from '../activate/guide.ts'
import { prepareUnit, unitAsBefore } from '../activate/unit.ts'
import { prepareManifest } from '../publish/known-manifest.ts'
import { prepareQuery } from '../query/query.ts'
import { queryRelease } from '../query/record-query.ts'
import { prepareRead } from '../read/read.ts'
import { releaseOf } from '../shared/record-release.ts'
import { pastQuery, recall, taskOf, type RepeatOptions } from './past-release.ts'
import { rebuild, rebuiltHandout } from './rebuild.ts'
import { listAgain } from './replay-list.ts'
import { releaseLike } from './replay.ts'

/** The receipt of the same request for this reader; nothing is released. `undefined` if the request is unknown. */
export async function releaseAgain(
  catalog: Catalog,
  past: Receipt,
  options: RepeatOptions,
  reader: Reader,
): Promise<Release | undefined> {
  const [ref = ''] = past.named ?? []
  switch (past.kind) {
    case 'catalog':
      return listAgain(catalog, past, options, reader)
    case 'manifest':
      return prepareManifest(catalog, reader, false)?.release
    case 'query':
      return queryAgain(catalog, past, options, reader)
    case 'guide':
      return wholeAgain(
        past,
        await prepareGuide(catalog, ref, past.spans.some(({ repeated }) => repeated) ? { stub: true } : {}, reader),
        reader,
      )
    case 'unit':
      return wholeAgain(past, await prepareUnit(catalog, ref, unitAsBefore(past), reader), reader)
    case 'evidence':
      return evidenceAgain(catalog, past, reader)
    case undefined:
      return answerAgain(catalog, past, options, reader)
    default:
      return void (past.kind satisfies never)
  }
}

function queryAgain(
  catalog: Catalog,
  past: Receipt,
  { task: words }: RepeatOptions,
  reader: Reader,
): Release | undefined {
  const task = taskOf(past, words, reader)
  const asked = task === undefined ? undefined : pastQuery(task)
  if (!asked) return undefined
  const { given } = prepareQuery(catalog, asked, reader)
  return given
    ? queryRelease(given, { ...reader, hideTasks: past.taskHash !== undefined })
    : nothingNow(past, [], reader)
}

/** A guide or a whole unit. */
function wholeAgain(
  past: Receipt,
  prepared: Awaited<ReturnType<typeof prepareGuide | typeof prepareUnit>>,
  reader: Reader,
): Release {
  if (!('outcome' in prepared)) return releaseOf(prepared.handout, reader)
  return nothingNow(past, prepared.outcome === 'refused' && prepared.decision ? [prepared.decision] : [], reader)
}

/** The present text of its spans: a receipt does not contain the requested claim. */
function evidenceAgain(catalog: Catalog, receipt: Receipt, reader: Reader): Release {
  const past = recall(catalog, receipt, {}, reader)
  if ('outcome' in past)
    return nothingNow(
      receipt,
      askGates(catalog, reader, { named: receipt.named ?? [], now: reader.ports.clock.now() }).decisions,
      reader,
    )
  const rebuilt = past.drift.length === 0 ? rebuild(past, reader) : undefined
  if (rebuilt) return releaseOf(rebuiltHandout(past, rebuilt), reader)
  const spans = receipt.spans.flatMap((span) => {
    const now = past.fileNow(span.ref, span.path)
    return now ? [{ ...span, fileDigest: now.fileDigest, spanDigest: digest(spanText(span, now.text)) }] : []
  })
  return { ...receipt, requester: reader.requester, spans, fencedDigest: digest('') }
}

async function answerAgain(
  catalog: Catalog,
  past: Receipt,
  options: RepeatOptions,
  reader: Reader,
): Promise<Release | undefined> {
  const request = requestAgain(catalog, past, options, reader)
  return request && releaseLike(past, await prepareRead(catalog, request, reader), reader)
}

/** A request that is refused now is repeated too, since its answer is compared. */
function requestAgain(catalog: Catalog, receipt: Receipt, options: RepeatOptions, reader: Reader) {
  const past = recall(catalog, receipt, options, reader)
  if (!('outcome' in past)) return past.request
  const task = taskOf(receipt, options.task, reader)
  return task === undefined
    ? undefined
    : {
        task,
        budget: receipt.budget,
        isCeiling: !receipt.budgetAsked,
        ...(receipt.named ? { packs: receipt.named } : {}),
      }
}

const nothingNow = (past: Receipt, decisions: readonly Decision[], { requester }: Reader): Release => ({
  ...past,
  requester,
  decisions,
  sources: [],
  spans: [],
  fencedDigest: digest(''),
})
