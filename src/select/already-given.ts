import type { Span } from '../model/diagnostic.ts'
import type { Omission } from '../model/read.ts'
import type { Companion } from './companions.ts'
import type { Candidate } from './score.ts'
import type { Source } from './texts/source.ts'

/** Whether an earlier reply held something of this stretch of a file. */
export type WasGiven = (place: File & Span) => boolean

type File = Pick<Source, 'ref' | 'path' | 'fileDigest'>

/** What matches a task, and what the personas that speak on it are known by. */
export interface Found {
  readonly ranked: readonly Candidate[]
  readonly voice: readonly Companion[]
}

export interface NotGiven extends Found {
  /** Where everything found was given before: its entries. */
  readonly alreadyGiven: readonly Omission[]
}

/** What comes after earlier replies. A persona goes along with all that is new; alone it is not repeated. */
export function withoutGiven({ ranked, voice }: Found, wasGiven: WasGiven): NotGiven {
  const newMatches = ranked.filter(
    ({ source, member: { text }, unit }) =>
      !wasGiven({ ...fileOf(source), start: text.unitStart[unit] ?? 0, end: text.unitEnd[unit] ?? 0 }),
  )
  if (newMatches.length > 0) return { ranked: newMatches, voice, alreadyGiven: [] }
  const newVoice = voice.filter(({ source, span }) => !wasGiven({ ...fileOf(source), ...span }))
  const refs = new Set([...ranked, ...voice].map(({ source }) => source.ref))
  return { ranked: [], voice: newVoice, alreadyGiven: newVoice.length > 0 ? [] : [...refs].sort().map(givenBefore) }
}

const fileOf = ({ ref, path, fileDigest }: Source): File => ({ ref, path, fileDigest })

const givenBefore = (ref: string): Omission => ({
  ref,
  reason: 'already-given',
  detail: 'All of it that matches the task was given in earlier replies.',
})
