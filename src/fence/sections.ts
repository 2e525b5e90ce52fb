import type { Obligation } from '../model/decisions/decision.ts'
import { sealHidden, sealLine } from './seal.ts'

/** A part of one file, with its citation. */
export interface FencedSection {
  readonly path: string
  readonly headings: readonly string[]
  readonly text: string
  /** Text of the same file is omitted before it. */
  readonly gap?: boolean
  /** The list or table at its end continues. */
  readonly goesOn?: boolean
}

/** Each section under a line with its path (AK-186); `[…]` where text is omitted. */
export function sectionsText(sections: readonly FencedSection[]): string {
  return sections
    .map(({ path, headings, text, gap, goesOn }) => {
      const place = sealLine([path, ...headings.map(inParentheses)].join(' › '))
      return `[from ${place}]\n${gap ? '[…]\n' : ''}${sealHidden(text)}${goesOn ? '\n[…]' : ''}`
    })
    .join('\n\n')
}

/** `[1.2.0]` in a heading reads better as `(1.2.0)` than escaped. A path is unchanged. */
const inParentheses = (heading: string): string => heading.replaceAll('[', '(').replaceAll(']', ')')

export interface Remarks {
  readonly warnings?: readonly string[]
  readonly obligations?: readonly Obligation[]
}

/** Header lines for warnings and obligations; a note is a warning with its own sentence. */
export function remarkLines({ warnings = [], obligations = [] }: Remarks): readonly string[] {
  const duties = [...new Set(obligations)].filter((obligation) => obligation !== 'note').sort()
  return [
    ...(warnings.length > 0 ? [`warnings: ${sealLine(warnings.join(' '))}`] : []),
    ...(duties.length > 0 ? [`obligations: ${duties.join(', ')}`] : []),
  ]
}
