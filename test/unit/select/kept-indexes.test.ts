import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { diskCache } from '../../../src/io/disk/disk-cache.ts'
import type { Cache } from '../../../src/model/ports.ts'
import { readStructure } from '../../../src/formats/read-structure.ts'
import { decodeText, encodeText } from '../../../src/rank/stored-text.ts'
import { indexText, type TextIndex } from '../../../src/rank/text-index.ts'
import { Indexes } from '../../../src/select/texts/indexes.ts'
import type { Passage, Source } from '../../../src/select/texts/source.ts'
import { digest } from '../../../src/text/bytes/digest.ts'
import { withoutSourceMarks } from '../../../src/text/facts/source-marks.ts'
import { askTexts, textSource } from '../../support/select-texts.ts'

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

function sourceOn(topic: string, persist = true): Source {
  const text = `# Facts on the ${topic}\n\n${Array.from({ length: 60 }, (_, i) => `The ${topic} of kiosk ${i} was looked at in week ${i + 1}, and the note on it has number ${i * 7}.`).join('\n\n')}\n\n## Limits\n\nNothing here holds for a ${topic} bought elsewhere.\n`
  return textSource('documents/facts.md', text, {
    ref: `pack:${topic}`,
    entry: { name: topic, description: '' },
    persist,
  })
}

const sources = topics.map((topic) => sourceOn(topic))
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

const answerWith = async (
  cache: Cache | undefined,
  from = sources,
): Promise<{ readonly strength: number; readonly passages: readonly Passage[] }> => {
  const {
    answer: { strength },
    passages,
  } = await askTexts(from, task, { budget: 400, indexes: new Indexes(cache) })
  return { strength, passages }
}

test('a kept index gives the same answer as a fresh one, and is asked for by what the bytes are', async () => {
  const cache = memoryCache()
  const fresh = await answerWith(undefined)
  expect(await answerWith(cache)).toEqual(fresh)
  expect(cache.kept.size).toBe(12)
  cache.hits = 0
  expect(await answerWith(cache)).toEqual(fresh)
  expect(cache.hits).toBeGreaterThan(1)
  const changed = sources.map((source) =>
    source.ref === 'pack:printer'
      ? { ...sourceOn('printer'), text: source.text.replaceAll('note', 'mark'), fileDigest: digest('other') }
      : source,
  )
  expect(await answerWith(cache, changed)).toEqual(await answerWith(undefined, changed))
})

test('the languages of many texts are kept together, and found anew where what is kept does not fit', () => {
  const cache = memoryCache()
  const text = 'Der Drucker ist nicht für den Einsatz im Freien gemacht, und das gilt auch für die Kamera.'
  const german = textSource('documents/de.md', text)
  const many = [...sources, german]
  expect(new Indexes(cache).languagesOf(many)).toEqual(['de', 'en'])
  const [key = ''] = cache.kept.keys()
  const told = new TextDecoder().decode(cache.kept.get(key))
  expect(told).toBe(`${'en '.repeat(10)}de`)
  for (const spoiled of ['', 'en de', told.replaceAll('de', 'xx'), `${told} fr`]) {
    cache.kept.set(key, new TextEncoder().encode(spoiled))
    expect(new Indexes(cache).languagesOf(many)).toEqual(['de', 'en'])
  }
})

test('nothing is kept of a text whose decision forbids it, nor counts that it is part of', async () => {
  const cache = memoryCache()
  await answerWith(cache, [...sources.slice(1), sourceOn('battery', false)])
  expect(cache.kept.size).toBe(9)
  for (const bytes of cache.kept.values()) expect(new TextDecoder().decode(bytes)).not.toContain('batteri')
})

test('an index that may not be kept is still made only once for a read', async () => {
  const {
    searched: {
      corpus: {
        members: [member],
      },
    },
  } = await askTexts([sourceOn('battery', false)], task)
  expect(member?.text).toBe(member?.text)
})

test('damaged or hostile bytes are ignored and made anew', async () => {
  const fresh = await answerWith(undefined)
  for (const spoil of spoils) {
    const cache = memoryCache()
    await answerWith(cache)
    for (const [key, bytes] of cache.kept) cache.kept.set(key, spoil(bytes))
    expect(await answerWith(cache)).toEqual(fresh)
  }
})

const spoils: readonly ((bytes: Uint8Array) => Uint8Array)[] = [
  () => new Uint8Array(),
  (bytes) => bytes.slice(0, bytes.length / 2),
  (bytes) => Uint8Array.from(bytes, () => 255),
  (bytes) => Uint8Array.from([...bytes, 0, 0, 0, 0]),
  () => new TextEncoder().encode('\0\0\0\u0002{}'),
]

const indexOf = (text: string): TextIndex =>
  indexText(text, readStructure(text, 'markdown', 0), 'en', withoutSourceMarks)

test('numbers that point past the text they are for are refused', () => {
  const { text } = sourceOn('battery')
  const index = indexOf(text)
  const whole = encodeText(index)
  const wanted = { length: text.length, from: 0, language: 'en' } as const
  expect(decodeText(whole, wanted)).toEqual(index)
  expect(decodeText(whole, { ...wanted, length: 100 })).toBeUndefined()
  expect(decodeText(whole, { ...wanted, from: 50 })).toBeUndefined()
  expect(decodeText(whole, { ...wanted, language: 'de' })).toBeUndefined()
  for (const list of ['postingUnit', 'unitEnd', 'sectionFirst', 'blockSection', 'unitHead'] as const) {
    expect(decodeText(encodeText({ ...index, [list]: index[list].map(() => 4_000_000) }), wanted), list).toBeUndefined()
  }
})

test('what an index is made of is pinned: where this digest changes, indexFormat is raised', () => {
  expect(
    digest(
      encodeText(
        indexOf(
          '# Kiosk HK-2\n\nThe battery lasts nine hours. It charges overnight.\n\n| part | weight |\n|---|---|\n| screen | 2 kg |\n',
        ),
      ),
    ),
  ).toMatchInlineSnapshot(`"sha256:f6026b581e86ba854dc2af8e03e986de7363d81dc9cd459237232b3d27246930"`)
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
  const cache = diskCache(folder, {
    freeBytes: () => {
      throw new Error('ENOSYS')
    },
  })
  cache.put(key, Uint8Array.of(1))
  expect(cache.get(key)).toBeUndefined()
})
