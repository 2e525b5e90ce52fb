import { expect } from 'vitest'
import type { Diagnostic, Position } from '../../src/model/codes/diagnostic.ts'

/** Every finding about the text has a position inside it. A byte order mark is not part of the text. */
export function expectPlacesInside(text: string, diagnostics: readonly Diagnostic[]): void {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const isInside = ({ line, column }: Position): boolean =>
    line >= 1 && line <= lines.length && column >= 1 && column <= (lines[line - 1]?.length ?? 0) + 2
  const isPlaced = ({ severity, where: { range } }: Diagnostic): boolean => {
    if (!range) return severity === 'info'
    const { start, end } = range
    return (
      isInside(start) &&
      isInside(end) &&
      (start.line < end.line || (start.line === end.line && start.column <= end.column))
    )
  }
  expect(diagnostics.filter((diagnostic) => !isPlaced(diagnostic))).toEqual([])
}
