import type { Span } from '../../model/codes/diagnostic.ts'

/** A common mistake in one line, with the intended text. */
export interface Slip {
  readonly message: string
  readonly span: Span
  readonly replacement: { readonly title: string; readonly text: string }
}

/** A longer text is reported without a proposal: each one takes another parse. */
const longestText = 65_536
const longestLine = 2000

/**
 * The slip that stops the parser at an offset. It is in that line or in the one before, and without it the parser gets
 * further; `stopsAt` is where the parser stops, if it does.
 */
export function findSlip(text: string, at: number, stopsAt: (text: string) => number | undefined): Slip | undefined {
  if (text.length > longestText) return undefined
  for (const start of [lineStart(text, at), lineStart(text, lineStart(text, at) - 1)]) {
    const line = /^[^\r\n]*/.exec(text.slice(start, start + longestLine))?.[0] ?? ''
    for (const slip of slips) {
      const found = slip(line)
      if (!found) continue
      const span = { start: start + found.at, end: start + found.at + found.length }
      const stop = stopsAt(text.slice(0, span.start) + found.text + text.slice(span.end))
      if (stop === undefined || stop > at + found.text.length - found.length)
        return { message: found.message, span, replacement: { title: found.title, text: found.text } }
    }
  }
  return undefined
}

const lineStart = (text: string, at: number): number => (at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1)

interface Found {
  readonly at: number
  readonly length: number
  readonly text: string
  readonly title: string
  readonly message: string
}

/** `key: value # comment`, as an item of a list too. */
const entry = /^(\s*(?:- +)*([\w.-]{1,80}):[ \t]+)(\S.*?)(?=[ \t]+#|[ \t]*$)/

const inValue =
  (fix: (value: string) => { readonly text: string; readonly title: string; readonly slip: string } | undefined) =>
  (line: string): Found | undefined => {
    const [, before = '', key = '', value = ''] = entry.exec(line) ?? []
    const fixed = value === '' ? undefined : fix(value)
    return (
      fixed && {
        at: before.length,
        length: value.length,
        text: fixed.text,
        title: fixed.title,
        message: `The YAML cannot be read: the value of "${key}" ${fixed.slip}.`,
      }
    )
  }

function quoted(value: string): string {
  return value.includes("'") && !/["\\]/.test(value) ? `"${value}"` : `'${value.replaceAll("'", "''")}'`
}

const slips: readonly ((line: string) => Found | undefined)[] = [
  inValue((value) => {
    if (/^["'[{|>&*!#]/.test(value)) return undefined
    const slip = /:(?:\s|$)/.test(value) ? 'contains ":" and has no quotes' : 'starts with a sign and has no quotes'
    return { text: quoted(value), title: 'put it in quotes', slip }
  }),
  inValue((value) => {
    const inner = /^'(.*)'$/.exec(value)?.[1]
    return inner?.replaceAll("''", '').includes("'")
      ? { text: quoted(inner.replaceAll("''", "'")), title: 'use other quotes', slip: 'contains its own quote' }
      : undefined
  }),
  inValue((value) =>
    /^"[^"]*"\s*\S/.test(value)
      ? { text: quoted(value), title: 'put all of it in quotes', slip: 'continues after its closing quote' }
      : undefined,
  ),
  inValue((value) =>
    /^"[^"']*"$/.test(value) && value.includes('\\')
      ? { text: `'${value.slice(1, -1)}'`, title: 'use single quotes', slip: 'contains an unknown escape sequence' }
      : undefined,
  ),
  inValue((value) => {
    const close = /^(?:"[^"]*|'[^']*)$/.test(value) ? value[0] : undefined
    return close === undefined
      ? undefined
      : { text: `${value}${close}`, title: 'close the quote', slip: 'has no closing quote' }
  }),
  inValue((value) =>
    /^\[\s*[^\s[\]{}][^[\]{}]*$/.test(value)
      ? { text: `${value}]`, title: 'close the bracket', slip: 'has no closing bracket' }
      : undefined,
  ),
  (line) => {
    const indent = /^[ \t]+/.exec(line)?.[0] ?? ''
    return indent.includes('\t')
      ? {
          at: 0,
          length: indent.length,
          text: indent.replaceAll('\t', '  '),
          title: 'indent with spaces',
          message: 'The YAML cannot be read: the line is indented with a tab.',
        }
      : undefined
  },
  (line) => {
    const [, before = '', key = ''] = /^(\s*(?:- +)*([a-z_][\w-]{0,80}):)(?=[^\s:/])/i.exec(line) ?? []
    return before === ''
      ? undefined
      : {
          at: before.length - 1,
          length: 1,
          text: ': ',
          title: 'put a space after the colon',
          message: `The YAML cannot be read: there is no space after "${key}:".`,
        }
  },
]
