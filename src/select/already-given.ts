import type { Span } from '../model/codes/diagnostic.ts'
import type { Omission } from '../model/reading/read.ts'
import type { Companion } from './companions.ts'
import type { Candidate } from './score.ts'
import type { Source } from './texts/source.ts'

/** Whether an earlier reply contained part of this span of a file. */
export type WasGiven = (place: File & Span) => boolean

type File = Pick<Source, 'ref' | 'path' | 'fileDigest'>

/** Places that match a task, and the particulars of the personas in use. */
export interface Found {
  readonly ranked: readonly Candidate[]
  readonly voice: readonly Companion[]
}

export interface NotGiven extends Found {
  /** The entries found, if all their matches were in earlier replies; otherwise empty. */
  readonly alreadyGiven: readonly Omission[]
}

/** Drops text of earlier replies. A persona is repeated only together with new text. */
export function withoutGiven({ ranked, voice }: Found, wasGiven: WasGiven | undefined): NotGiven {
  if (!wasGiven) return { ranked, voice, alreadyGiven: [] }
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
  detail: 'Everything in it that matches the task was in earlier replies.',
})
