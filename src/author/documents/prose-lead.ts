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
  const sentence = firstWhere(paragraphs, (paragraph) => {
    const candidate = firstSentence(plainLine(paragraph))
    return isInformative(candidate, title) ? candidate : undefined
  })
  return {
    ...(title === '' ? {} : { title }),
    ...(sentence === undefined ? {} : { sentence }),
    ...(headings.length === 0 ? {} : { headings }),
  }
}

/** The paragraph of the lead, if more than one sentence is needed. */
export function openingParagraph(text: string, format: ProseFormat): string {
  const found = firstWhere(topOf(text, format).paragraphs, (paragraph) => {
    const plain = plainLine(paragraph)
    return isInformative(firstSentence(plain), '') ? plain : undefined
  })
  return found ?? ''
}

/** Nothing after the first one that is found is looked at: most documents begin with it. */
function firstWhere(lines: Iterable<string>, find: (line: string) => string | undefined): string | undefined {
  for (const line of lines) {
    const found = find(line)
    if (found !== undefined) return found
  }
  return undefined
}

function topOf(text: string, format: ProseFormat): Top {
  const top = text.slice(0, searchedLength)
  return format === 'markdown' ? markdownTop(top) : plainTop(top, format)
}
