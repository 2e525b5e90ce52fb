import type { QueryRequest } from '../../src/app/index.ts'
import { manifestText, type Fields } from './manifest-text.ts'

/** A small seeded generator (mulberry32): the same seed gives the same cases. */
export class Dice {
  #state: number

  constructor(seed: number) {
    this.#state = seed
  }

  below(sides: number): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * sides)
  }

  pick<T>(...of: readonly T[]): T {
    return of[this.below(of.length)] as T
  }

  perhaps<T>(name: string, value: T): Readonly<Record<string, T>> {
    return this.below(3) === 0 ? { [name]: value } : {}
  }

  text(most: number): string {
    let text = ''
    for (let left = this.below(most + 1); left > 0; left--) text += alphabet[this.below(alphabet.length)]
    return text
  }
}

/**
 * Few letters, so that terms match texts; among them letters with unusual case mappings, parts of words, and surrogate
 * pairs.
 */
const alphabet = [
  'a',
  'a',
  'b',
  'b',
  'A',
  'B',
  ' ',
  '-',
  '/',
  '.',
  '1',
  'é',
  'É',
  'ß',
  'İ',
  'i',
  'σ',
  'Σ',
  'ς',
  '電',
  '池',
  '😀',
  'ab',
  'ba',
]

export function randomManifest(dice: Dice, project: string): string {
  const count = 1 + dice.below(8)
  const idOf = (i: number): string => (dice.below(12) === 0 ? 'twin' : `${dice.text(3)}${i}`)
  const ids = Array.from({ length: count }, (_, i) => idOf(i))
  const units = ids.map((id): Fields => ({
    id,
    path: `docs/${dice.text(5).replaceAll(/[/.]/g, 'b')}x.md`,
    intent: `${dice.text(8)}?`,
    ...dice.perhaps('scope', dice.pick('global', 'project', 'module')),
    audience: dice.pick(['agent'], ['agent', 'devops'], ['operator'], []),
    triggers: Array.from({ length: dice.below(4) }, () => `${dice.text(4)}a`),
    hints: {
      ...dice.perhaps('token_estimate', dice.below(6) * 10),
      ...(dice.below(2) === 0 ? { summary_unit: dice.pick(...ids) } : {}),
    },
    ...dice.perhaps('sensitivity', dice.pick('public', 'internal', 'confidential', 'restricted')),
    ...dice.perhaps('requires_capabilities', dice.pick(['tool:crane'], ['crane', 'role:pilot'], [])),
    ...dice.perhaps('validated', dice.pick('2026-05-01', '2026-04-06', '2026-04-05', '2020-02-29')),
    ...dice.perhaps('freshness_policy', { max_age_days: dice.pick(0, 5, 30) }),
    ...(dice.below(8) === 0 ? { deprecated: true } : {}),
  }))
  return manifestText({ project, ...dice.perhaps('freshness_policy', { max_age_days: 30 }) }, ...units)
}

/** Any characters, a piece of one of the texts, or such a piece with a character missing. */
function randomTerm(dice: Dice, texts: readonly string[]): string {
  const text = texts[dice.below(texts.length)] ?? ''
  const start = dice.below(text.length)
  const piece = text.slice(start, start + 1 + dice.below(7))
  const at = dice.below(piece.length)
  return dice.pick(dice.text(3), piece, `${piece.slice(0, at)}${piece.slice(at + 1)}`)
}

export function randomRequest(dice: Dice, texts: readonly string[]): QueryRequest {
  const terms = Array.from({ length: dice.below(4) }, () => randomTerm(dice, texts))
  return {
    ...(dice.below(8) === 0 ? {} : { terms: dice.below(5) === 0 ? [...terms, ...terms] : terms }),
    ...dice.perhaps('audience', dice.pick('agent', 'operator', 'devops')),
    ...(dice.below(6) === 0 ? { scope: dice.pick('global', 'project', 'module') } : {}),
    ...dice.perhaps('sensitivity_max', dice.pick('public', 'internal', 'confidential', 'restricted')),
    ...(dice.below(2) === 0 ? { max_token_budget: dice.below(12) * 10 } : {}),
    ...dice.perhaps('include_summaries', dice.below(3) > 0),
    ...dice.perhaps('exclude_deprecated', dice.below(2) === 0),
    ...dice.perhaps('has_capabilities', dice.pick([], ['crane'], ['tool:crane', 'role:pilot'], ['pilot'])),
    ...dice.perhaps('exclude_stale', dice.below(2) === 0),
    ...dice.perhaps('limit', dice.below(8)),
  }
}
