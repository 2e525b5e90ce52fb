import { memoryReceipts } from '../../io/memory/memory-receipts.ts'
import { memorySessions } from '../../io/memory/memory-sessions.ts'
import { memoryUsage } from '../../io/memory/memory-usage.ts'
import type { StoredKnowledge, StorePlace } from '../../io/postgres/index.ts'
import type { Ports } from '../../model/ports.ts'
import type { LeftOutFile, PushedRevision } from '../../model/push.ts'
import { version } from '../../version.ts'
import { openKnowledge } from '../open/open.ts'
import type { ChosenFiles } from './choose-files.ts'

export interface Pushed extends PushedRevision {
  readonly workspace: string
  /** For messages: the address of the store without the password. */
  readonly store: string
  readonly files: number
  readonly entries: readonly string[]
  readonly leftOut: readonly LeftOutFile[]
}

/** Makes files the newest revision of a stored workspace, and adds their words to its index. */
export async function pushWorkspace(
  ports: Ports,
  { files, bytesOf, leftOut, catalog }: ChosenFiles,
  { place, onIndexed }: { readonly place: StorePlace; readonly onIndexed?: () => void },
): Promise<Pushed> {
  const { connectDatabase, migrateDatabase, pushFiles, storedKnowledge, tidyWords } =
    await import('../../io/postgres/index.ts')
  const database = connectDatabase(place.url, place.env)
  try {
    await migrateDatabase(database)
    const pushed = await pushFiles(database, place.workspace, { files, bytesOf })
    const stored = storedKnowledge(database, ports.files, place)
    try {
      await stored.current()
      await addWords(stored, ports, onIndexed)
      if (pushed.changed > 0) await tidyWords(database)
    } finally {
      await stored.close()
    }
    return {
      ...pushed,
      workspace: place.workspace,
      store: database.shown,
      files: files.size,
      entries: [...catalog.entries, ...catalog.shadowed].map(({ ref }) => ref),
      leftOut,
    }
  } finally {
    await database.close()
  }
}

/** A read adds the words of every text that it may open; those of others are added when somebody who may read them asks. Nothing is released. */
async function addWords(
  { root, files, words, cache }: StoredKnowledge,
  ports: Ports,
  onIndexed?: () => void,
): Promise<void> {
  const own: Ports = {
    ...ports,
    files,
    words,
    cache,
    grants: everythingFollowed,
    receipts: memoryReceipts(),
    sessions: memorySessions(),
    usage: memoryUsage(),
  }
  const knowledge = await openKnowledge({ roots: [root], ports: own })
  await knowledge.read({ task: 'words', ...(onIndexed ? { onIndexed } : {}) })
  await knowledge.close()
}

/** Of a large manifest that nobody granted only the beginning would be read. Nothing is released by this. */
const everythingFollowed: Ports['grants'] = {
  find: (path) => ({ path, follow: true, given: 'unattended', at: '', version }),
  isEmpty: () => false,
  below: () => [],
  save: () => undefined,
  remove: () => false,
}
