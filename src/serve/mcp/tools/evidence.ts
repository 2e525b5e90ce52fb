import * as z from 'zod'
import { isPath } from '../is-path.ts'
import { countReasons, refusedReply, unknownLine } from '../refusal.ts'
import type { Tool } from '../tool.ts'

const input = z.object({
  name: z.string(),
  claim: z.string().optional(),
  section: z.string().optional().describe('path#heading'),
})

export const evidenceTool: Tool<typeof input> = {
  name: 'evidence',
  title: 'Check sources',
  description: 'Call to verify or cite: the sources of a claim or section of a pack; without either, its claims.',
  needs: 'pack',
  input,
  async run({ name, claim, section }, { door }) {
    if (isPath(name)) return { line: unknownLine(door), counts: { unknown: 1 } }
    const evidence = await door.knowledge.evidence(name, {
      ...(claim === undefined ? {} : { claim }),
      ...(section === undefined ? {} : { section }),
    })
    if (evidence.outcome !== 'given') return refusedReply(evidence, door)
    const { fenced, receipt, tokens, ref, claims, anchors, omitted } = evidence
    const reasons = countReasons(omitted)
    const over = reasons.budget ?? 0
    const line =
      over > 0
        ? `${over} more did not fit. Narrow it to one claim or section.`
        : fenced === ''
          ? 'No source was found for it.'
          : undefined
    return {
      fenced,
      line,
      receipt: receipt.id,
      tokens,
      refs: [ref],
      counts: { ...reasons, claims: claims.length, anchors: anchors.length },
    }
  },
}
