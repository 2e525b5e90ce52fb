import {
  factsInReply,
  readArguments,
  runTool,
  textsOf,
  tools,
  type Knowledge,
  type Reply,
  type Tool,
} from '../../app/index.ts'
import { sha256Of } from '../../io/secrets.ts'
import { problem } from './problem.ts'

/** The tools under `/v1/`, by name. Those that take a task use POST, so that no task is part of a URL. */
export const apiRoutes = tools.map((tool) => ({
  tool,
  path: `/v1/${tool.name}`,
  method: tool.name === 'read' || tool.name === 'query' ? ('POST' as const) : ('GET' as const),
}))

export type ApiRoute = (typeof apiRoutes)[number]

export interface ApiCall {
  /** For the requester of the credential. */
  readonly knowledge: Knowledge
  readonly signal: AbortSignal
  now(): Date
  /** Notes what a reply was, for logs and metrics. */
  onReply?(tool: Tool, reply: Reply): void
}

/** Runs a tool as a model may, and puts its reply into JSON. */
export async function answerApi({ tool }: ApiRoute, written: unknown, call: ApiCall): Promise<Response> {
  const read = readArguments(tool.input, written, { refuseUnknown: true })
  if ('problems' in read) return problem('bad-request', { detail: read.problems.join(' ') })
  const { signal } = call
  const reply = await runTool(tool, read.args, {
    context: { knowledge: call.knowledge.forModel(), toolPrefix: '' },
    signal,
  })
  call.onReply?.(tool, reply)
  return responseTo(tool, reply, call.now())
}

/** Query parameters as arguments: repeated ones are a list. */
export function argumentsIn({ searchParams }: URL): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

/** KCP §4.15 counts a rolling minute and hour, and a UTC day; `undefined` if waiting does not help. */
export function secondsUntilFree(code: string | undefined, now: Date): number | undefined {
  if (code === 'rate-minute') return 60
  if (code === 'rate-hour') return 3600
  return code === 'rate-day' ? 86_400 - (Math.floor(now.getTime() / 1000) % 86_400) : undefined
}

function responseTo(tool: Tool, reply: Reply, now: Date): Response {
  const { receipt, line } = reply
  const text = reply.fenced ?? ''
  const headers = receipt === undefined ? undefined : { 'lorefence-receipt': receipt }
  const about = { ...(line ? { detail: line } : {}), ...(headers ? { headers, members: { receipt } } : {}) }
  if (text === '' && isWrong(reply)) return problem('bad-request', about)
  if (text === '' && reply.counts?.['unknown'] !== undefined) return problem('not-found', about)
  if (text === '' && (reply.refused ?? []).length > 0) {
    const wait = secondsUntilFree(reply.refusedBy, now)
    if (wait === undefined) return problem('refused', about)
    return problem('too-often', { ...about, headers: { ...headers, 'retry-after': String(wait) } })
  }
  const { receipt: _receipt, ...same } = factsInReply(reply)
  const body = { schemaVersion: 1, kind: 'reply', verb: tool.name, text, ...(line ? { line } : {}), ...same }
  return Response.json(receipt === undefined ? body : { ...body, receipt }, {
    headers: {
      ...headers,
      // Without the receipt: replies with the same text have the same tag.
      etag: `"${sha256Of(JSON.stringify([...textsOf(reply), same])).slice(0, 32)}"`,
      'cache-control': 'private, no-cache',
      vary: 'authorization',
    },
  })
}

/** For metrics: what was not found or refused is not given. */
export function outcomeOf({ outcome, fenced, counts = {}, refused = [] }: Reply): string {
  if (outcome !== undefined) return outcome
  if (fenced) return 'given'
  if (counts['unknown'] !== undefined) return 'unknown'
  return refused.length > 0 ? 'refused' : 'given'
}

const isWrong = ({ counts = {} }: Reply): boolean => counts['too-long'] !== undefined || counts['empty'] !== undefined
