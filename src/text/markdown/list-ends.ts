import type { Span } from '../../model/codes/diagnostic.ts'

const item = /^[ \t]{0,12}(?:[-*+]|\d{1,9}[.)])[ \t]/
const row = /^[ \t]{0,8}\|/
/** Lines of one item that are searched for its mark. */
const mostLines = 40

/** Whether the list or table at the start or end of a span continues before or after it. */
export function listEnds(text: string, { start, end }: Span): { readonly before: boolean; readonly after: boolean } {
  const own = lineAt(text, end - 1)
  const next = lineAt(text, own.end + 1)
  const afterBlank = isBlank(text, next) ? lineAt(text, next.end + 1) : next
  return {
    before: item.test(written(text, lineAt(text, start))) && belongsToItem(text, lineAt(text, start).start - 1),
    after:
      (row.test(written(text, own)) && row.test(written(text, next))) ||
      (item.test(written(text, afterBlank)) && belongsToItem(text, end - 1)),
  }
}

/** Whether the line at a place, or the one above a blank line there, is part of a list item. */
function belongsToItem(text: string, at: number): boolean {
  let line = lineAt(text, at)
  if (isBlank(text, line)) line = lineAt(text, line.start - 1)
  for (let looked = 0; looked < mostLines && !isBlank(text, line); looked++) {
    if (item.test(written(text, line))) return true
    line = lineAt(text, line.start - 1)
  }
  return false
}

/** Lines before the first and after the last are blank. */
function lineAt(text: string, at: number): Span {
  if (at < 0 || at >= text.length) return { start: at, end: at }
  const start = text.lastIndexOf('\n', at - 1) + 1
  const end = text.indexOf('\n', at)
  return { start: at === 0 ? 0 : start, end: end < 0 ? text.length : end }
}

const written = (text: string, { start, end }: Span): string => text.slice(start, Math.min(end, start + 40))
const isBlank = (text: string, { start, end }: Span): boolean =>
  text.slice(start, Math.min(end, start + 400)).trim() === ''
