import type { Ports, SharedStores, Watcher } from '../../model/ports.ts'
import { connectDatabase, type Database } from './connect.ts'
import { storedKnowledge, type StoredKnowledge, type StorePlace } from './stored-knowledge.ts'

/** Ports whose stores are in a database, with the files and the word index of a workspace there. */
export async function withWorkspace(
  ports: Ports & { readonly shared: SharedStores },
  place: StorePlace,
): Promise<Ports & { readonly shared: SharedStores }> {
  const database = connectDatabase(place.url, place.env, 2)
  const stored = storedKnowledge(database, ports.files, place)
  const close = async (): Promise<void> => {
    await Promise.all([stored.close(), database.close()])
  }
  try {
    await stored.current()
  } catch (error) {
    await close()
    throw error
  }
  const { files, words, cache } = stored
  const { shared, watcher } = ports
  return {
    ...ports,
    files,
    words,
    cache,
    ...(watcher ? { watcher: watcherOver(database, stored, watcher) } : {}),
    shared: {
      ...shared,
      current: async () => void (await Promise.all([shared.current(), stored.current()])),
      close: async () => void (await Promise.all([shared.close(), close()])),
    },
  }
}

/** A new revision is noticed at once; where a message is lost, the look before the next request sees it. */
function watcherOver({ sql }: Database, stored: StoredKnowledge, others: Watcher): Watcher {
  return {
    watch(places, changed) {
      const stopOthers = others.watch(places, changed)
      let isOver = false
      const look = (): void =>
        void stored.current().then(
          () => (isOver ? undefined : changed()),
          () => undefined,
        )
      const listening = sql.listen('lorefence', (what) => (what === 'workspaces' ? look() : undefined))
      listening.catch(() => undefined)
      return () => {
        isOver = true
        stopOthers()
        listening.then(
          ({ unlisten }) => unlisten().catch(() => undefined),
          () => undefined,
        )
      }
    },
  }
}
