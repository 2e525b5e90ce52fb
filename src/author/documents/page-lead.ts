import { readHtml } from '../../formats/html/html.ts'
import type { Lead } from './described-lead.ts'
import { firstSentence, isInformative } from './first-sentence.ts'
import { plainLine } from './plain-line.ts'

/** Only the top is searched; it may begin with scripts and navigation. */
const searchedLength = 131_072

/** Title and first sentence of an HTML page. A template, or a page that a script fills, has none. */
export function pageLead(text: string): Lead {
  const top = text.slice(0, searchedLength)
  const { sections, units } = readHtml(top, 0)
  const named = /<title>([^<]*)<\/title>/i.exec(top)?.[1] ?? ''
  const [written, ...headings] = [...sections.map((section) => section.title), named].filter((line) =>
    isText(plainLine(line)),
  )
  const title = written === undefined ? undefined : plainLine(written)
  const sentence = units
    .filter(({ kind }) => kind === 'sentence')
    .map(({ start, end }) => firstSentence(plainLine(top.slice(start, end))))
    .find((candidate) => isText(candidate) && isInformative(candidate, title ?? ''))
  return {
    ...(title === undefined ? {} : { title }),
    ...(sentence === undefined ? {} : { sentence }),
    ...(headings.length === 0 ? {} : { headings }),
  }
}

/** Fragments are parts of pages, as in templates of components. */
export const isWholePage = (text: string): boolean => /<(?:!doctype|html|body)\b/i.test(text.slice(0, 4096))

/** Not empty, and without placeholders of template languages. */
const isText = (line: string): boolean => line !== '' && !/\{\{|\{%|\{#|<%|<\?|\$\{/.test(line)
