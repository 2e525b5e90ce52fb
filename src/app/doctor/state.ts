import type { StateHealth, StateTrouble } from '../../model/state-health.ts'
import type { CheckItem, EarlyCheck } from './check.ts'

const troubles: Readonly<Record<StateTrouble, string>> = {
  'not-a-folder':
    'It is a file or lies below one, so nothing can be decided and nothing else can be checked. Move the file away, or name another folder in LOREFENCE_STATE.',
  unreadable: 'It cannot be read, so nothing can be decided and nothing else can be checked.',
  unwritable: 'It cannot be written to, so nothing can be granted and nothing that is read can be recorded.',
  'cannot-be-made':
    'It is not there and cannot be made, so nothing can be granted and nothing that is read can be recorded. Name another folder in LOREFENCE_STATE.',
}

const isModeOf = (trouble: StateTrouble): boolean => trouble === 'unreadable' || trouble === 'unwritable'

/** What cannot be read could be a grant or a switch: nothing that is found beside it can be judged. */
export function isLegible({ damaged, unusable }: StateHealth): boolean {
  return damaged.length === 0 && unusable.every(({ trouble }) => trouble !== 'unreadable' && trouble !== 'not-a-folder')
}

/** Where grants, approvals and receipts are kept: writable, and by the user alone. */
export const state: EarlyCheck = {
  id: 'state',
  title: 'Trouble with the folder of grants and receipts',
  look: ({ state: { unusable, open, damaged }, config: { misplaced }, commands }) => [
    ...(misplaced === undefined ? [] : [{ state: 'mend', detail: misplaced } as const]),
    ...unusable.map(({ path, trouble }): CheckItem => ({
      state: 'mend',
      path,
      detail: troubles[trouble],
      ...(isModeOf(trouble) ? { command: commands.system('chmod u+rwx', path) } : {}),
    })),
    ...open.map(({ path, mode }): CheckItem => ({
      state: 'mend',
      path,
      detail: `Others may use it: its mode is ${mode}.`,
      command: commands.system('chmod go-rwx', path),
    })),
    ...damaged.map((path): CheckItem => ({
      state: 'mend',
      path,
      detail:
        'It is damaged. While it is there nothing is decided and nothing else can be checked. Mend it, or remove it and say again what it said.',
      command: commands.system('rm', path),
    })),
  ],
}
