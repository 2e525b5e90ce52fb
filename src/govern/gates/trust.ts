import type { Gate } from '../gate.ts'

/** Text reaches a model only after a person's word for it; what a pack claims of itself opens nothing (AK-111, AK-117). */
export const trust: Gate = ({ builtin, grant }) => {
  const spec = 'AK discovery, trust gates'
  if (builtin) return { verdict: 'allow', code: 'builtin', spec }
  if (!grant) return { verdict: 'ask', code: 'approval-required', spec }
  return { verdict: 'allow', code: grant.follow ? 'followed' : 'granted', spec }
}
