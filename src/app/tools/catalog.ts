import type { FieldTable } from '../../model/tables/fields.ts'
import { limits } from '../../model/limits.ts'
import type { ReleasedUnits } from '../../model/reading/unit-list.ts'
import { refusedReply, shown, unknownLine } from './refusal.ts'
import type { Reply } from './reply.ts'
import { isPath, toolName, type ToolContext, type ToolOf } from './tool.ts'

const input = {
  filter: { type: 'text', doc: 'Words of names or topics.' },
  name: { type: 'text', doc: 'A manifest: list its units.' },
  from: { type: 'number', doc: 'First unit.' },
} as const satisfies FieldTable

const mostTokens = 2000

export const catalogTool: ToolOf<typeof input> = {
  name: 'catalog',
  title: 'List knowledge',
  description: 'Call to see which knowledge exists: packs and manifests with their topics.',
  needs: 'either',
  input,
  async run({ filter = '', name, from = 1 }, { context }) {
    const { knowledge } = context
    if (name !== undefined) return unitsOf(name, from, context)
    if (filter.length > limits.taskLength)
      return {
        line: `The filter is longer than ${limits.taskLength} characters. Name a part of a name.`,
        counts: { 'too-long': 1 },
      }
    const { fenced, tokens, refs, omitted, receipt } = await knowledge.list({ filter, maxTokens: mostTokens })
    const unlisted = omitted.filter(({ reason }) => reason === 'budget').length
    return {
      fenced,
      line: lineFor(refs.length, unlisted),
      receipt: receipt?.id,
      tokens,
      counts: { listed: refs.length, omitted: omitted.length },
    }
  },
}

function lineFor(listed: number, unlisted: number): string | undefined {
  if (unlisted > 0) return `${unlisted} more are not listed. Narrow it with filter.`
  return listed === 0 ? 'The list is empty.' : undefined
}

async function unitsOf(name: string, from: number, context: ToolContext): Promise<Reply> {
  if (isPath(name)) return { line: unknownLine(context), counts: { unknown: 1 } }
  const list = await context.knowledge.units(name, from > 1 ? { from } : {})
  return list.outcome === 'given' ? unitsReply(list, context) : refusedReply(list, context)
}

/** A page of the units of a manifest. */
export function unitsReply(
  { ref, units, total, next, fenced, tokens, receipt }: ReleasedUnits,
  context: ToolContext,
): Reply {
  const more =
    next === undefined
      ? undefined
      : `${total - next + 1} more. Call ${toolName(context, 'catalog')} with this name and from ${next}.`
  const line = units.length === 0 ? `${shown(ref)} has no units to list${total === 0 ? '' : ' from there on'}.` : more
  return {
    fenced,
    line,
    receipt: receipt?.id,
    tokens,
    refs: units.map((unit) => unit.ref),
    counts: { listed: units.length, total },
  }
}
