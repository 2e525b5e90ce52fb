import { createHash } from 'node:crypto'
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { limits } from '../../model/limits.ts'
import type { Sessions } from '../../model/ports.ts'
import { loadJson, saveJson } from '../disk/json-file.ts'

/** One file per session, named by a digest, because a session id may be any text. */
export function sessionStore(folder: string): Sessions {
  const root = join(folder, 'sessions')
  const fileOf = (session: string): string =>
    join(root, `${createHash('sha256').update(session).digest('hex').slice(0, 32)}.json`)
  const load = (session: string): Record<string, string> => {
    const file = fileOf(session)
    return isOver(file) ? {} : loadJson(file, {})
  }
  return {
    given: (session) => new Map(Object.entries(load(session))),
    note(session, given) {
      const file = fileOf(session)
      const isNew = statSync(file, { throwIfNoEntry: false }) === undefined
      saveJson(file, { ...load(session), ...Object.fromEntries(given) })
      if (isNew) removeOld(root)
    },
    forget: (session) => rmSync(fileOf(session), { force: true }),
  }
}

function isOver(file: string): boolean {
  const noted = statSync(file, { throwIfNoEntry: false })
  return noted !== undefined && noted.mtimeMs <= Date.now() - limits.sessionHours * 3_600_000
}

function removeOld(root: string): void {
  for (const name of readdirSync(root)) if (isOver(join(root, name))) rmSync(join(root, name), { force: true })
}
