import { catalogRefs } from '../../catalog/refs.ts'
import type { Check, CheckItem } from './check.ts'

/** Somebody wanted it so; whoever wonders where an entry went should still find it. */
export const disabled: Check = {
  id: 'disabled',
  title: 'Entries that are switched off',
  look: ({ catalog, config, ports, commands }) => {
    const off = ports.switches.disabled()
    return catalogRefs(catalog).flatMap((ref): CheckItem[] => {
      if (config.restraints.disabled?.includes(ref))
        return [{ state: 'note', ref, detail: 'A config says so under "disabled"; take it out there.' }]
      return off.has(ref)
        ? [{ state: 'note', ref, detail: 'You switched it off.', command: commands.about('enable', ref) }]
        : []
    })
  },
}
