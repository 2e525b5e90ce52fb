import { expect, test } from 'vitest'
import { changedEntries } from '../../../src/app/list/changed-entries.ts'
import { openKnowledge, proposeGrants, saveGrants } from '../../../src/app/index.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'

const pack = (name: string): string =>
  `---\nname: ${name}\ndescription: Facts about the kiosk.\ntype: brand-product\nstatus: ready\n---\n\n# Kiosk\n`

/** How many grants are looked up to show what changed among ten packs. */
async function lookups(granted: boolean): Promise<number> {
  const files = Array.from({ length: 10 }, (_, i) => [`/w/p${i}/KNOWLEDGE.md`, pack(`p${i}`)] as const)
  const ports = memoryPorts(memoryFiles(Object.fromEntries(files)))
  if (granted) saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  const { catalog } = await openKnowledge({ roots: ['/w'], ports })
  let times = 0
  const grants: typeof ports.grants = {
    ...ports.grants,
    find: (path) => {
      times += 1
      return ports.grants.find(path)
    },
  }
  const reader = { ports: { ...ports, grants }, requester: {}, restraints: {}, trustAll: false }
  expect([...(await changedEntries(catalog, reader))]).toEqual([])
  return times
}

test('a list looks up no grant where none was given', async () => {
  expect(await lookups(false)).toBe(0)
  expect(await lookups(true)).toBeGreaterThanOrEqual(10)
})
