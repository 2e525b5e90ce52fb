import type { Allowed, Fenced } from '../../model/brands.ts'
import type { Tokenizer } from '../../model/ports.ts'
import type { Resolution, Resolved } from '../../resolve/resolve.ts'
import { fenceResolved } from './fence-resolved.ts'

export interface Fitted {
  readonly resolved: Resolved
  readonly fenced: Fenced
  /** Of `fenced`, wrapper included. */
  readonly tokens: number
}

/** Guesses at the wrapper are rarely far off; this many corrections are plenty. */
const attempts = 12

/** The most that fits: text and wrapper together never take more than the budget (AK-169). */
export function fitFence(resolution: Resolution, allowed: readonly Allowed[], budget: number, tokenizer: Tokenizer): Fitted {
  const fit = (room: number): Fitted => {
    const resolved = resolution.within(room)
    const fenced = fenceResolved(resolved, allowed)
    return { resolved, fenced, tokens: tokenizer.count(fenced) }
  }
  let room = budget
  let fitted = fit(room)
  for (let attempt = 1; fitted.tokens > budget && fitted.resolved.picks.length > 0; attempt++) {
    room = attempt > attempts ? 0 : Math.min(room - (fitted.tokens - budget), Math.floor(room * 0.97))
    fitted = fit(room)
  }
  if (!hasDropped(fitted)) return fitted
  // The wrapper took less than was guessed, and something had no room.
  const spare = budget - fitted.tokens
  for (const part of [1, 0.6, 0.3]) {
    const wider = fit(room + Math.floor(spare * part))
    if (wider.tokens <= budget && wider.tokens > fitted.tokens) return wider
  }
  return fitted
}

const hasDropped = ({ resolved }: Fitted): boolean => (resolved.leftCounts['budget'] ?? 0) > 0
