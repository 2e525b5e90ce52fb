import { expect } from 'vitest'
import type { Diagnostic, Position } from '../../src/model/diagnostic.ts'

/** Every finding about the text has a place, and the place lies inside the text. A byte order mark is not part of it. */
export function expectPlacesInside(text: string, diagnostics: readonly Diagnostic[]): void {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const isInside = ({ line, column }: Position): boolean => line >= 1 && line <= lines.length && column >= 1 && column <= (lines[line - 1]?.length ?? 0) + 2
  for (const { code, severity, where } of diagnostics) {
    if (severity !== 'info') expect(where.range, `${code} at "${where.pointer}" has no range`).toBeDefined()
    if (!where.range) continue
    const { start, end } = where.range
    expect(isInside(start) && isInside(end), `${code} stands at ${JSON.stringify(where.range)}`).toBe(true)
    expect(start.line < end.line || (start.line === end.line && start.column <= end.column), `${code} ends before it starts`).toBe(true)
  }
}
