import type { Activation } from '../../activate/activate.ts'
import type { RefusedGuide } from '../../model/reading/guide.ts'

/** The refusal of one named pack or unit. No gate decides about disabled ones. */
export const refused = (
  ref: string,
  { decisions: [decision], omitted }: Pick<Activation, 'decisions' | 'omitted'>,
): RefusedGuide => ({
  outcome: 'refused',
  ref,
  verdict: decision?.verdict === 'ask' ? 'ask' : 'deny',
  ...(decision ? { decision } : {}),
  omitted,
})
