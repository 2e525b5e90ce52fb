import type { Gate } from '../gate.ts'

/** Text reaches a model only after a person's word for it; what a pack claims of itself opens nothing (AK-111, AK-117). */
export const trustGate: Gate = ({ builtin, grant, pack }) => {
  const spec = 'AK discovery, trust gates'
  if (builtin) return { gate: 'trust', verdict: 'allow', code: 'builtin', sentence: 'It is built in.', spec }
  if (!grant) return { gate: 'trust', verdict: 'ask', code: 'approval-required', sentence: `Nobody has granted the use of "${pack.name}" yet; run "lorefence trust" on its folder.`, spec }
  return grant.follow
    ? { gate: 'trust', verdict: 'allow', code: 'followed', sentence: 'Its folder is followed by your own grant.', spec }
    : { gate: 'trust', verdict: 'allow', code: 'granted', sentence: 'Its files are granted one by one.', spec }
}
