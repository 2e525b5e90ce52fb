import { constants } from '../rank/constants.ts'

const { mostAttempts, worthwhile } = constants

export interface Fitting<T> {
  /** What is shown when text and wrapper may take about this many tokens. */
  compose(budget: number): T
  /** Tokens of it as a model sees it. */
  measure(composed: T): number
  isEmpty(composed: T): boolean
  /** Whether something had no room. */
  isCut(composed: T): boolean
}

export interface Fit<T> {
  readonly composed: T
  readonly tokens: number
}

/** The most that fits: text and wrapper together never take more than the budget (AK-169). */
export function fit<T>(budget: number, { compose, measure, isEmpty, isCut }: Fitting<T>): Fit<T> {
  let room = budget
  let composed = compose(room)
  let tokens = measure(composed)
  for (let attempt = 1; tokens > budget && !isEmpty(composed) && attempt <= mostAttempts + 1; attempt++) {
    room = attempt > mostAttempts ? 0 : Math.min(room - (tokens - budget), Math.floor(room * 0.97))
    composed = compose(room)
    tokens = measure(composed)
  }
  if (!isCut(composed) || budget - tokens < worthwhile) return { composed, tokens }
  // The wrapper took less than was guessed, and something had no room.
  for (const part of [1, 0.5]) {
    const wider = compose(room + Math.floor((budget - tokens) * part))
    const widerTokens = measure(wider)
    if (widerTokens <= budget && widerTokens > tokens) return { composed: wider, tokens: widerTokens }
  }
  return { composed, tokens }
}
