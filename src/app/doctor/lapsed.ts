import type { Check } from './check.ts'

/** An invalid one is reported by the check "quarantined". */
export const lapsed: Check = {
  id: 'lapsed',
  title: 'Granted entries that are gone',
  look: ({ catalog, commands }) =>
    (catalog.withheld ?? [])
      .filter((entry) => entry.lapsed === 'missing')
      .map((entry) => ({
        state: 'fix',
        path: entry.found.path,
        detail: 'What it named stays closed to other entries. Restore it, or end its grant.',
        command: commands.settle(entry),
      })),
}
