import type { FieldTable } from '../../model/fields.ts'
import { unknownCode } from '../shared/not-found.ts'
import { otherKindLine, refusalLine, refusedOf, unknownLine } from './refusal.ts'
import { isPath, type ToolOf } from './tool.ts'

const input = { name: { type: 'text', required: true } } as const satisfies FieldTable

export const explainTool: ToolOf<typeof input> = {
  name: 'explain',
  title: 'Explain access',
  description: 'Call when something was not released: says whether a pack or unit may be used, and why.',
  needs: 'either',
  input,
  async run({ name }, { context }) {
    const explanation = isPath(name) ? undefined : await context.knowledge.explain(name)
    if (!explanation || explanation.unknown !== undefined)
      return {
        line:
          explanation?.path !== undefined
            ? otherKindLine(explanation.ref, 'manifest', context)
            : unknownLine(context, unknownCode(context.knowledge.catalog, name) === 'ambiguous'),
        counts: { unknown: 1 },
      }
    const { countTokens, decisionPrompt } = await import('./model-forms.ts')
    const fenced = decisionPrompt(explanation)
    const line = explanation.verdict === 'allow' ? undefined : await refusalLine([refusedOf(explanation)], context)
    return {
      fenced,
      line,
      tokens: await countTokens(fenced),
      refs: [explanation.ref],
      counts: { [explanation.verdict]: 1 },
    }
  },
}
