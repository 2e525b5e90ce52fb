import { join } from 'node:path'
import type { Approval } from '../../model/decision.ts'
import type { Approvals } from '../../model/ports.ts'
import { keyedFiles, type KeyedEntries } from './keyed-files.ts'

/** Approvals by ref; a newer one for the same code replaces the older. */
export const approvalStore = (folder: string): Approvals => approvalsIn(keyedFiles(join(folder, 'approvals')))

export function approvalsIn(files: KeyedEntries<readonly Approval[]>): Approvals {
  return {
    stamp: () => files.stamp(),
    find: (ref) => files.get(ref) ?? [],
    save: (approval) =>
      files.put(approval.ref, [
        ...(files.get(approval.ref) ?? []).filter(({ code }) => code !== approval.code),
        approval,
      ]),
  }
}
