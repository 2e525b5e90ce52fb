import { limits } from '../../model/limits.ts'
import { maskCommand } from '../../text/detect/command-secrets.ts'

/** The text of a message as it may be stored: masked before it is cut, so that no part of a secret remains. */
export function storedText(text: string): string {
  const masked = maskCommand(cutText(text, 0, limits.memoryReadLength)).trim()
  const kept = cutText(masked, 0, limits.memoryTextLength)
  return kept === masked ? masked : `${kept} […]`
}

/** A part of a text without half a character at its ends. */
export const cutText = (text: string, start: number, end: number): string =>
  text.slice(start, end).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
