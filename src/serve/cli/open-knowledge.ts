import { openKnowledge, type Knowledge, type OpenOptions } from '../../app/index.ts'
import type { Ports } from '../../model/ports.ts'
import { openingFor, reportScan, type Opening, type OpeningCall } from './opening.ts'

export { knowledgeOptions } from './opening.ts'

export interface OpenedKnowledge extends Omit<Opening, 'options'> {
  readonly knowledge: Knowledge
}

/** Opens knowledge with the options of a verb, the user's config and the configs of the workspaces. */
export async function openForVerb(
  call: OpeningCall,
  replaced: (ports: Ports) => Partial<Ports> = () => ({}),
  adapted: (options: OpenOptions) => OpenOptions = (options) => options,
): Promise<OpenedKnowledge> {
  const { options, ...opening } = await openingFor(call)
  const ports = { ...opening.ports, ...replaced(opening.ports) }
  const knowledge = await openKnowledge({ ...adapted(options), ports })
  reportScan(knowledge.catalog, call.terminal)
  return { ...opening, ports, knowledge }
}
