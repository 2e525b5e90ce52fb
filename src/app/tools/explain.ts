import type { FieldTable } from '../../model/tables/fields.ts'
import type { Explanation } from '../explain/explain.ts'
import { isPath, type ToolContext, type ToolOf } from './tool.ts'
import { unknownCode } from '../shared/not-found.ts'
import { omittedLine, otherKindLine, refusalLine, refusedOf, unknownLine } from './refusal.ts'

const input = { name: { type: 'text', required: true } } as const satisfies FieldTable

export const explainTool: ToolOf<typeof input> = {
  name: 'explain',
  title: 'Explain access',
  description: 'Call when something was not released: says whether a pack or unit may be used, and why.',
  needs: 'either',
  input,
  async run({ name }, { context }) {
    const explanation = isPath(name) ? undefined : await context.knowledge.explain(name, { files: true })
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
    return {
      fenced,
      line: await lineFor(explanation, context),
      tokens: await countTokens(fenced),
      refs: [explanation.ref],
      counts: { [explanation.verdict]: 1, ...(explanation.omission ? { [explanation.omission.reason]: 1 } : {}) },
    }
  },
}

async function lineFor(explanation: Explanation, context: ToolContext): Promise<string | undefined> {
  const { verdict, omission } = explanation
  if (verdict !== 'allow') return refusalLine([refusedOf(explanation)], context)
  return omission && omittedLine(omission, context)
}
