import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../disk/private-file.ts'
import { ensurePrivateFolder } from './state-folder.ts'

/** Hashes text with a key, so that the text cannot be guessed without it. */
export const hashUnder = (key: string, text: string): string =>
  `hmac-sha256:${createHmac('sha256', key).update(text).digest('hex')}`

/** The key of this state folder; created on first use. */
export function operatorKey(folder: string): string {
  const file = join(folder, 'key')
  const kept = readKey(file)
  if (kept !== undefined) return kept
  ensurePrivateFolder(folder)
  const fresh = join(folder, `key.${randomBytes(6).toString('hex')}.new`)
  writePrivateFile(fresh, `${randomBytes(32).toString('hex')}\n`)
  try {
    // Unlike a rename, a link never replaces a key that another process has just created.
    linkSync(fresh, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    unlinkSync(fresh)
  }
  return readKey(file) ?? ''
}

function readKey(file: string): string | undefined {
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read, so hashes of tasks cannot be recorded.`, { cause: error })
  }
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new Error(`${file} is damaged; remove it, and hashes of earlier tasks can no longer be compared.`)
  return text
}
