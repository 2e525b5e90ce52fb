import type { Ports, SharedStores, Watcher } from '../../model/ports.ts'
import { connectDatabase } from './connect.ts'
import { storedKnowledge, type StorePlace } from './stored-knowledge.ts'
import { databaseWatcher } from './watcher.ts'

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
  const workspaceWatcher = (others: Watcher): Watcher =>
    databaseWatcher(database, { others, current: () => stored.current(), concerns: (what) => what === 'workspaces' })
  return {
    ...ports,
    files,
    words,
    cache,
    ...(watcher ? { watcher: workspaceWatcher(watcher) } : {}),
    shared: {
      ...shared,
      current: async () => void (await Promise.all([shared.current(), stored.current()])),
      close: async () => void (await Promise.all([shared.close(), close()])),
    },
  }
}
