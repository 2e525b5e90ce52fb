import type { Sessions } from '../../model/ports.ts'

/** Sessions that end with the process. */
export function memorySessions(): Sessions {
  const sessions = new Map<string, Map<string, string>>()
  return {
    given: (session) => sessions.get(session) ?? new Map(),
    note: (session, more) => void sessions.set(session, new Map([...(sessions.get(session) ?? []), ...more])),
  }
}
