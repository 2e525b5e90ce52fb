import type { Hooks } from '@opencode-ai/plugin'
import { usableUnits, type Knowledge } from 'lorefence'
import { fencedList } from './fenced-list.ts'
import { filesIn } from './files-in.ts'

export interface HookOptions {
  readonly directory: string
  /** Ceiling of the map of a session; a note beside search results gets half of it. */
  readonly maxTokens?: number
}

type KnowledgeHooks = Required<Pick<Hooks, 'experimental.chat.system.transform' | 'tool.execute.after'>>

const searches = new Set(['glob', 'grep'])

/** A map of all units in every session, and the intents of those that a search has found. */
export function hooksFor(
  knowledge: Pick<Knowledge, 'catalog' | 'usable'>,
  { directory, maxTokens = 800 }: HookOptions,
): KnowledgeHooks {
  return {
    'experimental.chat.system.transform': async (_input, output) => {
      const map = await fencedList(usableUnits(knowledge), { name: 'knowledge-map', maxTokens })
      if (map !== undefined) output.system.push(map)
    },
    'tool.execute.after': async ({ tool }, output) => {
      if (!searches.has(tool)) return
      const found = filesIn(output.output, directory)
      const units = usableUnits(knowledge).filter(({ file }) => found.has(file))
      const note = await fencedList(units, {
        name: 'knowledge-of-these-files',
        maxTokens: Math.floor(maxTokens / 2),
        directory,
      })
      if (note !== undefined) output.output += `\n\n${note}`
    },
  }
}
