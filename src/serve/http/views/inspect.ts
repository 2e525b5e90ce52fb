import {
  findReceipt,
  inspectAs,
  inspectInput,
  inspectRead,
  knowledgeAs,
  requesterIn,
  type Inspector,
  type Knowledge,
} from '../../../app/index.ts'
import { limits } from '../../../model/limits.ts'
import { problem } from '../problem.ts'
import { viewReply, viewRoute, type ViewCall } from '../view-route.ts'

/** POST, so that no task is part of a URL. */
export const inspectRoute = viewRoute({
  path: '/v1/inspect',
  method: 'POST',
  summary: 'A read with its excerpts, scores, omissions and decisions',
  input: inspectInput,
  async answer({ task = '', as, ...args }, call) {
    const knowledge = askedKnowledge({ task, as, at: args.at }, call)
    if (knowledge instanceof Response) return knowledge
    const inspection = await inspectRead(
      knowledge,
      { ...args, task },
      { ...inspectorOf(call), now: () => call.clock.now(), signal: call.signal },
    )
    const { receipt, outcome, tokens } = inspection
    call.onRelease({ verb: 'inspect', receipt, outcome, tokens })
    return viewReply('inspection', inspection)
  },
})

const mostTargets = 20

export const whyRoute = viewRoute({
  path: '/v1/why',
  method: 'POST',
  summary: 'Why a document was or was not selected for a task; nothing is released',
  input: {
    task: inspectInput.task,
    target: {
      type: 'text',
      required: true,
      doc: 'A pack, a unit, or the path of a document; for people any part of one.',
    },
    budget: inspectInput.budget,
    ...inspectAs,
  },
  async answer({ task = '', target = '', budget, as, at }, call) {
    const knowledge = askedKnowledge({ task, as, at }, call)
    if (knowledge instanceof Response) return knowledge
    const options = budget === undefined ? {} : { budget }
    const why = await knowledge.why(task, target, options)
    if (why) return viewReply('why', why)
    // An agent could find out step by step what it may not know of.
    const targets = call.identity.person ? await knowledge.whyTargets(target) : []
    const [only] = targets
    const found = targets.length === 1 && only !== undefined ? await knowledge.why(task, only, options) : undefined
    if (found) return viewReply('why', found)
    return targets.length === 0
      ? problem('not-found')
      : viewReply('targets', { targets: targets.slice(0, mostTargets), total: targets.length })
  },
})

export const documentRoute = viewRoute({
  path: '/v1/document',
  method: 'POST',
  summary: 'The whole file of an excerpt',
  for: 'viewer',
  input: {
    receipt: { type: 'text', required: true, doc: 'A receipt of this credential.' },
    ref: { type: 'text', required: true, doc: 'The entry of an excerpt in it.' },
    path: { type: 'text', required: true, doc: 'The file of that excerpt.' },
  },
  async answer({ receipt: id = '', ref = '', path = '' }, call) {
    const past = await findReceipt(call.receipts, id)
    if (past?.client !== call.identity.client) return problem('not-found')
    const { requester, decidedAt } = past
    const asked = { as: requester, ...(decidedAt === undefined ? {} : { at: decidedAt }) }
    const reply = await knowledgeAs(call.whole, asked, inspectorOf(call))?.document(past, { ref, path })
    if (reply?.outcome === 'given') {
      call.onRelease({ verb: 'document', receipt: reply.receipt, outcome: 'given', tokens: 0 })
      return viewReply('document', reply)
    }
    const [detail] = (reply?.omitted ?? []).map((omission) => omission.detail)
    return problem('refused', detail === undefined ? {} : { detail })
  },
})

const inspectorOf = ({ identity: { person, requester }, caller }: ViewCall): Inspector => ({
  isPerson: person !== undefined,
  requester,
  caller,
})

interface Asked {
  readonly task: string
  readonly as: string | undefined
  readonly at: string | undefined
}

/** The knowledge for the given requester and date, or a refusal. */
function askedKnowledge({ task, as, at }: Asked, call: ViewCall): Knowledge | Response {
  if (task.trim() === '' || task.length > limits.taskLength)
    return problem('bad-request', { detail: `The task is empty or longer than ${limits.taskLength} characters.` })
  const read = as === undefined ? undefined : requesterIn(as)
  if (read && 'problems' in read) return problem('bad-request', { detail: read.problems.join(' ') })
  const asked = { ...(read ? { as: read.requester } : {}), ...(at === undefined ? {} : { at }) }
  return (
    knowledgeAs(call.whole, asked, inspectorOf(call)) ??
    problem('person-needed', { detail: 'A client is told only what is decided for itself.' })
  )
}
