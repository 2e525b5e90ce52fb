import type { Severity } from '../../../../model/codes/diagnostic.ts'

const codesOfColor = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  cyan: [36, 39],
} as const

/** Every sequence that `paintWith` writes. */
export const ownColors = new RegExp(`\\u001b\\[(?:${[...new Set(Object.values(codesOfColor).flat())].join('|')})m`, 'g')

/** Colours text, or leaves it alone where there are no colours. */
export type Paint = { readonly [Color in keyof typeof codesOfColor]: (text: string) => string }

export function paintWith(color: boolean): Paint {
  const painters = Object.entries(codesOfColor).map(([name, [on, off]]) => [
    name,
    color ? (text: string) => `\u001b[${on}m${text}\u001b[${off}m` : (text: string) => text,
  ])
  return Object.fromEntries(painters) as Paint
}

export function paintSeverity(paint: Paint, severity: Severity): (text: string) => string {
  switch (severity) {
    case 'error':
      return (text) => paint.bold(paint.red(text))
    case 'warning':
      return (text) => paint.bold(paint.yellow(text))
    case 'info':
      return (text) => paint.bold(paint.blue(text))
  }
}
