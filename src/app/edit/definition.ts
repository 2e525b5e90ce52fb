import type { Range, Span } from '../../model/diagnostic.ts'
import { indexLines } from '../../text/positions/lines.ts'

/** Where something is declared. */
export interface Definition {
  readonly path: string
  readonly range: Range
}

export const definition = (path: string, text: string, span: Span): Definition => ({
  path,
  range: indexLines(text).range(span),
})
