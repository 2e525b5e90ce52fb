import { createHmac, randomBytes } from 'node:crypto'
import { linkSync, readFileSync, unlinkSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../disk/private-file.ts'
import { ensurePrivateFolder } from './state-folder.ts'

/** Hashes text under a key, so that nobody without it can try out what the text was. */
export const hashUnder = (key: string, text: string): string =>
  `hmac-sha256:${createHmac('sha256', key).update(text).digest('hex')}`

/** The key of this state folder; made when it is first needed. */
export function operatorKey(folder: string): string {
  const file = join(folder, 'key')
  const kept = readKey(file)
  if (kept !== undefined) return kept
  ensurePrivateFolder(folder)
  const fresh = join(folder, `key.${randomBytes(6).toString('hex')}.new`)
  writePrivateFile(fresh, `${randomBytes(32).toString('hex')}\n`)
  try {
    // Unlike a rename, a link never replaces the key that another process has just made.
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
    throw new Error(`${file} cannot be read, so what may not be kept in words cannot be recorded.`, { cause: error })
  }
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new Error(`${file} is damaged; remove it, and hashes of earlier tasks can no longer be compared.`)
  return text
}
