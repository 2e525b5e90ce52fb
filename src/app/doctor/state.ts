import type { StateHealth, StateTrouble } from '../../model/records/health.ts'
import type { CheckItem, EarlyCheck } from './check.ts'

const troubles: Readonly<Record<StateTrouble, string>> = {
  'not-a-folder':
    'It is a file or inside one, so nothing can be decided or checked. ' +
    'Move the file, or set LOREFENCE_STATE to a folder.',
  unreadable: 'It cannot be read, so nothing can be decided or checked.',
  unwritable: 'It cannot be written to, so nothing can be granted or recorded.',
  'cannot-be-made':
    'It does not exist and cannot be created, so nothing can be granted or recorded. ' +
    'Set LOREFENCE_STATE to another folder.',
}

const isModeOf = (trouble: StateTrouble): boolean => trouble === 'unreadable' || trouble === 'unwritable'

/** An unreadable record could be a grant or a switch, so nothing can be decided. */
export function isLegible({ damaged, unusable }: StateHealth): boolean {
  return damaged.length === 0 && unusable.every(({ trouble }) => trouble !== 'unreadable' && trouble !== 'not-a-folder')
}

/** The folder of grants, approvals and receipts must be writable, and only for the user. */
export const state: EarlyCheck = {
  id: 'state',
  title: 'Problems with the state folder',
  look: ({ state: { unusable, open, damaged }, config: { misplaced }, commands }) => [
    ...(misplaced === undefined ? [] : [{ state: 'fix', detail: misplaced } as const]),
    ...unusable.map(({ path, trouble }): CheckItem => ({
      state: 'fix',
      path,
      detail: troubles[trouble],
      ...(isModeOf(trouble) ? { command: commands.system('chmod u+rwx', path) } : {}),
    })),
    ...open.map(({ path, mode }): CheckItem => ({
      state: 'fix',
      path,
      detail: `Other users have access: its mode is ${mode}.`,
      command: commands.system('chmod go-rwx', path),
    })),
    ...damaged.map((path): CheckItem => ({
      state: 'fix',
      path,
      detail: 'It is damaged, so nothing can be decided or checked. Fix it, or remove it and repeat what it recorded.',
      command: commands.system('rm', path),
    })),
  ],
}
