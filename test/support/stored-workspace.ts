import { onTestFinished } from 'vitest'
import { chooseFiles, type ChosenFiles } from '../../src/app/push/push.ts'
import { diskFiles } from '../../src/io/disk/disk-files.ts'
import { memoryPorts } from '../../src/io/memory/memory-ports.ts'
import { migrateDatabase } from '../../src/io/postgres/migrate.ts'
import { pushFiles } from '../../src/io/postgres/push-files.ts'
import { storedWorkspace, type StoredWorkspace } from '../../src/io/postgres/stored-workspace.ts'
import { waitForDatabase, type WaitingDatabase } from '../../src/io/postgres/waiting-database.ts'
import type { Database } from '../../src/io/postgres/connect.ts'
import type { PushedRevision } from '../../src/model/records/push.ts'
import { connected, freshDatabase } from './postgres.ts'

export interface StoredWorld {
  readonly url: string
  readonly database: Database
  readonly waiting: WaitingDatabase
  push(folder: string, workspace?: string): Promise<PushedRevision & Pick<ChosenFiles, 'leftOut' | 'files'>>
  open(workspace?: string): Promise<StoredWorkspace>
}

/** An empty database with the tables of lorefence; its connections are closed when the test ends. */
export async function storedWorld(): Promise<StoredWorld> {
  const url = await freshDatabase()
  const database = connected(url)
  await migrateDatabase(database)
  const waiting = waitForDatabase(url, {})
  onTestFinished(() => waiting.close())
  return {
    url,
    database,
    waiting,
    async push(folder, workspace = 'harbor') {
      const chosen = chooseFiles(memoryPorts(diskFiles), folder)
      return { ...(await pushFiles(database, workspace, chosen)), leftOut: chosen.leftOut, files: chosen.files }
    },
    async open(workspace = 'harbor') {
      const stored = storedWorkspace(workspace, database, waiting)
      await stored.current()
      return stored
    },
  }
}
