import type { FieldTable } from '../../model/tables/fields.ts'
import { limits } from '../../model/limits.ts'
import type { ReadResult } from '../../model/reading/read.ts'
import { claimsBlocked } from '../../model/tables/status-scale.ts'
import {
  changedLine,
  claimsLine,
  isOutdated,
  refusalLine,
  refusedOf,
  ungrantedLine,
  unknownLine,
  unreadLine,
  unsearchedLine,
} from './refusal.ts'
import { isPath, type ToolContext, type ToolOf } from './tool.ts'

const input = {
  task: { type: 'text', required: true, doc: 'The question or task, in words.' },
  also: {
    type: 'list',
    of: { type: 'text' },
    doc: "Always give 3 to 12 other words an answer may use (refund: reimburse), in the documents' language.",
  },
  name: { type: 'list', of: { type: 'text' }, doc: 'Only these packs, manifests or units.' },
  budget: { type: 'number', doc: 'Maximum tokens. Default: 2000.' },
  evidence: { type: 'boolean', doc: 'Also the cited sources.' },
  implicit: { type: 'boolean', doc: 'Clear matches only.' },
  again: { type: 'boolean' },
} as const satisfies FieldTable

export const readTool: ToolOf<typeof input> = {
  name: 'read',
  title: 'Read workspace knowledge',
  description:
    'Call first for any question on this workspace, its products, rules, policies, prices or documents: ' +
    'returns the few passages that answer it, with sources.',
  hint: 'lorefence product rule policy process how-to',
  needs: 'either',
  input,
  async run(
    { task, also, name: packs, budget, evidence = false, implicit = false, again = false },
    { context, ...call },
  ) {
    if (task.trim() === '') return { line: 'The task is empty. Write the question.', counts: { empty: 1 } }
    if (task.length > limits.taskLength)
      return {
        line: `The task is longer than ${limits.taskLength} characters. Narrow it to the question.`,
        counts: { 'too-long': 1 },
      }
    if (packs?.some(isPath)) return { line: unknownLine(context), counts: { unknown: packs.filter(isPath).length } }
    const result = await context.knowledge.read({
      task,
      evidence,
      again,
      ...(implicit ? { activation: 'implicit' as const } : {}),
      ...(context.session ? { session: context.session.id } : {}),
      ...call,
      ...(also && also.length > 0 ? { also } : {}),
      ...(packs && packs.length > 0 ? { packs } : {}),
      ...(budget === undefined ? {} : { budget: Math.max(1, Math.min(Math.floor(budget), limits.replyTokens)) }),
    })
    const refused = result.receipt.decisions.filter(({ verdict }) => verdict !== 'allow')
    const { missingLine } = await import('./model-forms.ts')
    const line = [await lineFor(result, packs !== undefined, context), missingLine(result)].filter(Boolean).join(' ')
    return {
      fenced: result.fenced,
      line,
      outcome: result.outcome,
      receipt: result.receipt.id,
      tokens: result.tokens,
      refs: [...new Set(result.excerpts.map(({ ref }) => ref))],
      counts: result.omittedCounts,
      refused: packs ? [...refused, ...result.omitted.filter(isClosed)].map(({ ref }) => ref) : [],
      ...(packs && refused[0] ? { refusedBy: refusedOf(refused[0]).code } : {}),
      outdated: isOutdated(result.omitted),
    }
  },
}

/** Refused, but not by a gate. */
const isClosed = ({ reason }: ReadResult['omitted'][number]): boolean => reason === 'disabled' || reason === 'changed'

/** `undefined` if the text needs no remark. */
async function lineFor(
  { outcome, excerpts, omitted, omittedCounts, warnings, withheld, receipt }: ReadResult,
  isNamed: boolean,
  context: ToolContext,
): Promise<string | undefined> {
  if (omittedCounts.unknown !== undefined)
    return unknownLine(
      context,
      omitted.some(({ code }) => code === 'ambiguous'),
    )
  // Without names in the request, an entry is named only if it matches the task and a person could approve it.
  const asking = receipt.decisions.filter(({ verdict }) => verdict === 'ask' || (isNamed && verdict === 'deny'))
  const asked = asking.filter(({ ref }) => isNamed || withheld.includes(ref)).map(refusedOf)
  const refused = [
    ...asked,
    ...omitted.flatMap(({ ref, reason }) => (reason === 'disabled' ? [{ ref, code: reason }] : [])),
  ]
  const isWithheld = excerpts.length === 0 || outcome === 'withheld'
  if (refused.length > 0 && (isNamed || isWithheld)) return refusalLine(refused, context)
  const ungranted = isNamed ? 0 : (omittedCounts.ungranted ?? 0)
  if (ungranted > 0 && excerpts.length === 0) return ungrantedLine(ungranted, context)
  if (warnings.some(({ name }) => name === 'budget-too-small')) return 'The budget is too small. Use a larger one.'
  const claims = excerpts.length === 0 ? omitted.find(({ code }) => code === claimsBlocked) : undefined
  if (claims) return claimsLine(claims.ref, context)
  if (isWithheld && omitted.some(({ code }) => code === 'hash-mismatch')) return hashMismatch
  const changed = (omittedCounts.changed ?? 0) + (omittedCounts.outdated ?? 0)
  if (isWithheld && changed > 0) return changedLine(changed, context)
  const isPart = omittedCounts['not-opened'] !== undefined
  if (excerpts.length === 0 && asking.length > 0) return unsearchedLine(asking.length, context)
  if (outcome !== 'answered' && omittedCounts.unreadable !== undefined) return unreadLine(omittedCounts, context)
  if (excerpts.length === 0)
    return isPart ? `Nothing that was read answers this task. ${notAllRead}` : 'Nothing here answers this task.'
  if (isPart) return notAllRead
  const over = omittedCounts.budget ?? 0
  return over > 0 ? `${over} more did not fit. Narrow the task, name packs, or raise the budget.` : undefined
}

const hashMismatch =
  'Withheld: content that is not what its content_hash declares. "lorefence read" shows both digests to a person.'
const notAllRead =
  'Some files were not read, because there are more than one read opens. Name a unit to read its files.'
