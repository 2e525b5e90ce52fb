import type { Obligation } from '../model/decision.ts'
import { sealHidden, sealLine } from './seal.ts'

/** A stretch of one file, with the place it can be cited by. */
export interface Section {
  readonly path: string
  readonly headings: readonly string[]
  readonly text: string
  /** Something of the same file was left out before it. */
  readonly gap?: boolean
  /** The list or table that it ends in goes on. */
  readonly goesOn?: boolean
}

/** Each section under a line with its path (AK-186); `[…]` where something was left out. */
export function sectionsText(sections: readonly Section[]): string {
  return sections
    .map(({ path, headings, text, gap, goesOn }) => {
      const place = sealLine([path, ...headings.map(inParentheses)].join(' › '))
      return `[from ${place}]\n${gap ? '[…]\n' : ''}${sealHidden(text)}${goesOn ? '\n[…]' : ''}`
    })
    .join('\n\n')
}

/** A heading is a label: `[1.2.0]` reads better as `(1.2.0)` than as escapes. A path stays what it is. */
const inParentheses = (heading: string): string => heading.replaceAll('[', '(').replaceAll(']', ')')

export interface Remarks {
  readonly warnings?: readonly string[]
  readonly obligations?: readonly Obligation[]
}

/** Header lines for what a reader must know; a note is a warning with a sentence of its own. */
export function remarkLines({ warnings = [], obligations = [] }: Remarks): readonly string[] {
  const duties = [...new Set(obligations)].filter((obligation) => obligation !== 'note').sort()
  return [
    ...(warnings.length > 0 ? [`warnings: ${sealLine(warnings.join(' '))}`] : []),
    ...(duties.length > 0 ? [`obligations: ${duties.join(', ')}`] : []),
  ]
}
