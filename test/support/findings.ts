import { validateText } from '../../src/app/index.ts'
import type { Diagnostic } from '../../src/model/codes/diagnostic.ts'
import type { ValidateOptions } from '../../src/validate/validate.ts'

/** The diagnostics for the text of a manifest. */
export const findingsIn = (text: string | Uint8Array, options: ValidateOptions = {}): readonly Diagnostic[] =>
  validateText(text, { file: 'knowledge.yaml', ...options }).diagnostics

/** As `error KCP303 /units/0/scope`, in text order. */
export const toldIn = (text: string | Uint8Array, options: ValidateOptions = {}): readonly string[] =>
  findingsIn(text, options).map(({ severity, code, where }) => `${severity} ${code} ${where.pointer}`.trimEnd())

/** The text after all offered fixes, applied as a tool would: from the end to the start. */
export function fixedText(text: string, options: ValidateOptions = {}): string {
  const lines = text.split('\n')
  const starts = lines.map((_, line) => lines.slice(0, line).reduce((sum, before) => sum + before.length + 1, 0))
  const offset = ({ line, column }: { line: number; column: number }): number => (starts[line - 1] ?? 0) + column - 1
  const edits = findingsIn(text, options)
    .flatMap(({ fix }) => fix?.edits ?? [])
    .map(({ range, text }) => ({ start: offset(range.start), end: offset(range.end), text }))
  return edits
    .sort((a, b) => b.start - a.start)
    .reduce((result, edit) => result.slice(0, edit.start) + edit.text + result.slice(edit.end), text)
}
