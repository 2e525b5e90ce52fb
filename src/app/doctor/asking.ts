import { decisionsFor } from '../decide/decisions-for.ts'
import { candidatesOf } from '../explain/decision-matrix.ts'
import { approvals } from './approvals.ts'
import type { Check, CheckItem } from './check.ts'
import { staleUnits } from './stale-units.ts'
import { waiting } from './waiting.ts'

/** They are as declared, but a read omits them until a person approves. Findings of other checks are not repeated. */
export const asking: Check = {
  id: 'asking',
  title: 'Packs and units that need an approval, which lasts 24 hours',
  look: (examined) => {
    const { catalog, used, reader, now, commands } = examined
    const others = [waiting, approvals, staleUnits].flatMap((check) => check.look(examined))
    const reported = new Set(others.map(({ ref }) => ref))
    const decide = decisionsFor(catalog, reader, now)
    const granted = { entries: used.filter(({ standing }) => standing !== 'ungranted') }
    return [...candidatesOf(granted)].flatMap((named): CheckItem[] => {
      const { ref, entry } = named
      const decision = reported.has(ref) ? undefined : decide(named)
      const asks = decision?.reasons.filter(({ verdict, gate }) => verdict === 'ask' && gate !== 'trust') ?? []
      if (decision?.verdict !== 'ask' || asks.length === 0) return []
      const subjects = new Set(asks.map(({ asksAbout = ref }) => asksAbout))
      const command = [...subjects].map((subject) => commands.about('approve', subject)).join(' && ')
      const detail = [...new Set(asks.map(({ sentence }) => sentence))].join(' ')
      return [{ state: 'note', ref, path: entry.found.path, detail, command }]
    })
  },
}
