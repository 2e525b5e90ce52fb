import { expect, test } from 'vitest'
import { readKnowledge } from '../../../src/app/read/read.ts'
import type { Cache, Files } from '../../../src/model/ports.ts'
import type { ReadResult } from '../../../src/model/reading/read.ts'
import { KnownFiles } from '../../../src/select/texts/known-files.ts'
import { ReadCache } from '../../../src/select/texts/read-cache.ts'
import { digest } from '../../../src/text/bytes/digest.ts'
import type { Fields } from '../../support/manifest-text.ts'
import { unitWorld } from '../../support/unit-world.ts'

const topics = [
  'battery',
  'screen',
  'printer',
  'warranty',
  'camera',
  'cable',
  'casing',
  'keyboard',
  'antenna',
  'speaker',
]
const textOn = (topic: string, hours: number): string =>
  `---\nowner: ops\n---\n# Facts on the ${topic}\n\n${topic === 'printer' ? `The printer of the kiosk is cleaned every ${hours} hours.` : `Number ${hours} belongs to it.`}\n`
const task = 'How often is the printer of the kiosk cleaned?'

interface Disk {
  /** Reads in a process of its own: nothing but the cache is common to two of them. */
  read(): Promise<{ readonly result: ReadResult; readonly opened: readonly string[] }>
  /** Changes a file; its stamp too, unless it is `sameStamp`. */
  write(topic: string, text: string, sameStamp?: boolean): void
  readonly kept: Map<string, Uint8Array>
}

function diskWith({
  fields = {},
  others = [],
  follows = true,
}: { readonly fields?: Fields; readonly others?: readonly Fields[]; readonly follows?: boolean } = {}): Disk {
  const world = unitWorld([...topics.map((id) => ({ id, intent: `Facts on the ${id}`, ...fields })), ...others], {
    files: Object.fromEntries(topics.map((topic, i) => [`/w/docs/${topic}.md`, textOn(topic, i + 2)])),
  })
  const kept = new Map<string, Uint8Array>()
  const cache: Cache = { get: (key) => kept.get(key), put: (key, bytes) => void kept.set(key, bytes) }
  const written = new Map<string, Uint8Array>()
  const stamps = new Map<string, number>()
  const opened: string[] = []
  const files: Files = {
    ...world.files,
    read(root, path, options) {
      if (path.startsWith('docs/')) opened.push(path.slice('docs/'.length, -'.md'.length))
      const bytes = written.get(path)
      return bytes ? { ok: true, bytes, more: false } : world.files.read(root, path, options)
    },
    stamps: () => (path) => `stamp ${stamps.get(path) ?? 0}`,
  }
  return {
    kept,
    async read() {
      opened.length = 0
      const reader = {
        ...world.reader,
        ports: { ...world.ports, files },
        trustAll: follows,
        cache: new ReadCache(cache),
      }
      const result = await readKnowledge(world.catalog, { task }, reader)
      return { result, opened: [...new Set(opened)].sort() }
    },
    write(topic, text, sameStamp = false) {
      const path = `docs/${topic}.md`
      written.set(path, new TextEncoder().encode(text))
      if (!sameStamp) stamps.set(path, (stamps.get(path) ?? 0) + 1)
    },
  }
}

test('a later process opens only what it quotes or what has changed, and answers the same', async () => {
  const disk = diskWith()
  const first = await disk.read()
  expect(first.opened).toEqual([...topics].sort())
  const second = await disk.read()
  expect(second.result.fenced).toContain('The printer of the kiosk is cleaned every 4 hours.')
  expect({ ...second.result, receipt: undefined }).toEqual({ ...first.result, receipt: undefined })
  expect(second.result.receipt.proof).toBe(first.result.receipt.proof)
  expect(second.opened).toContain('printer')
  expect(second.opened).not.toContain('speaker')
  disk.write('speaker', textOn('speaker', 99))
  expect((await disk.read()).opened).toContain('speaker')
  expect((await disk.read()).opened).not.toContain('speaker')
})

test('what is quoted is read: a changed text with the same stamp is found, and its old words are not', async () => {
  const disk = diskWith()
  await disk.read()
  disk.write('printer', textOn('printer', 77), true)
  const { result } = await disk.read()
  expect(result.fenced).toContain('The printer of the kiosk is cleaned every 77 hours.')
  expect(result.fenced).not.toContain('every 4 hours')
  expect((await disk.read()).result.fenced).toBe(result.fenced)
})

test('a pinned file that changed is omitted, whether or not its stamp shows it', async () => {
  for (const sameStamp of [false, true]) {
    const disk = diskWith({ follows: false })
    await disk.read()
    disk.write('printer', textOn('printer', 77), sameStamp)
    const { result } = await disk.read()
    expect(result.fenced).not.toContain('printer of the kiosk')
    expect(result.omitted.map(({ ref, reason }) => [ref, reason])).toContainEqual(['unit:harbor/printer', 'changed'])
  }
})

test('nothing is kept of files whose units forbid it', async () => {
  const disk = diskWith({ fields: { compliance: { restrictions: ['no-logging'] } } })
  await disk.read()
  expect((await disk.read()).opened).toEqual([...topics].sort())
  for (const bytes of disk.kept.values()) expect(new TextDecoder().decode(bytes)).not.toContain('printer')
})

test('nothing is kept of a file that one of its units forbids to keep', async () => {
  const others = [{ id: 'counted', path: 'docs/printer.md', compliance: { restrictions: ['no-logging'] } }]
  const disk = diskWith({ others })
  await disk.read()
  expect((await disk.read()).opened).toContain('printer')
  expect(disk.kept.size).toBeGreaterThan(0)
  for (const bytes of disk.kept.values()) expect(new TextDecoder().decode(bytes)).not.toContain('printer')
})

test('damaged bytes of the cache are ignored', async () => {
  const disk = diskWith()
  const first = await disk.read()
  for (const spoiled of ['', 'null', '[]', '[["docs/printer.md"]]', '{"a":1}']) {
    for (const key of disk.kept.keys()) disk.kept.set(key, new TextEncoder().encode(spoiled))
    expect((await disk.read()).result.fenced).toBe(first.result.fenced)
  }
})

test('texts that were not used for long are closed and opened again, so that memory does not grow with the files', () => {
  const bytes = new TextEncoder().encode('The gate is opened at nine.\n')
  let opened = 0
  const read: Files['read'] = () => {
    opened += 1
    return { ok: true, bytes, more: false }
  }
  const files: Files = { ...unitWorld([]).files, read }
  const known = new KnownFiles()
  const large = { fileDigest: digest(bytes), length: 10 * 1024 * 1024, format: 'markdown' as const }
  const texts = Array.from({ length: 6 }, (_, i) => known.textOf(files, '/w', `${i}.md`, large))
  for (const text of texts) expect(text.text).toBe('The gate is opened at nine.\n')
  expect(opened).toBe(6)
  expect(texts[5]?.text).toBe(texts[4]?.text)
  expect(opened).toBe(6)
  expect(texts[0]?.text).toBe('The gate is opened at nine.\n')
  expect(opened).toBe(7)
})
