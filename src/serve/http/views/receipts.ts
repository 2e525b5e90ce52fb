import {
  exportedReceipts,
  knownRefs,
  receiptTimeline,
  shownReceipt,
  verifyReceipts,
  type ReceiptReader,
  type Replay,
} from '../../../app/index.ts'
import type { FieldTable } from '../../../model/tables/fields.ts'
import { problem } from '../problem.ts'
import { knownTo, viewReply, viewRoute, type ViewCall } from '../view-route.ts'

const filter = {
  client: { type: 'text', doc: 'Only of this client.' },
  kind: { type: 'choice', of: ['read', 'guide', 'evidence', 'query', 'unit', 'catalog'], unlisted: 'error' },
  outcome: { type: 'choice', of: ['answered', 'weak', 'nothing', 'withheld'], unlisted: 'error' },
  ref: { type: 'text', doc: 'Only where this pack, manifest or unit was released.' },
  text: { type: 'text', doc: 'Only tasks that contain it; servers store no tasks.' },
  since: { type: 'text', doc: 'Only from this time on, as ISO 8601.' },
  until: { type: 'text', doc: 'Only before this time.' },
  everywhere: { type: 'boolean', doc: 'Those of other workspaces of this state folder too.' },
} as const satisfies FieldTable

const readerOf = (call: ViewCall): ReceiptReader => ({
  receipts: call.receipts,
  catalog: call.knowledge.catalog,
  workspace: knownTo(call).catalog,
  ...(call.identity.person ? {} : { client: call.identity.client }),
})

export const receiptsRoute = viewRoute({
  path: '/v1/receipts',
  method: 'GET',
  summary: 'The receipts of this client, newest first; for people those of all clients',
  input: {
    ...filter,
    after: { type: 'text', doc: 'The receipt after which the page begins.' },
    limit: { type: 'number', min: 1, max: 200, doc: 'Default: 50.' },
  },
  answer: async (page, call) => viewReply('receipts', await receiptTimeline(page, readerOf(call))),
})

export const receiptRoute = viewRoute({
  path: '/v1/receipts/{id}',
  method: 'GET',
  summary: 'What was released under a receipt to this client; for people the whole receipt',
  input: {},
  async answer(_args, call) {
    const receipt = await shownReceipt(call.id, readerOf(call))
    return receipt ? viewReply('receipt', { receipt }) : problem('not-found')
  },
})

export const exportRoute = viewRoute({
  path: '/v1/receipts/export',
  method: 'GET',
  summary: 'The same receipts as lines of JSON, oldest first',
  input: filter,
  type: 'application/x-ndjson',
  async answer(wanted, call) {
    const lines = (await exportedReceipts(wanted, readerOf(call))).map((receipt) => `${JSON.stringify(receipt)}\n`)
    return new Response(lines.join(''), {
      headers: {
        'content-type': 'application/x-ndjson',
        'content-disposition': 'attachment; filename="receipts.jsonl"',
        'cache-control': 'private, no-store',
      },
    })
  },
})

export const verifyRoute = viewRoute({
  path: '/v1/receipts/verify',
  method: 'GET',
  summary: 'Whether the chain of all receipts is intact',
  input: {},
  for: 'viewer',
  answer: async (_args, { receipts }) => viewReply('verification', await verifyReceipts(receipts)),
})

export const replayRoute = viewRoute({
  path: '/v1/receipts/{id}/replay',
  method: 'POST',
  summary:
    'Whether the same request would release the same bytes now, or what drifted; decided for this credential, now',
  input: {
    task: { type: 'text', doc: 'The task, where the receipt has only its hash.' },
    also: { type: 'list', of: { type: 'text' }, doc: 'Its other words, likewise.' },
  },
  async answer(options, call) {
    if (!(await shownReceipt(call.id, readerOf(call)))) return problem('not-found')
    return viewReply(
      'replay',
      replayFacts(await call.knowledge.replay(call.id, options), knownRefs(call.knowledge.catalog)),
    )
  },
})

/** Outcome and drift, without text and without units that this credential may not know of. */
function replayFacts(replay: Replay, isKnown: (ref: string) => boolean): object {
  const { outcome, id } = replay
  const drift = 'drift' in replay ? replay.drift : []
  const omitted = 'omitted' in replay ? replay.omitted : []
  const known = {
    drift: drift.filter((one) => !('ref' in one) || isKnown(one.ref)),
    omitted: omitted.filter(({ ref }) => isKnown(ref)).map(({ ref, reason, detail }) => ({ ref, reason, detail })),
  }
  const hidden = drift.length - known.drift.length + omitted.length - known.omitted.length
  return {
    outcome,
    id,
    ...known,
    ...('receipt' in replay ? { receipt: replay.receipt.id } : {}),
    ...(hidden === 0 ? {} : { hidden }),
  }
}
