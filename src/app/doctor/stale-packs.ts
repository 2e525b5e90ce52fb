import type { Check, CheckItem } from './check.ts'

export const stalePacks: Check = {
  id: 'stale-packs',
  title: 'Packs with the status "stale"',
  look: ({ used, commands }) =>
    used.flatMap((entry): CheckItem[] => {
      const { ref, document, found } = entry
      if (document.kind !== 'pack' || document.status !== 'stale') return []
      const since = document.head.updated === undefined ? '' : `, last updated ${document.head.updated}`
      return [
        {
          state: 'fix',
          ref,
          path: found.path,
          detail: `It is used with a warning${since}. Update it and set "status: ready".`,
          command: commands.afterEdit(entry),
        },
      ]
    }),
}
