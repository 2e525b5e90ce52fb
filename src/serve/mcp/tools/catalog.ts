import * as z from 'zod'
import { limits } from '../../../model/limits.ts'
import type { Door } from '../door.ts'
import { isPath } from '../is-path.ts'
import { refusedReply, unknownLine } from '../refusal.ts'
import type { Reply } from '../reply.ts'
import type { Tool } from '../tool.ts'
import { unitsReply } from '../units-reply.ts'

const input = z.object({
  filter: z.string().optional().describe('Words of names or topics.'),
  name: z.string().optional().describe('A manifest: list its units.'),
  from: z.number().optional().describe('First unit.'),
})

const mostTokens = 2000

export const catalogTool: Tool<typeof input> = {
  name: 'catalog',
  title: 'List knowledge',
  description: 'Call to see which knowledge exists: packs and manifests with their topics.',
  needs: 'either',
  input,
  async run({ filter = '', name, from = 1 }, { door }) {
    const { knowledge } = door
    if (name !== undefined) return unitsOf(name, from, door)
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

async function unitsOf(name: string, from: number, door: Door): Promise<Reply> {
  if (isPath(name)) return { line: unknownLine(door), counts: { unknown: 1 } }
  const list = await door.knowledge.units(name, from > 1 ? { from } : {})
  return list.outcome === 'given' ? unitsReply(list, door) : refusedReply(list, door)
}
