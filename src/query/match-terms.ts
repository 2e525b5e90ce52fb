import { candidatesFor, type WordIndex } from './word-index.ts'

/** One bit for each field of a unit; the order is that of `match_reason`. */
export const fieldBits = { trigger: 1, intent: 2, id: 4, path: 8 } as const

/** Fields of the units of one manifest, in lower case. */
export interface Lowered {
  readonly triggers: readonly (readonly string[])[]
  readonly intents: readonly string[]
  readonly ids: readonly string[]
  readonly paths: readonly string[]
}

export interface Searchable {
  readonly lowered: Lowered
  readonly words: WordIndex
}

interface Matches {
  readonly scores: Uint32Array
  /** Fields that matched any term. */
  readonly fields: Uint8Array
}

/** KCP §15.4, for every set of fields that one term matched: 5 for triggers, 3 for the intent, 1 for id or path. */
const points = Uint8Array.from(
  { length: 16 },
  (_, fields) => (fields & 1 ? 5 : 0) + (fields & 2 ? 3 : 0) + (fields & 12 ? 1 : 0),
)

/** Every term counts, repeated ones too; case is ignored by Unicode's lower-case mapping without a locale. */
export function matchTerms(searchable: Searchable, terms: readonly string[]): Matches {
  const count = searchable.lowered.ids.length
  const matches: Matches = { scores: new Uint32Array(count), fields: new Uint8Array(count) }
  const found = new Uint8Array(count)
  for (const term of terms) {
    findTerm(searchable, term.toLowerCase(), found)
    for (let unit = 0; unit < count; unit++) {
      const fields = found[unit] ?? 0
      if (fields === 0) continue
      matches.scores[unit] = (matches.scores[unit] ?? 0) + (points[fields] ?? 0)
      matches.fields[unit] = (matches.fields[unit] ?? 0) | fields
      found[unit] = 0
    }
  }
  return matches
}

/** Sets in `found` which fields of each unit contain the term. */
function findTerm({ lowered, words }: Searchable, term: string, found: Uint8Array): void {
  const candidates = candidatesFor(words, term)
  if (!candidates) {
    for (let unit = 0; unit < found.length; unit++) found[unit] = fieldsWith(lowered, unit, 15, term)
    return
  }
  const { ids, exact, from } = candidates
  for (const id of ids) {
    for (let at = from.offsets[id] ?? 0; at < (from.offsets[id + 1] ?? 0); at++) {
      const posting = from.postings[at] ?? 0
      const unit = posting >>> 4
      found[unit] = (found[unit] ?? 0) | (posting & 15)
    }
  }
  if (!exact)
    for (let unit = 0; unit < found.length; unit++)
      if (found[unit]) found[unit] = fieldsWith(lowered, unit, found[unit] ?? 0, term)
}

/** The fields of a unit that contain the text. */
function fieldsWith({ triggers, intents, ids, paths }: Lowered, unit: number, fields: number, text: string): number {
  let holding = 0
  if (fields & fieldBits.trigger && triggers[unit]?.some((trigger) => trigger.includes(text)))
    holding |= fieldBits.trigger
  if (fields & fieldBits.intent && intents[unit]?.includes(text)) holding |= fieldBits.intent
  if (fields & fieldBits.id && ids[unit]?.includes(text)) holding |= fieldBits.id
  if (fields & fieldBits.path && paths[unit]?.includes(text)) holding |= fieldBits.path
  return holding
}
