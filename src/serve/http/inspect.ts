import {
  findReceipt,
  inspectAs,
  inspectInput,
  inspectRead,
  knowledgeAs,
  readArguments,
  requesterIn,
  type Inspector,
  type Knowledge,
  type Receipts,
} from '../../app/index.ts'
import type { FieldTable, ReadOf } from '../../model/fields.ts'
import type { Inspection } from '../../model/inspection.ts'
import { limits } from '../../model/limits.ts'
import { problem } from './problem.ts'

const whyInput = {
  task: inspectInput.task,
  target: { type: 'text', required: true, doc: 'A pack, a unit, or the path of a document.' },
  budget: inspectInput.budget,
  ...inspectAs,
} as const satisfies FieldTable

const documentInput = {
  receipt: { type: 'text', required: true, doc: 'A receipt of this credential.' },
  ref: { type: 'text', required: true, doc: 'The entry of an excerpt in it.' },
  path: { type: 'text', required: true, doc: 'The file of that excerpt.' },
} as const satisfies FieldTable

interface InspectCall {
  readonly knowledge: Knowledge
  readonly inspector: Inspector
  readonly receipts: Pick<Receipts, 'segments' | 'segment'>
  readonly signal: AbortSignal
  /** Notes what was released, for logs and metrics. */
  onInspected?(inspection: Inspection): void
}

interface InspectRoute {
  readonly path: string
  readonly name: string
  readonly summary: string
  readonly input: FieldTable
  answer(args: Readonly<Record<string, unknown>>, call: InspectCall): Promise<Response>
}

/** What people look at, all with POST: no task or name is part of an address. */
export const inspectRoutes: readonly InspectRoute[] = [
  {
    path: '/v1/inspect',
    name: 'inspect',
    summary: 'A read with its excerpts, scores, omissions and decisions',
    input: inspectInput,
    answer: answerInspect,
  },
  {
    path: '/v1/why',
    name: 'why',
    summary: 'Why a document was or was not selected for a task; nothing is released',
    input: whyInput,
    answer: answerWhy,
  },
  {
    path: '/v1/document',
    name: 'document',
    summary: 'The whole file of an excerpt; for the credential of a person',
    input: documentInput,
    answer: answerDocument,
  },
]

export async function answerInspection(route: InspectRoute, written: unknown, call: InspectCall): Promise<Response> {
  const read = readArguments(route.input, written)
  if ('problems' in read) return problem('bad-request', { detail: read.problems.join(' ') })
  const { task } = read.args
  if (typeof task === 'string' && (task.trim() === '' || task.length > limits.taskLength))
    return problem('bad-request', { detail: `The task is empty or longer than ${limits.taskLength} characters.` })
  return route.answer(read.args, call)
}

async function answerInspect(written: Readonly<Record<string, unknown>>, call: InspectCall): Promise<Response> {
  const args = written as ReadOf<typeof inspectInput> & { readonly task: string }
  const { inspector, signal } = call
  const knowledge = askedKnowledge(args, call)
  if (knowledge instanceof Response) return knowledge
  const inspection = await inspectRead(knowledge, args, { ...inspector, signal })
  call.onInspected?.(inspection)
  return json('inspection', { ...inspection })
}

async function answerWhy(written: Readonly<Record<string, unknown>>, call: InspectCall): Promise<Response> {
  const args = written as ReadOf<typeof whyInput> & { readonly task: string; readonly target: string }
  const knowledge = askedKnowledge(args, call)
  if (knowledge instanceof Response) return knowledge
  const { task, target, budget } = args
  const why = await knowledge.why(task, target, budget === undefined ? {} : { budget })
  return why ? json('why', { ...why }) : problem('not-found')
}

async function answerDocument(written: Readonly<Record<string, unknown>>, call: InspectCall): Promise<Response> {
  const { receipt: id, ref, path } = written as Readonly<Record<'receipt' | 'ref' | 'path', string>>
  const { inspector, receipts } = call
  if (!inspector.isPerson) return notForAgents()
  const past = findReceipt(receipts, id)
  if (past?.client !== inspector.caller.client) return problem('not-found')
  const { requester, decidedAt } = past
  const asked = { as: requester, ...(decidedAt === undefined ? {} : { at: decidedAt }) }
  const reply = await knowledgeAs(call.knowledge, asked, inspector)?.document(past, { ref, path })
  if (reply?.outcome === 'given') return json('document', { ...reply })
  const [detail] = (reply?.omitted ?? []).map((omission) => omission.detail)
  return problem('refused', detail === undefined ? {} : { detail })
}

function askedKnowledge(
  { as, at }: { readonly as?: string; readonly at?: string },
  { knowledge, inspector }: InspectCall,
): Knowledge | Response {
  const read = as === undefined ? undefined : requesterIn(as)
  if (read && 'problems' in read) return problem('bad-request', { detail: read.problems.join(' ') })
  const asked = { ...(read ? { as: read.requester } : {}), ...(at === undefined ? {} : { at }) }
  return knowledgeAs(knowledge, asked, inspector) ?? notForAgents()
}

const notForAgents = (): Response =>
  problem('refused', {
    detail: 'This needs the credential of a person: the address that "lorefence serve" prints, or an operator key.',
  })

const json = (kind: string, body: Readonly<Record<string, unknown>>): Response =>
  Response.json({ schemaVersion: 1, kind, ...body }, { headers: { 'cache-control': 'private, no-store' } })
