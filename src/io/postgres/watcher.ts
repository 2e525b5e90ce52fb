import type { Watcher } from '../../model/ports.ts'
import type { Database } from './connect.ts'

interface Watched {
  /** Also watched, as places on the disk. */
  readonly others: Watcher | undefined
  /** Loads what is new. */
  current(): Promise<unknown>
  /** Whether a message of the database is about something that is watched. */
  concerns(message: string): boolean
  /** Also load after each connection, because messages before it were lost. */
  readonly onConnect?: true
}

/** Changes are noticed at once; where a message is lost, the check before the next request finds them. */
export function databaseWatcher({ sql }: Database, { others, current, concerns, onConnect }: Watched): Watcher {
  return {
    watch(places, changed) {
      const stopOthers = others?.watch(places, changed)
      let isOver = false
      const look = (): void =>
        void current().then(
          () => (isOver ? undefined : changed()),
          () => undefined,
        )
      const onMessage = (message: string): void => (concerns(message) ? look() : undefined)
      const listening = sql.listen('lorefence', onMessage, onConnect ? look : undefined)
      listening.catch(() => undefined)
      return () => {
        isOver = true
        stopOthers?.()
        listening.then(
          ({ unlisten }) => unlisten().catch(() => undefined),
          () => undefined,
        )
      }
    },
  }
}
