import * as z from 'zod'
import { limits } from '../../../model/limits.ts'
import { isPath } from '../is-path.ts'
import { refusedReply, unknownLine } from '../refusal.ts'
import type { Tool } from '../tool.ts'
import { unitsReply } from '../units-reply.ts'

const input = z.object({ pack: z.string() })

export const activateTool: Tool<typeof input> = {
  name: 'activate',
  description:
    'Returns the guide of one pack (what it covers, which files it has), the units of a manifest, or one whole unit.',
  needs: 'pack',
  input,
  async run({ pack }, { door }) {
    if (isPath(pack)) return { line: unknownLine, counts: { unknown: 1 } }
    const given = await door.knowledge.activate(pack, { maxTokens: limits.replyTokens })
    if (given.outcome !== 'given') return refusedReply(given, door)
    if (given.kind === 'units') return unitsReply(given)
    const { fenced, receipt, tokens, ref } = given
    return {
      fenced,
      receipt: receipt.id,
      tokens,
      refs: [ref],
      counts: { files: given.kind === 'guide' ? given.resources.length : 1 },
    }
  },
}
