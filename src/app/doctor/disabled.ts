import { catalogRefs } from '../../catalog/refs.ts'
import type { Check, CheckItem } from './check.ts'

/** Disabled on purpose, but a user may look for the entry. */
export const disabled: Check = {
  id: 'disabled',
  title: 'Entries that are disabled',
  look: ({ catalog, config, ports, commands }) => {
    const off = ports.switches.disabled()
    return catalogRefs(catalog).flatMap((ref): CheckItem[] => {
      if (config.restraints.disabled?.includes(ref))
        return [{ state: 'note', ref, detail: 'A config lists it under "disabled"; remove it there.' }]
      return off.has(ref)
        ? [{ state: 'note', ref, detail: 'You disabled it.', command: commands.about('enable', ref) }]
        : []
    })
  },
}
