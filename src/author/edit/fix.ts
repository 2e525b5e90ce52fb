import type { Diagnostic, Edit, Fix, Position, Span } from '../../model/codes/diagnostic.ts'
import { indexLines, type LineIndex } from '../../text/positions/lines.ts'

/** Why a fix was skipped: another one changes the same text, its place does not exist, or it changes nothing. */
export type SkipReason = 'overlap' | 'outside' | 'unchanged'

export interface FixedText {
  readonly text: string
  readonly applied: readonly Diagnostic[]
  readonly skipped: readonly { readonly diagnostic: Diagnostic; readonly reason: SkipReason }[]
}

interface Splice extends Span {
  readonly text: string
}

/** Applies every fix that does not overlap an earlier one. A fix is applied completely or not at all. */
export function applyFixes(text: string, diagnostics: readonly Diagnostic[]): FixedText {
  const lines = indexLines(text)
  const taken: Splice[] = []
  const applied: Diagnostic[] = []
  const skipped: { diagnostic: Diagnostic; reason: SkipReason }[] = []
  for (const diagnostic of diagnostics) {
    if (!diagnostic.fix) continue
    const splices = splicesOf(diagnostic.fix, text, lines)
    const reason = typeof splices === 'string' ? splices : take(taken, splices)
    if (reason === undefined) applied.push(diagnostic)
    else skipped.push({ diagnostic, reason })
  }
  return { text: splice(text, taken), applied, skipped }
}

function splicesOf(fix: Fix, text: string, lines: LineIndex): readonly Splice[] | SkipReason {
  const splices: Splice[] = []
  for (const edit of fix.edits) {
    const span = spanOf(edit, lines)
    if (!span) return 'outside'
    splices.push({ ...span, text: edit.text })
  }
  return splices.every(({ start, end, text: inserted }) => text.slice(start, end) === inserted) ? 'unchanged' : splices
}

function spanOf({ range }: Edit, lines: LineIndex): Span | undefined {
  const start = offsetOf(range.start, lines)
  const end = offsetOf(range.end, lines)
  return start === undefined || end === undefined || start > end ? undefined : { start, end }
}

function offsetOf({ line, column }: Position, lines: LineIndex): number | undefined {
  if (!Number.isInteger(line) || !Number.isInteger(column) || line < 1 || line > lines.count) return undefined
  return column < 1 || column > lines.line(line).length + 1 ? undefined : lines.offset({ line, column })
}

/** Adds all splices of a fix to the sorted list, or none of them. */
function take(taken: Splice[], splices: readonly Splice[]): SkipReason | undefined {
  const sorted = [...splices].sort((a, b) => a.start - b.start || a.end - b.end)
  if (
    sorted.some(
      (splice, i) =>
        (i > 0 && overlap(splice, sorted[i - 1])) ||
        overlap(splice, taken[indexFor(taken, splice)]) ||
        overlap(splice, taken[indexFor(taken, splice) - 1]),
    )
  )
    return 'overlap'
  for (const splice of sorted) taken.splice(indexFor(taken, splice), 0, splice)
  return undefined
}

/** Two insertions at one place overlap as well: their order is undefined. */
function overlap(a: Span, b: Span | undefined): boolean {
  return b !== undefined && ((a.start < b.end && b.start < a.end) || a.start === b.start)
}

function indexFor(taken: readonly Splice[], { start }: Span): number {
  let low = 0
  let high = taken.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((taken[middle]?.start ?? 0) < start) low = middle + 1
    else high = middle
  }
  return low
}

function splice(text: string, splices: readonly Splice[]): string {
  let result = ''
  let from = 0
  for (const { start, end, text: inserted } of splices) {
    result += text.slice(from, start) + inserted
    from = end
  }
  return result + text.slice(from)
}
