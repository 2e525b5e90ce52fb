import { canBeFenced, tooLongToFence } from '../../fence/seal.ts'
import type { Omission } from '../../model/read.ts'
import { leastTokens } from '../../text/tokens/tokens.ts'

type Subject = Pick<Omission, 'ref' | 'path'>

const narrower = 'Read the part that a task needs.'

/** Refuses a text by its size alone, before it is fenced and counted. */
export function tooLongBySize(text: string, most: number, subject: Subject): Omission | undefined {
  if (leastTokens(text) > most) return tooManyTokens(most, subject)
  return canBeFenced(text) ? undefined : { ...subject, reason: 'budget', detail: `${tooLongToFence} ${narrower}` }
}

export const tooManyTokens = (most: number, subject: Subject): Omission => ({
  ...subject,
  reason: 'budget',
  detail: `It has more than ${most} tokens. ${narrower}`,
})
