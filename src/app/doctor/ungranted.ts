import type { Check } from './check.ts'

/** One whose grant no longer fits is told with the files that changed. */
export const ungranted: Check = {
  id: 'ungranted',
  title: 'Entries whose use nobody has granted',
  look: ({ used, ports, commands }) =>
    used
      .filter(({ standing, found }) => standing === 'ungranted' && !ports.grants.find(found.folder))
      .map(({ ref, found }) => ({
        state: 'mend',
        ref,
        path: found.path,
        detail: 'A model sees its name only. Look at it, then grant it.',
        command: commands.trust(found),
      })),
}
