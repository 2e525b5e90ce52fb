import type { Check } from './check.ts'

/** An entry that changed since its grant is reported by the check "approval-stale". */
export const ungranted: Check = {
  id: 'ungranted',
  title: 'Entries that are not granted',
  look: ({ used, ports, commands }) =>
    used
      .filter(({ standing, found }) => standing === 'ungranted' && !ports.grants.find(found.folder))
      .map(({ ref, found }) => ({
        state: 'fix',
        ref,
        path: found.path,
        detail: 'A model sees only its name. Review it, then grant it.',
        command: commands.trust(found),
      })),
}
