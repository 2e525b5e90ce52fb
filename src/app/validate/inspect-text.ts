import { findSuspicions } from '../../fence/suspicions.ts'
import type { Diagnostic, Finding, Span } from '../../model/codes/diagnostic.ts'
import { diagnose } from '../../parse/diagnose.ts'

/** Hidden characters, imitations of the fence, role markers and instructions in a text, with their places. */
export function inspectText(text: string, { file }: { readonly file: string }): readonly Diagnostic[] {
  return diagnose(findSuspicions(text), { file, text })
}

/** The same for the stretches of a file that are shown; places refer to the whole file. */
export function inspectStretches(text: string, stretches: readonly Span[], file: string): readonly Diagnostic[] {
  return diagnose(
    stretches.flatMap((stretch) => suspicionsIn(text, stretch)),
    { file, text },
  )
}

function suspicionsIn(text: string, { start, end }: Span): readonly Finding[] {
  return findSuspicions(text.slice(start, end)).map((finding) =>
    finding.span ? { ...finding, span: { start: finding.span.start + start, end: finding.span.end + start } } : finding,
  )
}
