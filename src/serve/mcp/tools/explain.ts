import * as z from 'zod'
import { isPath } from '../is-path.ts'
import { otherKindLine, refusalLine, refusedOf, unknownLine } from '../refusal.ts'
import type { Tool } from '../tool.ts'

const input = z.object({ ref: z.string() })

export const explainTool: Tool<typeof input> = {
  name: 'explain',
  description: 'Explains whether one pack or unit may be used, and why.',
  needs: 'either',
  input,
  aliases: { ref: ['name', 'pack'] },
  async run({ ref }, { door }) {
    const explanation = isPath(ref) ? undefined : await door.knowledge.explain(ref)
    if (!explanation || explanation.unknown !== undefined)
      return {
        line: explanation?.path !== undefined ? otherKindLine(explanation.ref, 'manifest') : unknownLine,
        counts: { unknown: 1 },
      }
    const { countTokens, decisionPrompt } = await import('../forms.ts')
    const fenced = decisionPrompt(explanation)
    const line = explanation.verdict === 'allow' ? undefined : await refusalLine([refusedOf(explanation)], door)
    return {
      fenced,
      line,
      tokens: await countTokens(fenced),
      refs: [explanation.ref],
      counts: { [explanation.verdict]: 1 },
    }
  },
}
