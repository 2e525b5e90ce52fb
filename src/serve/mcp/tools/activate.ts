import * as z from 'zod'
import { limits } from '../../../model/limits.ts'
import { isPath } from '../names.ts'
import { refusedReply, unknownLine } from '../refusal.ts'
import type { Tool } from '../tool.ts'

const input = z.object({ pack: z.string() })

export const activateTool: Tool<typeof input> = {
  name: 'activate',
  description: 'Gives the guide of one pack: what it covers and which files it has.',
  needs: 'pack',
  input,
  async run({ pack }, { door }) {
    if (isPath(pack)) return { line: unknownLine, counts: { unknown: 1 } }
    const guide = await door.knowledge.guide(pack, { maxTokens: limits.replyTokens })
    if (guide.outcome !== 'given') return refusedReply(guide, door)
    const { fenced, receipt, tokens, ref, resources } = guide
    return { fenced, receipt: receipt.id, tokens, refs: [ref], counts: { files: resources.length } }
  },
}
