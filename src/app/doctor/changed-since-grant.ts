import { changesSinceGrants } from '../grants/changes-since-grant.ts'
import type { Check, CheckItem } from './check.ts'

/** Entries that changed since the grant (AK-118). */
export const changedSinceGrant: Check = {
  id: 'approval-stale',
  title: 'Entries that changed since they were granted',
  look: ({ catalog, used, reader, commands }) => {
    const changes = changesSinceGrants(catalog, used, reader)
    return used.flatMap(({ ref, found }): CheckItem[] => {
      const changed = changes.get(ref)
      if (changed === undefined) return []
      const detail = `${changed}. Review it, then grant it again.`
      return [{ state: 'fix', ref, path: found.path, detail, command: commands.trust(found) }]
    })
  },
}
