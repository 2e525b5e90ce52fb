import type { EffectiveUnit, Validity } from '../../model/documents/effective.ts'
import { always, askTime, notDeclared, writtenAt, type Gate } from '../gate.ts'

const spec = 'KCP §4.22'
const undeclared = always({ verdict: 'allow', code: 'temporal-undeclared', spec })

/** KCP §4.22: a unit outside its window is not used; if it is requested by name, a person can approve it. */
export const temporal: Gate = (subject, _requester, circumstances) => {
  if (subject.kind !== 'unit') return notDeclared
  const { validFrom, validUntil } = subject.unit.temporal
  if (!validFrom && !validUntil) return undeclared
  const { temporal: validity } = subject.unit
  const state = circumstances.asOf
    ? windowState(validity, circumstances.asOf)
    : askTime(circumstances, `window ${validity.start} ${validity.end}`, (now) => windowState(validity, now))
  const bound = state === 'not-yet' ? validFrom : (validUntil ?? validFrom)
  const at = {
    values: { date: bound?.value ?? '' },
    pointer:
      bound && writtenAt(subject.unit, bound.origin, `temporal/${bound === validFrom ? 'valid_from' : 'valid_until'}`),
    spec,
  }
  if (state === 'open') return { verdict: 'allow', code: 'temporal-valid', pointer: at.pointer, spec }
  if (circumstances.allTemporal)
    return { verdict: 'allow', code: `temporal-${state}-listed`, ...at, obligations: ['note'] }
  // Only a unit that was requested by name can be approved.
  return circumstances.activation === 'explicit'
    ? { verdict: 'ask', code: `temporal-${state}`, ...at, obligations: ['note'] }
    : { verdict: 'deny', code: `temporal-${state}-unnamed`, ...at }
}

type WindowState = 'open' | 'not-yet' | 'expired'

/** Whether a unit is valid at a time; both bounds are inclusive (KCP §4.22). */
export function windowState({ start, end }: Validity, at: Date): WindowState {
  if (at.getTime() < start) return 'not-yet'
  return at.getTime() > end ? 'expired' : 'open'
}

export const hasWindow = ({ temporal: { validFrom, validUntil } }: Pick<EffectiveUnit, 'temporal'>): boolean =>
  validFrom !== undefined || validUntil !== undefined

/** Why a unit is not valid, as a sentence for lists. */
export function windowSentence({ validFrom, validUntil }: Validity, state: Exclude<WindowState, 'open'>): string {
  return state === 'not-yet' ? `It is valid from ${validFrom?.value}.` : `It was valid until ${validUntil?.value}.`
}
