import type { NamedEntry } from '../../catalog/refs.ts'
import type { Decision } from '../../model/decision.ts'
import type { Switches } from '../../model/ports.ts'
import { shellWord } from '../../text/messages/show-value.ts'
import { commandsFor, type CommandOptions } from '../doctor/commands.ts'

export interface Decided {
  readonly named: NamedEntry
  readonly decision: Decision | undefined
}

export interface OpeningOptions extends CommandOptions {
  readonly action: string
  readonly switches: Switches
}

/** Commands that approve, grant and enable what is refused, in this order; empty if another denial remains. */
export function openingCommands(
  decided: readonly Decided[],
  { action, switches, ...options }: OpeningOptions,
): readonly string[] {
  const commands = commandsFor(options)
  const found: string[] = []
  for (const {
    named: { ref, entry },
    decision,
  } of decided) {
    const off = [ref, entry.ref].filter((name) => switches.disabled().has(name))
    const refusing = (decision?.reasons ?? []).filter(({ verdict }) => verdict !== 'allow')
    if (
      refusing.some(
        ({ verdict, code, refused }) => verdict === 'deny' && !refused && (code !== 'disabled' || off.length === 0),
      )
    )
      return []
    if (refusing.some(({ code }) => code === 'disabled'))
      found.push(...off.map((name) => commands.about('enable', name)))
    if (refusing.some(({ gate }) => gate === 'trust')) found.push(commands.settle(entry))
    const asking = refusing.filter(({ gate, verdict, refused }) => (verdict === 'ask' || refused) && gate !== 'trust')
    for (const asked of new Set(asking.map(({ asksAbout = ref }) => asksAbout)))
      found.push(`${commands.about('approve', asked)}${action === 'read' ? '' : ` --action ${shellWord(action)}`}`)
  }
  return [...new Set(found)]
}
