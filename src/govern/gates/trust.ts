import { grantCodes } from '../../model/decisions/decision.ts'
import { always, type Gate } from '../gate.ts'

const spec = 'AK discovery, trust gates'
const builtIn = always({ verdict: 'allow', code: 'builtin', spec })
const granted = always({ verdict: 'allow', code: 'granted', spec })
const followed = always({ verdict: 'allow', code: 'followed', spec })
const ungranted = always({ verdict: 'ask', code: grantCodes.ungranted, spec })
const changed = always({ verdict: 'ask', code: grantCodes.changed, spec })

/** Text reaches a model only after a person granted it; claims of a pack about itself do not count (AK-111, AK-117). */
export const trust: Gate = ({ builtin, grant }) => {
  if (builtin) return builtIn
  if (!grant) return ungranted
  if (grant.changed) return changed
  return grant.follow ? followed : granted
}
