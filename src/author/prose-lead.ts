import type { Lead } from './described-lead.ts'
import { firstSentence, isInformative } from './first-sentence.ts'
import { markdownTop } from './markdown-top.ts'
import { plainLine } from './plain-line.ts'
import { plainTop, type PlainFormat, type Top } from './plain-top.ts'

export type ProseFormat = 'markdown' | PlainFormat

/** Only the top is searched for title and first sentence. */
const searchedLength = 32_768

/** The first heading, and the first sentence with enough words. */
export function proseLead(text: string, format: ProseFormat): Lead {
  const { title: written, headings, paragraphs } = topOf(text, format)
  const title = plainLine(written ?? '')
  const sentence = paragraphs
    .map((paragraph) => firstSentence(plainLine(paragraph)))
    .find((candidate) => isInformative(candidate, title))
  return {
    ...(title === '' ? {} : { title }),
    ...(sentence === undefined ? {} : { sentence }),
    ...(headings.length === 0 ? {} : { headings: headings.map(plainLine) }),
  }
}

/** The paragraph of the lead, if more than one sentence is needed. */
export function openingParagraph(text: string, format: ProseFormat): string {
  return (
    topOf(text, format)
      .paragraphs.map(plainLine)
      .find((paragraph) => isInformative(firstSentence(paragraph), '')) ?? ''
  )
}

function topOf(text: string, format: ProseFormat): Top {
  const top = text.slice(0, searchedLength)
  return format === 'markdown' ? markdownTop(top) : plainTop(top, format)
}
