import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readFileSync,
  rmdirSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import type { CommandEvent } from '../../model/records/command.ts'
import { makeFolders } from '../stores/state-folder.ts'

const logIn = (home: string): string => join(home, '.kcp', 'events.jsonl')

/**
 * Appends a line to `~/.kcp/events.jsonl`, which only its owner may read; throws where it cannot, or where the file is
 * a link.
 */
export function appendEvent(home: string, event: CommandEvent): void {
  makeFolders(join(home, '.kcp'))
  // Without O_NONBLOCK, opening a pipe without a reader would block.
  const flags =
    constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = openSync(logIn(home), flags, 0o600)
  try {
    if (!fstatSync(file).isFile()) throw new Error('The log of events is not a file.')
    // One write: lines of several processes do not mix.
    writeSync(file, `${JSON.stringify(event)}\n`)
  } finally {
    closeSync(file)
  }
}

/** Removes the lines of lorefence, and the file and folder if they are empty then. */
export function removeEvents(home: string): number {
  const path = logIn(home)
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return 0
  }
  const lines = text.split('\n')
  const others = lines.filter((line) => !isOurs(line))
  const kept = others.join('\n')
  if (kept.trim() === '') unlinkSync(path)
  else writeFileSync(path, kept)
  try {
    if (kept.trim() === '') rmdirSync(join(home, '.kcp'))
  } catch {
    // The folder also contains cards of the user.
  }
  return lines.length - others.length
}

function isOurs(line: string): boolean {
  try {
    return (JSON.parse(line) as { by?: unknown }).by === 'lorefence'
  } catch {
    return false
  }
}
