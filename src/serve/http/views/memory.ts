import { factsInReply, type OfferedTool } from '../../../app/index.ts'
import { problem } from '../problem.ts'
import { viewReply, type ViewRoute } from '../view-route.ts'

/** The tools of KCP Appendix D under `/v1/memory/`, for the person whose sessions they are; tasks use POST. */
export const memoryRoutes = (tools: readonly OfferedTool[]): readonly ViewRoute[] =>
  tools.map(({ name, title, input, run }) => ({
    path: `/v1/memory/${name.replace('kcp_memory_', '')}`,
    method: 'query' in input ? 'POST' : 'GET',
    summary: title,
    input,
    for: 'viewer',
    async answer(args) {
      const reply = await run(args)
      const { line, fenced: text = '' } = reply
      if (reply.counts?.['unknown'] !== undefined) return problem('not-found', line ? { detail: line } : {})
      return viewReply('reply', { verb: name, text, ...(line ? { line } : {}), ...factsInReply(reply) })
    },
  }))
