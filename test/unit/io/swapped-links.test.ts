import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { federate, openKnowledge, proposeGrants, saveGrants } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { diskInstaller } from '../../../src/io/disk/disk-installer.ts'
import { diskWriter } from '../../../src/io/disk/disk-writer.ts'
import { inHeldFolder } from '../../../src/io/disk/held-folder.ts'
import { putFile } from '../../../src/io/disk/put-file.ts'
import { replaceFile } from '../../../src/io/disk/replace-file.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import type { Fetcher } from '../../../src/model/ports.ts'
import { digest } from '../../../src/text/bytes/digest.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text)

/** A folder is moved away, and a link to another takes its name. */
function swap(folder: string, target: string): void {
  if (existsSync(folder)) renameSync(folder, `${folder}.away`)
  mkdirSync(target, { recursive: true })
  symlinkSync(target, folder)
}

describe.runIf(process.platform === 'linux')(
  'a folder that is replaced by a link between the check and the write',
  () => {
    test('is still the folder that was checked', () => {
      const base = tempFolder({ 'ws/a/x.md': 'x', 'out/y.md': 'y' })
      inHeldFolder(join(base, 'ws/a'), (at) => {
        swap(join(base, 'ws/a'), join(base, 'out'))
        writeFileSync(join(at, 'new.md'), 'new')
      })
      expect(readdirSync(join(base, 'out'))).toEqual(['y.md'])
      expect(readdirSync(join(base, 'ws/a.away')).sort()).toEqual(['new.md', 'x.md'])
    })

    test('is refused if it was replaced before it is held', () => {
      const base = tempFolder({ 'ws/a/x.md': 'x', 'out/y.md': 'y', 'out/a/z.md': 'z' })
      swap(join(base, 'ws/a'), join(base, 'out'))
      expect(() => inHeldFolder(join(base, 'ws/a'), () => 'done')).toThrow()
      swap(join(base, 'ws'), join(base, 'out'))
      expect(() => inHeldFolder(join(base, 'ws/a'), () => 'done')).toThrow('replaced by a link')
    })
  },
)

test('nothing is written, replaced or removed through a folder that became a link', () => {
  const base = tempFolder({ 'ws/a/x.md': 'x', 'out/x.md': 'x' })
  const root = join(base, 'ws')
  swap(join(root, 'a'), join(base, 'out'))
  expect(diskWriter.create(root, 'a/new.md', bytes('new')).ok).toBe(false)
  expect(putFile(root, 'a/x.md', bytes('new')).ok).toBe(false)
  expect(replaceFile(root, 'a/x.md', { before: bytes('x'), after: bytes('new') }).ok).toBe(false)
  expect(replaceFile(root, 'a/x.md', { before: bytes('x') }).ok).toBe(false)
  expect(diskInstaller.createFolder({ root, folder: 'a/pack', files: new Map([['x.md', bytes('x')]]) }).ok).toBe(false)
  mkdirSync(join(base, 'out/empty'))
  diskInstaller.removeEmpty(root, 'a/empty')
  expect(readdirSync(join(base, 'out')).sort()).toEqual(['empty', 'x.md'])
  expect(readFileSync(join(base, 'out/x.md'), 'utf8')).toBe('x')
})

/** The remote side answers, and swaps a folder while it does. */
const swapping = (bodies: Readonly<Record<string, string>>, during: () => void): Fetcher => ({
  async fetch({ url }) {
    const body = bodies[url]
    if (body === undefined)
      return { outcome: 'failed', code: 'RUN722', message: 'The server answered with status 404.' }
    during()
    return {
      outcome: 'fetched',
      url,
      bytes: bytes(body),
      digest: digest(body),
      redirects: 0,
      address: '93.184.215.14',
    } as unknown as Awaited<ReturnType<Fetcher['fetch']>>
  },
})

test.each(['.lorefence', '.lorefence/federated'])(
  'federate writes nothing outside when %s becomes a link while it fetches',
  async (folder) => {
    const url = 'https://a.example/knowledge.yaml'
    const base = tempFolder({
      'ws/knowledge.yaml': manifestText({ project: 'hub', manifests: [{ id: 'a', url }] }),
      'ws/setup.md': '# Setup\n',
      'ws/.lorefence/federated/keep.md': '',
    })
    const root = join(base, 'ws')
    const ports = { ...memoryPorts(diskFiles) }
    saveGrants(ports, proposeGrants(ports, '.', root), { follow: false, given: 'terminal' })
    const { catalog } = await openKnowledge({ roots: [root], ports })
    const fetcher = swapping({ [url]: manifestText({ project: 'a' }, unitWith()) }, () =>
      swap(join(root, folder), join(base, 'out')),
    )
    const { sources } = await federate(catalog, { ports, fetcher, write: putFile, remove: replaceFile })
    expect(sources).toMatchObject([{ id: 'a', outcome: 'failed' }])
    expect(readdirSync(join(base, 'out'))).toEqual([])
  },
)
