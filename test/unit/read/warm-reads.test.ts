import { expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants } from '../../../src/app/index.ts'
import type { Files } from '../../../src/model/ports.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { packTree } from '../../support/read-packs.ts'

const task = 'battery hours of the kiosk'
const facts = (hours: string): string => `# Facts\n\nThe battery of the kiosk lasts ${hours} hours.\n`
const file = '/w/.agents/knowledge/kiosk/compiled/facts.md'
const tree = packTree({
  kiosk: {
    files: { 'compiled/facts.md': facts('nine'), 'compiled/screen.md': '# Screen\n\nThe screen has 21 inches.\n' },
  },
  tent: {
    fields: { description: 'Facts on tents.' },
    files: { 'compiled/tent.md': '# Tent\n\nA tent sleeps four.\n' },
  },
}) as Record<string, string>

/** A disk whose files can be exchanged while a knowledge is open. */
function changingDisk() {
  let disk = memoryFiles(tree)
  const files: Files & { readonly opened: string[] } = {
    read: (...args) => disk.read(...args),
    list: (folder) => disk.list(folder),
    kindOf: (path) => disk.kindOf(path),
    realPath: (path) => disk.realPath(path),
    get opened() {
      return disk.opened
    },
  }
  const swap = (changes: Record<string, string>): void => {
    disk = memoryFiles({ ...tree, ...changes })
  }
  return { files, swap, opened: () => disk.opened }
}

test('a second read opens only what it releases, and the guide of its pack', async () => {
  const { files, opened } = changingDisk()
  const knowledge = await openKnowledge({ roots: ['/w'], ports: memoryPorts(files), trustAll: true })
  const first = await knowledge.read({ task })
  opened().length = 0
  const second = await knowledge.read({ task })
  expect(second.fenced).toBe(first.fenced)
  expect([...new Set(opened().map((path) => path.replace('/w/.agents/knowledge/', '')))]).toEqual([
    'kiosk/KNOWLEDGE.md',
    'kiosk/compiled/facts.md',
  ])
})

test('a granted file that changed between two reads is never used', async () => {
  const { files, swap } = changingDisk()
  const ports = memoryPorts(files)
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  expect((await knowledge.read({ task })).fenced).toContain('nine hours')
  swap({ [file]: facts('two') })
  const { fenced, omitted } = await knowledge.read({ task })
  expect(fenced).not.toMatch(/nine hours|two hours/)
  expect(omitted).toContainEqual(
    expect.objectContaining({ ref: 'pack:kiosk', path: 'compiled/facts.md', reason: 'changed' }),
  )
})

test('a changed guide closes the pack between two reads', async () => {
  const { files, swap } = changingDisk()
  const ports = memoryPorts(files)
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  await knowledge.read({ task })
  swap({
    '/w/.agents/knowledge/kiosk/KNOWLEDGE.md': `${tree['/w/.agents/knowledge/kiosk/KNOWLEDGE.md']}\nOne more line.\n`,
  })
  expect(await knowledge.read({ task })).toMatchObject({ fenced: '', omittedCounts: { changed: 1 } })
})

test('in a followed folder, what the file says now counts', async () => {
  const { files, swap } = changingDisk()
  const knowledge = await openKnowledge({ roots: ['/w'], ports: memoryPorts(files), trustAll: true })
  await knowledge.read({ task })
  swap({ [file]: facts('two') })
  const { fenced, receipt } = await knowledge.read({ task })
  expect(fenced).toContain('two hours')
  expect(receipt.spans).toHaveLength(1)
})

test('a grant that was taken back between two reads counts at once', async () => {
  const { files } = changingDisk()
  const ports = memoryPorts(files)
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  await knowledge.read({ task })
  ports.given.delete('/w/.agents/knowledge/kiosk')
  expect((await knowledge.read({ task })).fenced).toBe('')
})

test('refresh forgets everything: a new file is found', async () => {
  const { files, swap } = changingDisk()
  const knowledge = await openKnowledge({ roots: ['/w'], ports: memoryPorts(files), trustAll: true })
  await knowledge.read({ task })
  swap({
    '/w/.agents/knowledge/kiosk/compiled/heater.md':
      '# Heater\n\nThe heater of the kiosk starts below three degrees.\n',
  })
  await knowledge.refresh()
  expect(
    (await knowledge.read({ task: 'Below how many degrees does the heater of the kiosk start?' })).fenced,
  ).toContain('three degrees')
})
