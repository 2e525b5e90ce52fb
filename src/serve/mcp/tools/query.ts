import * as z from 'zod'
import type { QueryAnswer } from '../../../app/index.ts'
import { limits } from '../../../model/limits.ts'
import { federationScopes } from '../../../model/tables/query-fields.ts'
import type { Door } from '../door.ts'
import { refusalLine, ungrantedLine } from '../refusal.ts'
import type { Tool } from '../tool.ts'

const input = z.object({
  terms: z.array(z.string()),
  audience: z.string().optional(),
  max_token_budget: z.number().optional(),
  limit: z.number().optional(),
  federation_scope: z.enum(federationScopes).optional(),
})

const mostResults = 50

export const queryTool: Tool<typeof input> = {
  name: 'query',
  description: 'Finds units of manifests by terms; returns their refs and sizes, not their content.',
  needs: 'manifest',
  input,
  async run({ terms, audience, max_token_budget: budget, limit = 5, federation_scope: scope }, { door }) {
    if (terms.join(' ').length > limits.taskLength)
      return {
        line: `The terms are longer than ${limits.taskLength} characters. Narrow them.`,
        counts: { 'too-long': 1 },
      }
    const answer = await door.knowledge.query({
      terms,
      limit: Math.max(1, Math.min(Math.floor(limit), mostResults)),
      ...(audience === undefined ? {} : { audience }),
      ...(scope === undefined ? {} : { federation_scope: scope }),
      ...(budget === undefined ? {} : { max_token_budget: Math.max(0, Math.floor(budget)) }),
    })
    const { results, total, omitted_counts: counts, receipt } = answer
    const { countTokens, queryPrompt } = await import('../forms.ts')
    const fenced = queryPrompt(answer)
    const tokens = fenced === undefined ? 0 : await countTokens(fenced)
    return {
      fenced,
      line: await lineFor(answer, door),
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

async function lineFor(answer: QueryAnswer, door: Door): Promise<string | undefined> {
  const { results, total, omitted, omitted_counts: counts, receipt } = answer
  if (!receipt) return 'The request is invalid; terms are words.'
  const more = total - results.length
  if (results.length > 0) return more > 0 ? `${more} more match. Narrow the terms or raise the limit.` : undefined
  const ungranted = counts.ungranted ?? 0
  if (ungranted > 0) return ungrantedLine(ungranted, door)
  // Whole manifests that changed since their grant.
  const changed = omitted.filter(({ reason }) => reason === 'changed')
  const closed = changed.map(({ ref, code, reason }) => ({ ref, code: code ?? reason }))
  return closed.length > 0 ? refusalLine(closed, door) : 'No unit matches.'
}
