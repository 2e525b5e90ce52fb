import { appendFileSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolders } from '../stores/state-folder.ts'

/** Which cards a session has seen. */
export interface ShownCards {
  has(session: string, key: string): boolean
  add(session: string, key: string): void
}

/** Sessions are forgotten after this many days. */
const days = 7
const longestName = 200

const folderIn = (state: string): string => join(state, 'command-cards')

export function shownCards(state: string): ShownCards {
  const folder = folderIn(state)
  // Hex, because a session id may be any text. Not a digest: loading node:crypto takes a tenth of the time of a hook.
  const fileOf = (session: string): string =>
    join(folder, `session-${Buffer.from(session).toString('hex').slice(0, longestName)}`)
  return {
    has(session, key) {
      try {
        return readFileSync(fileOf(session), 'utf8').split('\n').includes(key)
      } catch {
        return false
      }
    },
    add(session, key) {
      makeFolders(folder)
      forgetOld(folder)
      appendFileSync(fileOf(session), `${key}\n`, { mode: 0o600 })
    },
  }
}

function forgetOld(folder: string): void {
  const oldest = Date.now() - days * 86_400_000
  for (const name of readdirSync(folder)) {
    const file = join(folder, name)
    if ((statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < oldest) rmSync(file, { force: true })
  }
}

export const removeShownCards = (state: string): void => rmSync(folderIn(state), { recursive: true, force: true })
