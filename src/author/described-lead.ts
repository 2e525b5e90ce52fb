import { firstSentence, saysSomething } from './first-sentence.ts'
import { plainLine } from './plain-line.ts'

/** What a document says about itself at its top, as plain text on one line each. */
export interface Lead {
  readonly title?: string
  readonly sentence?: string
}

/** The lead of a document whose title and description stand in fields of their own. */
export function describedLead(title: unknown, description: unknown): Lead {
  const shownTitle = typeof title === 'string' ? plainLine(title) : ''
  const sentence = typeof description === 'string' ? firstSentence(plainLine(description)) : ''
  return {
    ...(shownTitle === '' ? {} : { title: shownTitle }),
    ...(saysSomething(sentence, shownTitle) ? { sentence } : {}),
  }
}
