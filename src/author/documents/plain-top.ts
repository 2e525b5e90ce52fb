/** The beginning of a document: its first heading and its first paragraphs, markup included. */
export interface Top {
  readonly title: string | undefined
  /** Of the sections, without the title. */
  readonly headings: readonly string[]
  readonly paragraphs: Iterable<string>
}

export type PlainFormat = 'asciidoc' | 'rst' | 'text'

/** Longer lines are cut, which bounds the patterns. */
const lineLength = 2000

/** Reads the headings and paragraphs of formats whose blocks are recognised by single lines. */
export function plainTop(text: string, format: PlainFormat): Top {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.slice(0, lineLength))
  const paragraphs: string[] = []
  const headings: string[] = []
  let title: string | undefined
  let paragraph: string[] = []
  let closer: string | undefined
  const close = (): void => {
    if (paragraph.length > 0) paragraphs.push(paragraph.join(' '))
    paragraph = []
  }
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? ''
    if (closer !== undefined) {
      if (line.startsWith(closer)) closer = undefined
      continue
    }
    closer = format === 'asciidoc' ? /^(?:-{4,}|\.{4,}|={4,}|\/{4,}|\|={3,})(?=\s*$)/.exec(line)?.[0] : undefined
    const heading = closer === undefined ? headingAt(lines, i, format) : undefined
    if (heading) {
      close()
      if (title === undefined) title = heading.text
      else headings.push(heading.text)
      i += heading.lines - 1
    } else if (closer !== undefined || !isProse(line, paragraph.length > 0, format)) close()
    else paragraph.push(line.trim())
  }
  close()
  return { title, headings, paragraphs }
}

interface Heading {
  readonly text: string
  /** Lines it takes, underline included. */
  readonly lines: number
}

function headingAt(lines: readonly string[], at: number, format: PlainFormat): Heading | undefined {
  const [above = '', line = '', below = '', next = ''] = [lines[at - 1], lines[at], lines[at + 1], lines[at + 2]]
  if (format === 'asciidoc') {
    const text = /^={1,6}\s+(\S.*)$/.exec(line)?.[1]
    return text === undefined ? undefined : { text, lines: 1 }
  }
  if (isRule(line)) return isRule(next) && below.trim() !== '' ? { text: below, lines: 3 } : undefined
  if (line.trim() === '' || above.trim() !== '') return undefined
  if (isRule(below) && isProse(line, false, format)) return { text: line, lines: 2 }
  // A text file has no markup: its first line is its title if a blank line follows.
  const first =
    format === 'text' &&
    below.trim() === '' &&
    line.trim().length <= 120 &&
    lines.slice(0, at).every((earlier) => earlier.trim() === '')
  return first ? { text: line, lines: 1 } : undefined
}

const isRule = (line: string): boolean => /^([=\-~^"'`*+#<>.:_])\1{2,}\s*$/.test(line)

/** Lines other than prose: lists, tables, attributes, directives, comments. */
const otherLines: Readonly<Record<PlainFormat, RegExp>> = {
  asciidoc: /^\s*(?:[*\-.]+ |\||:[\w-]+:|\[|\/\/|\w+::|image:|include:)/,
  rst: /^\s*(?:[-*+] |\d+[.)] |#\. |\.\.(?: |$)|:[\w -]+:|\||\+[-=])/,
  text: /^\s*(?:[-*+] |\d+[.)] )/,
}

function isProse(line: string, continues: boolean, format: PlainFormat): boolean {
  if (line.trim() === '' || isRule(line) || otherLines[format].test(line)) return false
  // Indented text of AsciiDoc is code, of reStructuredText a directive's content.
  return continues || ((format === 'text' || !/^\s/.test(line)) && /\p{L}{2}/u.test(line))
}
