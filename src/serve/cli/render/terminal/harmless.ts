import { findHidden } from '../../../../text/detect/hidden.ts'
import { ownColors } from './paint.ts'

/** Text of others on a terminal: whatever one would obey, reorder or hide is spelled out. Tabs and line breaks stay. */
export function harmless(text: string): string {
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

/** The same for text that we have coloured: our own colours work, and nothing else does. */
export function harmlessColored(text: string): string {
  let shown = ''
  let from = 0
  for (const { 0: color, index } of text.matchAll(ownColors)) {
    shown += harmless(text.slice(from, index)) + color
    from = index + color.length
  }
  return shown + harmless(text.slice(from))
}
