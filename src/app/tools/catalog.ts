import { limits } from '../../model/limits.ts'
import type { FieldTable } from '../../model/fields.ts'
import { isPath } from './is-path.ts'
import { refusedReply, unknownLine } from './refusal.ts'
import type { Reply } from './reply.ts'
import type { ToolContext, ToolOf } from './tool.ts'
import { unitsReply } from './units-reply.ts'

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
    const left = omitted.filter(({ reason }) => reason === 'budget').length
    const line =
      refs.length === 0 && left === 0
        ? 'The list is empty.'
        : left > 0
          ? `${left} more are not listed. Narrow it with filter.`
          : undefined
    return { fenced, line, receipt: receipt?.id, tokens, counts: { listed: refs.length, omitted: omitted.length } }
  },
}

async function unitsOf(name: string, from: number, context: ToolContext): Promise<Reply> {
  if (isPath(name)) return { line: unknownLine(context), counts: { unknown: 1 } }
  const list = await context.knowledge.units(name, from > 1 ? { from } : {})
  return list.outcome === 'given' ? unitsReply(list, context) : refusedReply(list, context)
}
