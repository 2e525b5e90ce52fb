import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { listCatalog, openCatalog, openKnowledge } from '../../../src/app/index.ts'
import { diskCache } from '../../../src/io/disk/disk-cache.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { fileStamps, folderStamp } from '../../../src/io/disk/file-stamps.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import type { Cache, Files } from '../../../src/model/ports.ts'
import { packText } from '../../support/judge-pack.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** Long after everything here was written. */
const later = (): number => Date.now() + 60_000

const settledFiles: Files = {
  ...diskFiles,
  folderStamp: (folder) => folderStamp(folder, later()),
  stamps: (root, reached) => fileStamps(root, later(), reached),
}

const many = 130
const old = new Date(2020, 1, 1)

const guideOf = (root: string, name: string): string => join(root, 'packs', name, 'KNOWLEDGE.md')

function workspace(): string {
  const names = Array.from({ length: many }, (_, i) => `pack-${i}`)
  const root = tempFolder(Object.fromEntries(names.map((name) => [`packs/${name}/KNOWLEDGE.md`, packText({ name })])))
  utimesSync(guideOf(root, 'pack-7'), old, old)
  return root
}

/** Lists of one user; `opened` counts what was listed and read on the way. */
function lists(root: string, files: Files = settledFiles, cache: Cache = diskCache(tempFolder())) {
  const opened = { folders: 0, heads: 0 }
  const ports = {
    ...memoryPorts({
      ...files,
      list(folder, wanted) {
        if (folder.startsWith(`${root}/packs/`)) opened.folders += 1
        return files.list(folder, wanted)
      },
      read(folder, path, options) {
        if (path === 'KNOWLEDGE.md') opened.heads += 1
        return files.read(folder, path, options)
      },
    }),
    cache,
  }
  return {
    ports,
    opened,
    async list() {
      Object.assign(opened, { folders: 0, heads: 0 })
      return listCatalog({ roots: [root], ports })
    },
    /** As a scan that knows nothing finds it. */
    scan: () => openCatalog({ roots: [root], ports: memoryPorts(diskFiles) }),
  }
}

describe('what earlier lists found', () => {
  test('is the same list', async () => {
    const { list, scan } = lists(workspace())
    const first = await list()
    expect(await list()).toEqual(first)
    expect(first).toEqual(await scan())
  })

  test.runIf(process.platform === 'linux')('is not listed and read again', async () => {
    const { list, opened } = lists(workspace())
    await list()
    expect(opened).toEqual({ folders: many, heads: many })
    await list()
    expect(opened).toEqual({ folders: 0, heads: 0 })
  })

  test('is kept for many folders and heads only', async () => {
    const kept: string[] = []
    const cache = { get: () => undefined, put: (key: string) => void kept.push(key) }
    const root = tempFolder({ 'packs/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }) })
    await lists(root, settledFiles, cache).list()
    expect(kept).toEqual([])
    await lists(workspace(), settledFiles, cache).list()
    expect(kept).toHaveLength(process.platform === 'linux' ? 1 : 0)
  })

  const changes: Readonly<Record<string, (root: string) => void>> = {
    'an edit of the same size with its old time put back': (root) => {
      writeFileSync(guideOf(root, 'pack-7'), packText({ name: 'pack-7', status: 'draft' }))
      utimesSync(guideOf(root, 'pack-7'), old, old)
    },
    'a new pack': (root) => {
      mkdirSync(join(root, 'packs/new'))
      writeFileSync(guideOf(root, 'new'), packText({ name: 'new' }))
    },
    'a pack in a folder that had none': (root) => {
      mkdirSync(join(root, 'other/deep'), { recursive: true })
      writeFileSync(join(root, 'other/deep/KNOWLEDGE.md'), packText({ name: 'deep' }))
    },
    'a removed pack': (root) => rmSync(join(root, 'packs/pack-7'), { recursive: true }),
    'a removed guide': (root) => rmSync(guideOf(root, 'pack-7')),
    'a pack in a folder of another name': (root) =>
      renameSync(join(root, 'packs/pack-7'), join(root, 'packs/pack-other')),
    'a pack that was moved elsewhere': (root) => {
      mkdirSync(join(root, 'moved'))
      renameSync(join(root, 'packs/pack-7'), join(root, 'moved/pack-7'))
    },
    'two packs that changed places': (root) => {
      renameSync(join(root, 'packs/pack-7'), join(root, 'packs/between'))
      renameSync(join(root, 'packs/pack-8'), join(root, 'packs/pack-7'))
      renameSync(join(root, 'packs/between'), join(root, 'packs/pack-8'))
    },
    'a guide that became a link': (root) => {
      renameSync(guideOf(root, 'pack-7'), join(root, 'packs/pack-7/real.md'))
      symlinkSync('real.md', guideOf(root, 'pack-7'))
    },
    'a folder that became a link': (root) => {
      renameSync(join(root, 'packs/pack-7'), join(root, 'hidden'))
      symlinkSync(join(root, 'hidden'), join(root, 'packs/pack-7'))
    },
    'a guide that is a note now': (root) => writeFileSync(guideOf(root, 'pack-7'), '# A note\n'),
    'a guide with an error': (root) => writeFileSync(guideOf(root, 'pack-7'), packText({ name: 'pack-7', type: 'x' })),
    'a manifest': (root) =>
      writeFileSync(join(root, 'knowledge.yaml'), 'kcp_version: "0.14"\nproject: new\nversion: 1.0.0\nunits: []\n'),
  }

  test.each(Object.entries(changes))('is not used after %s', async (_, change) => {
    const root = workspace()
    const { list, scan } = lists(root)
    await list()
    change(root)
    const listed = await list()
    expect(listed).toEqual(await scan())
    expect(await list()).toEqual(listed)
  })

  test('is not kept of what was changed a moment ago, so that the next edit shows whatever its time', async () => {
    const root = workspace()
    const { list, scan, opened } = lists(root, diskFiles)
    await list()
    writeFileSync(guideOf(root, 'pack-7'), packText({ name: 'pack-7', status: 'draft' }))
    expect(await list()).toEqual(await scan())
    expect(opened.heads).toBe(many)
  })

  test('is not used for a granted pack: its bytes decide', async () => {
    const root = workspace()
    const { list, opened, ports } = lists(root)
    await list()
    const path = join(root, 'packs/pack-7')
    ports.grants.save({ path, given: 'terminal', at: '2026-05-01T08:00:00Z', follow: true })
    const { entries } = await list()
    expect(entries.filter(({ standing }) => standing !== 'ungranted').map(({ ref }) => ref)).toEqual(['pack:pack-7'])
    expect(opened.heads).toBeGreaterThan(0)
  })

  test.each(['', '{', 'null', '{"folders":[1],"heads":[]}', '{"folders":[],"heads":[["a"]]}', '{"folders":[[]]}'])(
    'is ignored where it is damaged: %s',
    async (text) => {
      const cache = { get: () => new TextEncoder().encode(text), put: () => undefined }
      const { list, scan } = lists(workspace(), settledFiles, cache)
      expect(await list()).toEqual(await scan())
    },
  )

  test('is never asked for where something is decided', async () => {
    const cache = {
      get: () => {
        throw new Error('asked')
      },
      put: () => undefined,
    }
    const root = workspace()
    const { ports } = lists(root, settledFiles, cache)
    expect((await openCatalog({ roots: [root], ports })).entries).toHaveLength(many)
    expect((await openKnowledge({ roots: [root], ports })).catalog.entries).toHaveLength(many)
  })
})
