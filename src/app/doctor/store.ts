import type { StoreHealth } from '../../model/records/health.ts'
import type { CheckItem, EarlyCheck } from './check.ts'

/** Nothing can be decided with an unusable store. */
export const isUsable = (store: StoreHealth | undefined): boolean =>
  store?.unusable === undefined && (store?.pending ?? []).length === 0

/** Seconds by which clocks may differ. */
const mostSkew = 5

/** The database must be reachable and up to date, and its role must have exactly the rights that a server needs. */
export const store: EarlyCheck = {
  id: 'store',
  title: 'Problems with the store',
  look({ store: found }) {
    if (!found) return []
    const { shown, unusable, role, pending = [], lacks = [], exceeds = [], volatile = [], aheadSeconds = 0 } = found
    const fix = (detail: string, command?: string): CheckItem => ({
      state: 'fix',
      path: shown,
      detail,
      ...(command === undefined ? {} : { command }),
    })
    const note = (detail: string): CheckItem => ({ ...fix(detail), state: 'note' })
    if (unusable !== undefined) return [fix(`Nothing can be decided or recorded: ${unusable}`)]
    const items = [
      pending.length > 0 &&
        fix(
          `It is not prepared for this version: ${pending.join(', ')} ${isOrAre(pending)} missing. ` +
            'The owner of the database can do it.',
          'lorefence store migrate',
        ),
      lacks.length > 0 && fix(`The role "${role}" lacks rights that a server needs: ${lacks.join(', ')}.`),
      found.privacy === 'open' &&
        fix('The connection is not encrypted. Add "sslmode=verify-full" to the URL of the store.'),
      volatile.length > 0 &&
        fix(`${volatile.join(' and ')} ${isOrAre(volatile)} off: a crash loses receipts of texts that were released.`),
      found.privacy === 'unverified' &&
        note('The connection is encrypted, but not verified. Add "sslmode=verify-full" to the URL of the store.'),
      exceeds.length > 0 &&
        note(
          `The role "${role}" may change what was recorded: ${exceeds.join(', ')}. ` +
            'A server needs that only to remove what has expired.',
        ),
      Math.abs(aheadSeconds) > mostSkew &&
        note(
          `Its clock is ${Math.abs(aheadSeconds)} seconds ${aheadSeconds > 0 ? 'ahead of' : 'behind'} that of this ` +
            'machine. Keys, approvals and rate limits end by the clock of each server.',
        ),
    ]
    return items.filter((item) => item !== false)
  },
}

const isOrAre = (things: readonly string[]): string => (things.length === 1 ? 'is' : 'are')
