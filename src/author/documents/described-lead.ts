import { firstSentence, isInformative } from './first-sentence.ts'
import { plainLine } from './plain-line.ts'

/** Title and first sentence of a document, as plain text on one line each; headings with their markup. */
export interface Lead {
  readonly title?: string
  readonly sentence?: string
  /** Of its sections. */
  readonly headings?: readonly string[]
}

/** The lead of a document with fields for title and description. */
export function describedLead(title: unknown, description: unknown): Lead {
  const shownTitle = typeof title === 'string' ? plainLine(title) : ''
  const sentence = typeof description === 'string' ? firstSentence(plainLine(description)) : ''
  return {
    ...(shownTitle === '' ? {} : { title: shownTitle }),
    ...(isInformative(sentence, shownTitle) ? { sentence } : {}),
  }
}
