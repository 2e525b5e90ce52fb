import { findHidden } from '../../../../text/detect/hidden.ts'
import { ownColors } from './paint.ts'

/** Escapes what a terminal would interpret, reorder or hide in foreign text. Tabs and line breaks stay. */
export function terminalSafe(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  let shown = ''
  let from = 0
  for (const at of findHidden(lines)) {
    const code = lines.codePointAt(at) ?? 0
    shown += `${lines.slice(from, at)}<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
    from = at + (code > 0xffff ? 2 : 1)
  }
  return shown + lines.slice(from)
}

/** The same for text that we have coloured; only our own colours are kept. */
export function terminalSafeColored(text: string): string {
  let shown = ''
  let from = 0
  for (const { 0: color, index } of text.matchAll(ownColors)) {
    shown += terminalSafe(text.slice(from, index)) + color
    from = index + color.length
  }
  return shown + terminalSafe(text.slice(from))
}
