import { linkSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listCatalog, openCatalog } from '../../src/app/index.ts'
import { diskCache } from '../../src/io/disk/disk-cache.ts'
import { diskFiles } from '../../src/io/disk/disk-files.ts'
import { fileStamps, folderStamp } from '../../src/io/disk/file-stamps.ts'
import { memoryPorts } from '../../src/io/memory/memory-ports.ts'
import { packText } from '../support/judge-pack.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Long after everything here was written. */
const later = (): number => Date.now() + 60_000
const old = new Date(2020, 1, 1)
const names = ['a', 'b', 'A', 'pack-7', 'node_modules', '.agents', 'knowledge']
const guide = 'KNOWLEDGE.md'

/** Below the root, which stays. */
const foldersOf = (root: string): readonly string[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()

interface Places {
  readonly one: string
  readonly other: string
  readonly name: string
}

/** Those that the disk refuses change nothing. */
const changes: Readonly<Record<string, (places: Places) => void>> = {
  add({ one, name }) {
    mkdirSync(join(one, name))
    writeFileSync(join(one, name, guide), packText({ name: name.toLowerCase() }))
  },
  // Of the same size, with its old time put back.
  edit({ one }) {
    writeFileSync(join(one, guide), packText({ name: basename(one), status: 'draft' }))
    utimesSync(join(one, guide), old, old)
  },
  note: ({ one }) => writeFileSync(join(one, guide), '# A note\n'),
  ignore: ({ one, name }) => writeFileSync(join(one, '.gitignore'), `${name}\n`),
  move: ({ one, other, name }) => renameSync(one, join(other, name)),
  exchange({ one, other }) {
    renameSync(join(one, guide), join(one, 'between'))
    renameSync(join(other, guide), join(one, guide))
    renameSync(join(one, 'between'), join(other, guide))
  },
  remove: ({ one }) => rmSync(join(one, guide)),
  'remove folder': ({ one }) => rmSync(one, { recursive: true }),
  'other case': ({ one }) => renameSync(join(one, guide), join(one, 'knowledge.md')),
  'link folder': ({ one, other, name }) => symlinkSync(one, join(other, name)),
  'link guide': ({ one, other }) => symlinkSync(join(one, guide), join(other, guide)),
  'second name'({ one, other }) {
    rmSync(join(other, guide))
    linkSync(join(one, guide), join(other, guide))
  },
  'old time': ({ one }) => utimesSync(one, old, old),
}

const step = fc.record({
  change: fc.constantFrom(...Object.keys(changes)),
  one: fc.nat(),
  other: fc.nat(),
  name: fc.constantFrom(...names),
  respectGitignore: fc.boolean(),
})

interface Step {
  readonly change: string
  readonly one: number
  readonly other: number
  readonly name: string
}

function apply(root: string, { change, one, other, name }: Step): void {
  const folders = foldersOf(root)
  const at = (place: number): string => folders[place % folders.length] ?? root
  try {
    changes[change]?.({ one: at(one), other: at(other), name })
  } catch (error) {
    expect(error).toHaveProperty('syscall')
  }
}

test('after any changes, a list that knows of earlier ones is that of a scan that knows nothing', async () => {
  const law = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 30 }), async (steps) => {
    const packs = Array.from({ length: 130 }, (_, i) => `pack-${i}`)
    const root = tempFolder(Object.fromEntries(packs.map((name) => [`all/${name}/${guide}`, packText({ name })])))
    for (const name of packs) utimesSync(join(root, 'all', name, guide), old, old)
    const files = {
      ...diskFiles,
      folderStamp: (folder: string) => folderStamp(folder, later()),
      stamps: (folder: string, reached?: boolean) => fileStamps(folder, later(), reached),
    }
    const ports = { ...memoryPorts(files), cache: diskCache(tempFolder()) }
    await listCatalog({ roots: [root], ports })
    for (const { respectGitignore, ...one } of steps) {
      apply(root, one)
      const options = { roots: [root], respectGitignore }
      const scanned = await openCatalog({ ...options, ports: memoryPorts(diskFiles) })
      expect(await listCatalog({ ...options, ports })).toEqual(scanned)
    }
  })
  await fc.assert(law, { numRuns: 2 })
})
