import { approvalsFor } from '../decide/standing.ts'
import type { Check, CheckItem } from './check.ts'

/** Packs whose status asks each time, and no approval holds. */
export const waiting: Check = {
  id: 'waiting',
  title: 'Drafts and disputed packs that wait for an approval',
  look: ({ used, ports, now, commands }) =>
    used.flatMap(({ ref, document, found }): CheckItem[] => {
      if (document.kind !== 'pack' || (document.status !== 'draft' && document.status !== 'disputed')) return []
      if (
        approvalsFor(ports.approvals, { ref, folder: found.folder }, now).approvals.includes(
          `status-${document.status}`,
        )
      )
        return []
      return [
        {
          state: 'mend',
          ref,
          path: found.path,
          detail: `Its status is ${document.status}. An approval lets it pass for 24 hours.`,
          command: commands.about('approve', ref),
        },
      ]
    }),
}
