import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Position, Range } from 'vscode-languageserver-types'
import type { Position as OwnPosition, Range as OwnRange } from '../../model/codes/diagnostic.ts'

/** The path of a file; `undefined` for texts that are not files, such as a new tab. */
export function pathOf(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined
  } catch {
    return undefined
  }
}

export const uriOf = (path: string): string => pathToFileURL(path).href

/** Ours count from 1, those of the protocol from 0; both count UTF-16 units. */
const positionOf = ({ line, column }: OwnPosition): Position => ({ line: line - 1, character: column - 1 })
const ownPosition = ({ line, character }: Position): OwnPosition => ({ line: line + 1, column: character + 1 })

export const rangeOf = ({ start, end }: OwnRange): Range => ({ start: positionOf(start), end: positionOf(end) })
export const ownRange = ({ start, end }: Range): OwnRange => ({ start: ownPosition(start), end: ownPosition(end) })

/** For a finding about a file as a whole. */
export const fileStart: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }
