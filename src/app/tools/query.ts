import type { FieldTable } from '../../model/tables/fields.ts'
import { limits } from '../../model/limits.ts'
import type { QueryAnswer } from '../../model/reading/query.ts'
import { federationScopes } from '../../model/tables/query-fields.ts'
import { refusalLine, shown, ungrantedLine } from './refusal.ts'
import { toolName, type ToolContext, type ToolOf } from './tool.ts'

const input = {
  terms: { type: 'list', of: { type: 'text' }, required: true },
  audience: { type: 'text' },
  max_token_budget: { type: 'number' },
  limit: { type: 'number' },
  federation_scope: { type: 'choice', of: federationScopes, unlisted: 'error' },
} as const satisfies FieldTable

const mostResults = 50

export const queryTool: ToolOf<typeof input> = {
  name: 'query',
  title: 'Find units',
  description: 'Call to find units of manifests by terms: returns refs and sizes, not content.',
  needs: 'manifest',
  input,
  async run({ terms, audience, maxTokenBudget: budget, limit = 5, federationScope: scope }, { context }) {
    if (terms.join(' ').length > limits.taskLength)
      return {
        line: `The terms are longer than ${limits.taskLength} characters. Narrow them.`,
        counts: { 'too-long': 1 },
      }
    const answer = await context.knowledge.query({
      terms: asTerms(terms),
      limit: Math.max(1, Math.min(Math.floor(limit), mostResults)),
      ...(audience === undefined ? {} : { audience }),
      ...(scope === undefined ? {} : { federation_scope: scope }),
      ...(budget === undefined ? {} : { max_token_budget: Math.max(0, Math.floor(budget)) }),
    })
    const { results, total, omitted_counts: counts, receipt } = answer
    const { countTokens, queryPrompt } = await import('./model-forms.ts')
    const fenced = queryPrompt(answer)
    const tokens = fenced === undefined ? 0 : await countTokens(fenced)
    return {
      fenced,
      line: await lineFor(answer, context),
      receipt: receipt?.id,
      tokens,
      refs: results.map(({ ref }) => ref),
      counts: { total, ...counts },
      matchedAliases: Object.fromEntries(
        results.flatMap(({ ref, matched_alias: alias }) => (alias === undefined ? [] : [[ref, alias]])),
      ),
    }
  },
}

/** Models write several terms as one text; the text itself may be a trigger. */
function asTerms(terms: readonly string[]): readonly string[] {
  const words = terms.length === 1 ? (terms[0]?.split(/\s+/).filter((word) => word !== '') ?? []) : []
  return words.length > 1 ? [...terms, ...words] : terms
}

async function lineFor(answer: QueryAnswer, context: ToolContext): Promise<string | undefined> {
  const { results, total, omitted, omitted_counts: counts, receipt } = answer
  if (!receipt) return 'The request is invalid; terms are words.'
  const more = total - results.length
  if (results.length > 0) return more > 0 ? `${more} more match. Narrow the terms or raise the limit.` : undefined
  const ungranted = counts.ungranted ?? 0
  if (ungranted > 0) return ungrantedLine(ungranted, context)
  // Manifests that changed since their grant, and matching units that a person can approve.
  const waiting = omitted.filter(({ reason }) => reason === 'changed' || reason === 'ask')
  const closed = waiting.map(({ ref, code, reason }) => ({ ref, code: code ?? reason }))
  if (closed.length > 0) return refusalLine(closed, context)
  const past = omitted.find(({ reason }) => reason === 'temporal' || reason === 'deprecated')
  return past ? pastLine(past.ref, context) : 'No unit matches.'
}

/** No approval brings it into a query; it can be read by its name. */
function pastLine(ref: string, context: ToolContext): string {
  const advice = `Call ${toolName(context, 'explain')} with its name.`
  return `Only a unit that is deprecated or not valid now matches: ${shown(ref)}. ${advice}`
}
