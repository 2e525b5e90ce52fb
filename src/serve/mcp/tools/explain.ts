import * as z from 'zod'
import { isPath } from '../is-path.ts'
import { otherKindLine, refusalLine, refusedOf, unknownLine } from '../refusal.ts'
import type { Tool } from '../tool.ts'

const input = z.object({ name: z.string() })

export const explainTool: Tool<typeof input> = {
  name: 'explain',
  title: 'Explain access',
  description: 'Call when something was not released: says whether a pack or unit may be used, and why.',
  needs: 'either',
  input,
  async run({ name }, { door }) {
    const explanation = isPath(name) ? undefined : await door.knowledge.explain(name)
    if (!explanation || explanation.unknown !== undefined)
      return {
        line: explanation?.path !== undefined ? otherKindLine(explanation.ref, 'manifest', door) : unknownLine(door),
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
