import { approvalsFor } from '../decide/standing.ts'
import type { Check, CheckItem } from './check.ts'

/** Packs whose status needs an approval that is missing. */
export const waiting: Check = {
  id: 'waiting',
  title: 'Draft and disputed packs that need approval',
  look: ({ used, ports, now, commands }) =>
    used.flatMap(({ ref, document, found }): CheckItem[] => {
      if (document.kind !== 'pack' || (document.status !== 'draft' && document.status !== 'disputed')) return []
      if (
        approvalsFor(ports.approvals, { ref, folder: found.folder }, { now }).approvals.includes(
          `status-${document.status}`,
        )
      )
        return []
      return [
        {
          state: 'fix',
          ref,
          path: found.path,
          detail: `Its status is ${document.status}. An approval lasts 24 hours.`,
          command: commands.about('approve', ref),
        },
      ]
    }),
}
