import type { EffectiveUnit, Validity } from '../model/effective.ts'

export type WindowState = 'open' | 'not-yet' | 'expired'

/** Whether a unit holds at a time; both bounds are inclusive (KCP §4.22). */
export function windowState({ start, end }: Validity, at: Date): WindowState {
  if (at.getTime() < start) return 'not-yet'
  return at.getTime() > end ? 'expired' : 'open'
}

export const hasWindow = ({ temporal: { validFrom, validUntil } }: Pick<EffectiveUnit, 'temporal'>): boolean =>
  validFrom !== undefined || validUntil !== undefined

/** Why a unit does not hold, as a sentence for lists. */
export function windowSentence({ validFrom, validUntil }: Validity, state: Exclude<WindowState, 'open'>): string {
  return state === 'not-yet' ? `It is valid from ${validFrom?.value}.` : `It was valid until ${validUntil?.value}.`
}
