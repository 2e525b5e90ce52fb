import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants } from '../../../src/app/index.ts'
import { systemPorts } from '../../../src/io/system.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** The paths of what is synced while something runs, in order. */
async function syncedBy(run: () => Promise<unknown>): Promise<readonly string[]> {
  const synced: string[] = []
  const own = { fsyncSync: fs.fsyncSync, fsync: fs.fsync, fdatasync: fs.fdatasync }
  const note = (descriptor: number): void => void synced.push(fs.readlinkSync(`/proc/self/fd/${descriptor}`))
  const fsyncSync = (descriptor: number): void => {
    note(descriptor)
    own.fsyncSync(descriptor)
  }
  // Noted when it is done: only that counts.
  const noting = (sync: typeof own.fsync) => (descriptor: number, done: fs.NoParamCallback) =>
    sync(descriptor, (error) => {
      note(descriptor)
      done(error)
    })
  Object.assign(fs, { fsyncSync, fsync: noting(own.fsync), fdatasync: noting(own.fdatasync) })
  syncBuiltinESMExports()
  try {
    await run()
  } finally {
    Object.assign(fs, own)
    syncBuiltinESMExports()
  }
  return synced
}

test.runIf(process.platform === 'linux')(
  'a record and the head that names it are on the disk before text is released',
  async () => {
    const root = tempFolder({
      'knowledge.yaml': manifestText({}, unitWith({ id: 'setup', path: 'setup.md', intent: 'How is it set up?' })),
      'setup.md': '# Setup\n\nPlug the kiosk in.\n',
    })
    const state = join(tempFolder(), 'state')
    const ports = systemPorts({ HOME: tempFolder(), LOREFENCE_STATE: state })
    saveGrants(ports, proposeGrants(ports, root, '/'), { follow: false, given: 'terminal' })
    const knowledge = await openKnowledge({ roots: [root], ports })
    for (const read of ['first', 'second']) {
      const synced = await syncedBy(async () => {
        expect((await knowledge.read({ task: 'How do I plug the kiosk in?' })).fenced).toContain('Plug the kiosk in.')
      })
      const places = synced.map((path) => path.slice(state.length + 1).replace(/[^/]+\.jsonl$/, 'segment'))
      const record = ['receipts/segment', 'receipts', 'receipts/heads']
      expect(places.filter((place) => record.includes(place))).toEqual(
        read === 'first' ? record : ['receipts/segment', 'receipts/heads'],
      )
    }
  },
)
