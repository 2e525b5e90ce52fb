import type { Catalog, CatalogEntry } from '../../model/catalog.ts'
import type { Tokenizer } from '../../model/ports.ts'
import { disclose, isGranted, omit, type OmittedEntry } from '../disclosure.ts'
import { asModelKnows } from '../for-model.ts'

export interface ModelListOptions {
  readonly maxTokens?: number
  /** For a client without an activation tool, whose model reads the entry file itself (AK-137). */
  readonly locations?: boolean
  /** Locations in XML relative to their root, for a model that opens no file here (AK-348). */
  readonly relative?: boolean
  /** Units that the requester may use, for the topics of manifests; without it only the number of units is listed. */
  readonly usable?: readonly { readonly ref: string }[]
  readonly tokenizer: Tokenizer
}

/** An entry and its text in a list. */
export interface ListedEntry {
  readonly entry: CatalogEntry
  readonly text: string
}

/** A list for a model, and what it omits. */
export interface ModelList<Text extends string> {
  readonly text: Text | ''
  readonly tokens: number
  readonly listed: readonly ListedEntry[]
  readonly omitted: readonly OmittedEntry[]
}

interface ListForm<Text extends string> {
  /** From full to shortest. */
  formsOf(entry: CatalogEntry): readonly string[]
  /** The text around the items, with the numbers of omitted and of further ungranted entries. */
  frame(items: readonly string[], more: { readonly left: number; readonly ungranted: number }): Text
}

/** Ungranted entries that a list names; the others are counted. */
const mostUngranted = 10

/** A list in any form: granted entries within the budget, then the names of a few ungranted ones if they fit. */
export function fitList<Text extends string>(
  catalog: Catalog,
  { maxTokens = Infinity, tokenizer }: Pick<ModelListOptions, 'maxTokens' | 'tokenizer'>,
  { formsOf, frame }: ListForm<Text>,
): ModelList<Text> {
  const { entries: disclosed, omitted: hidden } = disclose(catalog)
  if (disclosed.length === 0) return { text: '', tokens: 0, listed: [], omitted: hidden }
  const fit = (ordered: readonly CatalogEntry[], leading: number): Fitted<Text> =>
    fitTiers(ordered.map(formsOf), {
      budget: maxTokens,
      leading,
      tokenizer,
      frame: (items, left) => frame(items, { left, ungranted: 0 }),
    })
  const whole = fit(disclosed.filter(isGranted), 0)
  // The line of a manifest covers many units, so a list that is cut starts with manifests.
  const entries = whole.omitted.length === 0 ? disclosed : manifestsFirst(disclosed)
  const granted = entries.filter(isGranted)
  const ungranted = entries.filter((entry) => !isGranted(entry))
  const fitted = entries === disclosed ? whole : fit(granted, granted.filter(isManifest).length)
  const texts = new Map(fitted.taken.flatMap(([i, form]) => (granted[i] ? [[granted[i], form] as const] : [])))
  const omitted = [...hidden, ...fitted.omitted.flatMap((i) => (granted[i] ? [omit(granted[i], 'budget')] : []))]
  for (let named = Math.min(mostUngranted, ungranted.length); ungranted.length > 0 && named >= 0; named--) {
    const names = ungranted.slice(0, named).map((entry) => [entry, formsOf(asModelKnows(entry)).at(-1) ?? ''] as const)
    const listed = listedIn(entries, new Map([...texts, ...names]))
    const more = { left: fitted.omitted.length, ungranted: ungranted.length - named }
    const text = frame(
      listed.map((item) => item.text),
      more,
    )
    const tokens = tokenizer.count(text)
    if (tokens > maxTokens) continue
    const unnamed = ungranted.slice(named).map((entry) => omit(entry, 'ungranted'))
    return { text, tokens, listed, omitted: [...omitted, ...unnamed] }
  }
  return {
    text: fitted.text,
    tokens: fitted.tokens,
    listed: listedIn(granted, texts),
    omitted: [...omitted, ...ungranted.map((entry) => omit(entry, 'budget'))],
  }
}

const listedIn = (entries: readonly CatalogEntry[], texts: ReadonlyMap<CatalogEntry, string>): readonly ListedEntry[] =>
  entries.flatMap((entry) => {
    const text = texts.get(entry)
    return text === undefined ? [] : [{ entry, text }]
  })

const isManifest = ({ document }: CatalogEntry): boolean => document.kind === 'manifest'

const manifestsFirst = (entries: readonly CatalogEntry[]): readonly CatalogEntry[] => [
  ...entries.filter(isManifest),
  ...entries.filter((entry) => !isManifest(entry)),
]

interface Fitted<Text extends string> {
  /** Empty when nothing fits. */
  readonly text: Text | ''
  readonly tokens: number
  /** The listed items: position and form. */
  readonly taken: readonly (readonly [position: number, form: string])[]
  /** Positions of the items that do not fit. */
  readonly omitted: readonly number[]
}

interface FitOptions<Text extends string> {
  /** Maximum tokens of the whole text. */
  readonly budget: number
  /** This many items at the start are listed in their fullest form first, within half of the budget. */
  readonly leading: number
  readonly tokenizer: Pick<Tokenizer, 'count'>
  /** The text around the lines, with the number of omitted items. */
  frame(lines: readonly string[], omitted: number): Text
}

/**
 * Lists each item in one of its forms, from full to shortest. First as many items as possible in their shortest form,
 * in order, then longer forms, tier by tier, within the budget.
 */
function fitTiers<Text extends string>(
  items: readonly (readonly string[])[],
  { budget, leading, tokenizer, frame }: FitOptions<Text>,
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
  { available, leading, tokenizer }: Pick<FitOptions<string>, 'leading' | 'tokenizer'> & { available: number },
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
