/** How a block of HTML ends: at a blank line, or at the line with this text. */
export type HtmlBlock = 'blank' | '-->' | '?>' | '>' | ']]>' | 'raw'

const blockTags = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div ' +
    'dl dt fieldset figcaption ' +
    'figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend li link main menu ' +
    'menuitem nav noframes ol ' +
    'optgroup option p param search section summary table tbody td tfoot th thead title tr track ul'
  ).split(' '),
)

/** CommonMark §4.6: the lines of a block are neither heading nor paragraph. */
export function htmlBlockStart(text: string, at: number, end: number, interrupts: boolean): HtmlBlock | undefined {
  if (text.charCodeAt(at) !== 60) return undefined
  const line = text.slice(at, Math.min(end, at + 1000))
  if (line.startsWith('<!--')) return '-->'
  if (line.startsWith('<?')) return '?>'
  if (line.startsWith('<![CDATA[')) return ']]>'
  if (/^<![a-z]/i.test(line)) return '>'
  if (/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i.test(line)) return 'raw'
  const tag = /^<\/?([a-z][a-z0-9-]*)(?:\s|\/?>|$)/i.exec(line)
  if (tag && blockTags.has((tag[1] ?? '').toLowerCase())) return 'blank'
  return !interrupts && !/^<\/?(?:script|pre|style|textarea)\b/i.test(line) && isWholeTag(line) ? 'blank' : undefined
}

export function htmlBlockEnd(block: HtmlBlock, text: string, at: number, end: number): boolean {
  if (block === 'blank') return false
  const line = text.slice(at, end)
  return block === 'raw' ? /<\/(?:script|pre|style|textarea)>/i.test(line) : line.includes(block)
}

/** One complete tag of any name, alone on its line. */
function isWholeTag(line: string): boolean {
  if (/^<\/[a-z][a-z0-9-]*[ \t]*>[ \t]*$/i.test(line)) return true
  return /^<[a-z][a-z0-9-]*(?:[ \t]+[a-z_:][\w.:-]*(?:[ \t]*=[ \t]*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*[ \t]*\/?>[ \t]*$/i.test(
    line,
  )
}
