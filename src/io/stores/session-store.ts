import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { Sessions } from '../../model/ports.ts'
import { loadJson, saveJson } from '../disk/json-file.ts'

/** One file per session, named by a digest, because a session id may be any text. */
export function sessionStore(folder: string): Sessions {
  const fileOf = (session: string): string =>
    join(folder, 'sessions', `${createHash('sha256').update(session).digest('hex').slice(0, 32)}.json`)
  const load = (session: string): Record<string, string> => loadJson(fileOf(session), {})
  return {
    given: (session) => new Map(Object.entries(load(session))),
    note: (session, given) => saveJson(fileOf(session), { ...load(session), ...Object.fromEntries(given) }),
  }
}
