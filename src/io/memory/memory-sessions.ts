import { limits } from '../../model/limits.ts'
import type { Sessions } from '../../model/ports.ts'

/** Above this, the sessions that noted least recently are forgotten. */
const mostSessions = 1000

interface Noted {
  readonly given: ReadonlyMap<string, string>
  readonly at: number
}

/** Sessions that end with the process. */
export function memorySessions(now: () => number = Date.now): Sessions {
  const sessions = new Map<string, Noted>()
  const given = (session: string): ReadonlyMap<string, string> => {
    const noted = sessions.get(session)
    return noted && noted.at > now() - limits.sessionHours * 3_600_000 ? noted.given : new Map()
  }
  return {
    given,
    note(session, more) {
      const noted = { given: new Map([...given(session), ...more]), at: now() }
      sessions.delete(session)
      sessions.set(session, noted)
      for (const oldest of [...sessions.keys()].slice(0, -mostSessions)) sessions.delete(oldest)
    },
    forget: (session) => void sessions.delete(session),
  }
}
