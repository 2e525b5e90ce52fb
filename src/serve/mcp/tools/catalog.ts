import * as z from 'zod'
import type { Tool } from '../tool.ts'

const input = z.object({ filter: z.string().optional().describe('Part of a name.') })

/** A list is read at a glance; who wants more of it names a part. */
const mostTokens = 2000

export const catalogTool: Tool<typeof input> = {
  name: 'catalog',
  description: 'Lists the knowledge packs and manifests that are here.',
  needs: 'either',
  input,
  async run({ filter = '' }, { door: { knowledge: { catalog } } }) {
    const wanted = filter.toLowerCase()
    const entries = catalog.entries.filter(({ ref }) => ref.toLowerCase().includes(wanted))
    const { catalogPrompt } = await import('../forms.ts')
    const { text, tokens, omitted } = await catalogPrompt({ ...catalog, entries }, { maxTokens: mostTokens })
    const left = omitted.filter(({ reason }) => reason === 'budget').length
    const line = text === '' && left === 0 ? 'Nothing is listed.' : left > 0 ? `${left} more are not listed. Narrow it with filter.` : undefined
    return { fenced: text, line, tokens, counts: { listed: entries.length - omitted.length, omitted: omitted.length } }
  },
}
