import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskCache } from '../../src/io/disk-cache.ts'
import type { Cache } from '../../src/model/ports.ts'
import { Indexes } from '../../src/resolve/indexes.ts'
import { decodeText, encodeText } from '../../src/resolve/kept-text.ts'
import { prepareText } from '../../src/resolve/prepare.ts'
import type { Source } from '../../src/resolve/source.ts'
import { digest } from '../../src/text/digest.ts'

const topics = ['battery', 'screen', 'printer', 'warranty', 'camera', 'cable', 'casing', 'keyboard', 'antenna', 'speaker']

function sourceOn(topic: string, persist = true): Source {
  const text = `# Facts on the ${topic}\n\n${Array.from({ length: 60 }, (_, i) => `The ${topic} of kiosk ${i} was looked at in week ${i + 1}, and the note on it has number ${i * 7}.`).join('\n\n')}\n\n## Limits\n\nNothing here holds for a ${topic} bought elsewhere.\n`
  return { ref: `pack:${topic}`, path: 'documents/facts.md', text, from: 0, fileDigest: digest(text), entry: { name: topic, description: '' }, title: '', hints: [], persist }
}

const sources = topics.map((topic) => sourceOn(topic))
const limits = { budget: 400, count: (text: string) => Math.ceil(text.length / 4) }
const task = 'What number has the note on the printer of kiosk 12?'

/** Remembers in memory, and what was asked for. */
function memoryCache(): Cache & { readonly kept: Map<string, Uint8Array>; hits: number } {
  const kept = new Map<string, Uint8Array>()
  return {
    kept,
    hits: 0,
    get(key) {
      const found = kept.get(key)
      if (found) this.hits += 1
      return found
    },
    put: (key, bytes) => void kept.set(key, bytes),
  }
}

const answerWith = (cache: Cache | undefined, from = sources) => new Indexes(cache).corpusOf(from).select(task, limits)

test('a kept index gives the same answer as a fresh one, and is asked for by what the bytes are', () => {
  const cache = memoryCache()
  const fresh = answerWith(undefined)
  expect(answerWith(cache)).toEqual(fresh)
  expect(cache.kept.size).toBe(11)
  cache.hits = 0
  expect(answerWith(cache)).toEqual(fresh)
  expect(cache.hits).toBeGreaterThan(1)
  const changed = sources.map((source) => (source.ref === 'pack:printer' ? { ...sourceOn('printer'), text: source.text.replaceAll('note', 'mark'), fileDigest: digest('other') } : source))
  expect(answerWith(cache, changed)).toEqual(answerWith(undefined, changed))
})

test('nothing is kept of a text whose decision forbids it, nor counts that it is part of', () => {
  const cache = memoryCache()
  answerWith(cache, [...sources.slice(1), sourceOn('battery', false)])
  expect(cache.kept.size).toBe(9)
  for (const bytes of cache.kept.values()) expect(new TextDecoder().decode(bytes)).not.toContain('batteri')
})

test('damaged or hostile bytes are ignored and made anew', () => {
  const fresh = answerWith(undefined)
  for (const spoil of spoils) {
    const cache = memoryCache()
    answerWith(cache)
    for (const [key, bytes] of cache.kept) cache.kept.set(key, spoil(bytes))
    expect(answerWith(cache)).toEqual(fresh)
  }
})

const spoils: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
  () => new Uint8Array(),
  (bytes) => bytes.slice(0, bytes.length / 2),
  (bytes) => Uint8Array.from(bytes, () => 255),
  (bytes) => Uint8Array.from([...bytes, 0, 0, 0, 0]),
  () => new TextEncoder().encode('\0\0\0\u0002{}'),
]

test('numbers that point past the text they are for are refused', () => {
  const source = sourceOn('battery')
  const whole = encodeText(prepareText(source.text, 0))
  expect(decodeText(whole, source)).toEqual(prepareText(source.text, 0))
  expect(decodeText(whole, { ...source, text: source.text.slice(0, 100) })).toBeUndefined()
  expect(decodeText(whole, { ...source, from: 50 })).toBeUndefined()
  const twisted = { ...prepareText(source.text, 0), postingUnit: prepareText(source.text, 0).postingUnit.map(() => 4_000_000) }
  expect(decodeText(encodeText(twisted), source)).toBeUndefined()
})

test('what an index is made of is pinned: where this digest changes, indexFormat is raised', () => {
  expect(digest(encodeText(prepareText('# Kiosk HK-2\n\nThe battery lasts nine hours. It charges overnight.\n\n| part | weight |\n|---|---|\n| screen | 2 kg |\n', 0)))).toMatchInlineSnapshot(`"sha256:e481efef7da3c7e277b4541c08978c896012189cd0eb57cede48a71d292a023a"`)
})

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorefence-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const key = 'a'.repeat(64)

test('the cache on disk is private, and gives back only what was written', () => {
  const cache = diskCache(folder)
  expect(cache.get(key)).toBeUndefined()
  cache.put(key, Uint8Array.of(1, 2, 3))
  expect([...(cache.get(key) ?? [])]).toEqual([1, 2, 3])
  expect(statSync(join(folder, 'cache')).mode & 0o777).toBe(0o700)
  expect(readdirSync(join(folder, 'cache'))).toEqual([key])
  const path = join(folder, 'cache', key)
  expect(statSync(path).mode & 0o777).toBe(0o600)
  const bytes = readFileSync(path)
  writeFileSync(path, Buffer.concat([bytes, Buffer.of(4)]))
  expect(cache.get(key)).toBeUndefined()
  rmSync(path)
  writeFileSync(join(folder, 'elsewhere'), bytes)
  symlinkSync(join(folder, 'elsewhere'), path)
  expect(cache.get(key)).toBeUndefined()
})

test('a cache that cannot be written to is only slow', () => {
  writeFileSync(join(folder, 'cache'), 'a file stands where the folder should be')
  const cache = diskCache(folder)
  cache.put(key, Uint8Array.of(1))
  expect(cache.get(key)).toBeUndefined()
})

const mebibyte = 1024 * 1024

test.each([
  ['plenty of room', 1000 * mebibyte, [key]],
  ['room for this and for 32 MiB of receipts', 33 * mebibyte, [key]],
  ['only just not', 33 * mebibyte - 1, []],
  ['a small disk', 8 * mebibyte, []],
])('the cache leaves room for receipts: %s', (_name, free, kept) => {
  const cache = diskCache(folder, { freeBytes: () => free })
  cache.put(key, new Uint8Array(mebibyte))
  expect(readdirSync(join(folder, 'cache'))).toEqual(kept)
})

test('on a disk that others have nearly filled the cache goes', () => {
  diskCache(folder).put(key, Uint8Array.of(1))
  diskCache(folder, { freeBytes: () => 31 * mebibyte }).put('b'.repeat(64), Uint8Array.of(2))
  expect(readdirSync(join(folder, 'cache'))).toEqual([])
})

test('a disk that does not say how much room it has gets no cache, and that is only slow', () => {
  const cache = diskCache(folder, { freeBytes: () => { throw new Error('ENOSYS') } })
  cache.put(key, Uint8Array.of(1))
  expect(cache.get(key)).toBeUndefined()
})
