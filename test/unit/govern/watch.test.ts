import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openKnowledge } from '../../../src/app/index.ts'
import { diskWatcher } from '../../../src/io/disk/disk-watcher.ts'
import type { Watcher } from '../../../src/model/ports.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText } from '../../support/manifest-text.ts'
import { memoryFiles, type MemoryContent } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** A watcher that is moved by hand. */
function handWatcher(): Watcher & { folders: readonly string[]; stir(): Promise<void>; open: number } {
  let told = (): void => undefined
  const watcher = {
    folders: [] as readonly string[],
    open: 0,
    watch({ folders }: { readonly folders: readonly string[] }, changed: () => void) {
      watcher.folders = folders
      watcher.open += 1
      told = changed
      return () => void (watcher.open -= 1)
    },
    async stir() {
      told()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
  return watcher
}

async function world() {
  const tree: Record<string, MemoryContent> = { '/w/.agents/knowledge/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }) }
  const watcher = handWatcher()
  const files = { ...memoryFiles(tree) }
  const ports = {
    ...memoryPorts({
      read: (...args) => memoryFiles(tree).read(...args),
      list: (folder) => memoryFiles(tree).list(folder),
      kindOf: (path) => memoryFiles(tree).kindOf(path),
      realPath: files.realPath,
    }),
    watcher,
  }
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  let changes = 0
  const stop = knowledge.onChange(() => void changes++)
  return { tree, watcher, knowledge, stop, changes: () => changes }
}

describe('AK-203: watching the catalog', () => {
  test('a new pack is in the catalog when the listener is called, and its folder is watched', async () => {
    const { tree, watcher, knowledge, changes } = await world()
    tree['/w/.agents/knowledge/refunds/KNOWLEDGE.md'] = packText({ name: 'refunds' })
    await watcher.stir()
    expect(changes()).toBe(1)
    expect(knowledge.catalog.entries.map(({ ref }) => ref)).toEqual(['pack:kiosk', 'pack:refunds'])
    expect(watcher.folders).toContain('/w/.agents/knowledge/refunds')
    expect(watcher.open).toBe(1)
  })

  test('the folder above a root is not watched: what others do there refreshes nothing', async () => {
    const { tree, watcher } = await world()
    tree['/w/knowledge.yaml'] = manifestText()
    await watcher.stir()
    expect(watcher.folders).toContain('/w/.agents/knowledge')
    expect(watcher.folders.filter((folder) => !`${folder}/`.startsWith('/w/'))).toEqual([])
  })

  test('a change that leaves the list as it was calls nobody', async () => {
    const { tree, watcher, changes } = await world()
    tree['/w/notes.md'] = '# Notes\n'
    await watcher.stir()
    expect(changes()).toBe(0)
  })

  test('a changed description, a switch and a quarantine are changes', async () => {
    const { tree, watcher, changes } = await world()
    tree['/w/.agents/knowledge/kiosk/KNOWLEDGE.md'] = packText({
      name: 'kiosk',
      description: 'Other words about the kiosk and its battery.',
    })
    await watcher.stir()
    tree['/w/.agents/knowledge/kiosk/KNOWLEDGE.md'] = '---\nname: [\n---\n'
    await watcher.stir()
    expect(changes()).toBe(2)
  })

  test('closing ends every watch, and so does the listener itself', async () => {
    const { watcher, knowledge, stop } = await world()
    const stopOther = knowledge.onChange(() => undefined)
    expect(watcher.open).toBe(1)
    stop()
    expect(watcher.open).toBe(1)
    stopOther()
    expect(watcher.open).toBe(0)
    knowledge.onChange(() => undefined)
    expect(watcher.open).toBe(1)
    await knowledge.close()
    expect(watcher.open).toBe(0)
  })

  test('several listeners share one watch, and each is called', async () => {
    const { tree, watcher, knowledge, changes } = await world()
    let others = 0
    knowledge.onChange(() => void others++)
    tree['/w/.agents/knowledge/refunds/KNOWLEDGE.md'] = packText({ name: 'refunds' })
    await watcher.stir()
    expect([watcher.open, changes(), others]).toEqual([1, 1, 1])
  })
})

describe('watching the disk', () => {
  const changeIn = (folder: string, change: () => void, files: readonly string[] = ['KNOWLEDGE.md']): Promise<void> =>
    new Promise((heard) => {
      onTestFinished(diskWatcher([]).watch({ folders: [folder], files }, heard))
      change()
    })

  test('a file that appears, one of these that is edited, and one that goes', async () => {
    const folder = tempFolder({ 'KNOWLEDGE.md': '' })
    await changeIn(folder, () => mkdirSync(join(folder, 'new')))
    await changeIn(folder, () => writeFileSync(join(folder, 'KNOWLEDGE.md'), 'other'))
    await changeIn(folder, () => rmSync(join(folder, 'KNOWLEDGE.md')))
  })

  test('a burst is told of once', async () => {
    const folder = tempFolder()
    let told = 0
    await changeIn(folder, () => {
      onTestFinished(diskWatcher([]).watch({ folders: [folder], files: [] }, () => void told++))
      for (let i = 0; i < 50; i++) writeFileSync(join(folder, `file-${i}`), '')
    })
    await changeIn(folder, () => writeFileSync(join(folder, 'last'), ''))
    expect(told).toBeLessThanOrEqual(2)
  })

  test('a store that does not exist yet is watched from its first entry on', async () => {
    const folder = tempFolder()
    await new Promise<void>((heard) => {
      onTestFinished(diskWatcher([join(folder, 'state/grants')]).watch({ folders: [], files: [] }, heard))
      writeFileSync(join(folder, 'state/grants/one.json'), '{}')
    })
  })

  test('a folder that is not there does no harm', () => {
    expect(() => diskWatcher([]).watch({ folders: ['/nowhere/at/all'], files: [] }, () => undefined)()).not.toThrow()
  })
})
