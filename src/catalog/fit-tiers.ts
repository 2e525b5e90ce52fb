import type { Tokenizer } from '../model/ports.ts'

export interface Fitted<Text extends string> {
  /** Empty when nothing fits. */
  readonly text: Text | ''
  readonly tokens: number
  /** The listed items: position and form. */
  readonly taken: readonly (readonly [position: number, form: string])[]
  /** Positions of the items that do not fit. */
  readonly omitted: readonly number[]
}

export interface FitOptions<Text extends string> {
  /** Maximum tokens of the whole text; without it every item is full. */
  readonly budget?: number
  /** So many items at the start are listed in their fullest form first, within half of the budget. */
  readonly leading?: number
  readonly tokenizer: Pick<Tokenizer, 'count'>
  /** The text around the lines, with the number of omitted items. */
  frame(lines: readonly string[], omitted: number): Text
}

/**
 * Lists each item in one of its forms, from full to shortest. First as many items as possible in their shortest form, in
 * order, then longer forms, tier by tier, within the budget.
 */
export function fitTiers<Text extends string>(
  items: readonly (readonly string[])[],
  { budget = Infinity, leading = 0, tokenizer, frame }: FitOptions<Text>,
): Fitted<Text> {
  if (items.length === 0) return { text: '', tokens: 0, taken: [], omitted: [] }
  const longest = items.map(([first = ''], i) => [i, first] as const)
  const full = frame(
    longest.map(([, form]) => form),
    0,
  )
  const tokens = tokenizer.count(full)
  if (tokens <= budget) return { text: full, tokens, taken: longest, omitted: [] }
  const available = budget - tokenizer.count(frame([], items.length))
  const chosen = chooseTiers(items, { available, leading, tokenizer })
  // Token counts of parts do not add up, so the whole is counted last.
  for (;;) {
    const taken = items.flatMap((forms, i) => (chosen[i] === undefined ? [] : [[i, forms[chosen[i]] ?? ''] as const]))
    const omitted = items.flatMap((_, i) => (chosen[i] === undefined ? [i] : []))
    if (taken.length === 0) return { text: '', tokens: 0, taken, omitted }
    const text = frame(
      taken.map(([, form]) => form),
      omitted.length,
    )
    const count = tokenizer.count(text)
    if (count <= budget) return { text, tokens: count, taken, omitted }
    chosen[chosen.findLastIndex((tier) => tier !== undefined)] = undefined
  }
}

function chooseTiers(
  items: readonly (readonly string[])[],
  {
    available,
    leading,
    tokenizer,
  }: Required<Pick<FitOptions<string>, 'leading' | 'tokenizer'>> & { available: number },
): (number | undefined)[] {
  const costs = items.map((forms) => forms.map((form) => tokenizer.count(`${form}\n`)))
  const chosen: (number | undefined)[] = items.map(() => undefined)
  const tiers = Math.max(...items.map((forms) => forms.length))
  let left = available
  for (const [i, [price = 0]] of costs.slice(0, leading).entries()) {
    if (left - price < available / 2) break
    left -= price
    chosen[i] = 0
  }
  for (let step = 1; step <= tiers; step++) {
    for (const [i, own] of costs.entries()) {
      const current = chosen[i]
      const tier = own.length - step
      if (tier < 0 || (current !== undefined && current <= tier) || (step > 1 && current === undefined)) continue
      const price = (own[tier] ?? 0) - (current === undefined ? 0 : (own[current] ?? 0))
      if (price > left) continue
      left -= price
      chosen[i] = tier
    }
  }
  return chosen
}
