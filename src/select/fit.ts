import { constants } from '../rank/constants.ts'

const { mostAttempts, worthwhile } = constants

export interface Fitting<T> {
  /** The reply for about this many tokens of text and envelope. */
  compose(budget: number): T
  /** Tokens of the fenced reply. */
  measure(composed: T): number
  isEmpty(composed: T): boolean
  /** Whether something did not fit. */
  isCut(composed: T): boolean
}

export interface Fit<T> {
  readonly composed: T
  readonly tokens: number
}

/** The largest reply that fits: text and envelope together never exceed the budget (AK-169). */
export function fit<T>(budget: number, { compose, measure, isEmpty, isCut }: Fitting<T>): Fit<T> {
  let available = budget
  let composed = compose(available)
  let tokens = measure(composed)
  for (let attempt = 1; tokens > budget && !isEmpty(composed) && attempt <= mostAttempts + 1; attempt++) {
    available = attempt > mostAttempts ? 0 : Math.min(available - (tokens - budget), Math.floor(available * 0.97))
    composed = compose(available)
    tokens = measure(composed)
  }
  if (!isCut(composed) || budget - tokens < worthwhile) return { composed, tokens }
  // The envelope is smaller than estimated and something did not fit, so a larger reply is tried.
  for (const part of [1, 0.5]) {
    const larger = compose(available + Math.floor((budget - tokens) * part))
    const largerTokens = measure(larger)
    if (largerTokens <= budget && largerTokens > tokens) return { composed: larger, tokens: largerTokens }
  }
  return { composed, tokens }
}
