import { always, askTime, notDeclared, writtenAt, type Gate } from '../gate.ts'
import { windowState } from '../window.ts'

const spec = 'KCP §4.22'
const undeclared = always({ verdict: 'allow', code: 'temporal-undeclared', spec })

/** KCP §4.22: outside its window a unit is not used; whoever names it may be let in by a person. */
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
  // Nobody approves what nobody requested.
  return circumstances.activation === 'explicit'
    ? { verdict: 'ask', code: `temporal-${state}`, ...at, obligations: ['note'] }
    : { verdict: 'deny', code: `temporal-${state}-unnamed`, ...at }
}
