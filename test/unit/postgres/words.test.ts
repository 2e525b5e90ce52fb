import { expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../../src/io/postgres/connect.ts'
import { tidyWords } from '../../../src/io/postgres/push-files.ts'
import { storedResults, storedWords } from '../../../src/io/postgres/stored-words.ts'
import { waitForDatabase } from '../../../src/io/postgres/waiting-database.ts'
import type { NewText } from '../../../src/model/ports.ts'
import { Indexes } from '../../../src/select/texts/indexes.ts'
import { connected, describePostgres } from '../../support/postgres.ts'
import { askTexts, textSource } from '../../support/select-texts.ts'
import { storedWorld } from '../../support/stored-workspace.ts'

const newText = (key: string, terms: readonly string[]): NewText => ({
  key,
  fileDigest: `sha256:${key}`,
  sizes: Uint8Array.of(1),
  outline: Uint8Array.of(2),
  places: new Map(terms.map((term) => [term, Uint8Array.of(term === 'onlyheading' ? 0 : 1, 1, 0, 1, 0)])),
})

const bits = (...numbers: readonly number[]): Uint8Array => {
  const among = new Uint8Array(8)
  for (const number of numbers) among[number >> 3] = (among[number >> 3] ?? 0) | (1 << (number & 7))
  return among
}

describePostgres('the word index in a database', () => {
  it('says nothing of a text that it was not asked about', async () => {
    const words = storedWords((await storedWorld()).waiting)
    words.add([
      newText('a', ['tide', 'tidal']),
      newText('b', ['tide', 'tidings']),
      newText('c', ['tide', 'onlyheading']),
    ])
    const found = words.find(['a', 'b', 'c', 'd'])
    expect([...found.keys()].sort()).toEqual(['a', 'b', 'c'])
    const [a = 0, b = 0, c = 0] = ['a', 'b', 'c'].map((key) => found.get(key)?.number)
    const numbersOf = (terms: readonly string[], among: Uint8Array): unknown =>
      [...words.places(terms, among)].map(([term, places]) => [term, places.map(({ number }) => number).sort()]).sort()
    expect(numbersOf(['tide', 'tidings'], bits(a, c))).toEqual([['tide', [a, c].sort()]])
    expect(numbersOf(['tide', 'tidings'], bits(b))).toEqual([
      ['tide', [b]],
      ['tidings', [b]],
    ])
    expect(numbersOf(['tide'], new Uint8Array())).toEqual([])
    expect([...words.startingWith('tid', bits(a))].sort()).toEqual(['tidal', 'tide'])
    expect(words.startingWith('only', bits(a, b, c))).toEqual([])
    expect([...words.outlines([b]).keys()]).toEqual([b])
  })

  it('finds a word that one text has more often than an index entry can hold, beside others', async () => {
    const words = storedWords((await storedWorld()).waiting)
    const long = new Uint8Array(20_000).map((_, i) => (i * 7919) % 251 || 1)
    words.add([{ ...newText('a', []), places: new Map([['tide', long]]) }, newText('b', ['tide', 'berth'])])
    const found = words.find(['a', 'b'])
    const [a = 0, b = 0] = ['a', 'b'].map((key) => found.get(key)?.number)
    const places = words.places(['tide', 'berth'], bits(a, b)).get('tide') ?? []
    expect(new Map(places.map((one) => [one.number, one.places.length]))).toEqual(
      new Map([
        [a, 20_000],
        [b, 5],
      ]),
    )
    expect([...words.startingWith('ti', bits(a))]).toEqual(['tide'])
  })

  it('looks for words in an index that contains their places', async () => {
    const { url, waiting } = await storedWorld()
    const words = storedWords(waiting)
    words.add(Array.from({ length: 60 }, (_, i) => newText(`t${i}`, ['tide', `rare${i}`, `other${i}`])))
    const { sql } = connected(url)
    await tidyWords({ sql } as Database)
    const asked: string[] = []
    storedWords({
      ...waiting,
      rows: (text) => {
        asked.push(text)
        return []
      },
    }).places(['tide'], bits(1))
    const plan = await sql.begin(async (tx) => {
      await tx`set local enable_seqscan = off`
      return tx.unsafe(`explain ${asked[0]}`, [['rare1'], Buffer.from(bits(1)), 64])
    })
    const text = plan.map((row) => String(row['QUERY PLAN'])).join('\n')
    expect(text).toContain('Index Only Scan using postings_places')
    expect(text).toContain('postings_long_places')
  })

  it('adds a text once, and texts together or not at all', async () => {
    const { url, waiting } = await storedWorld()
    const other = waitForDatabase(url, {})
    onTestFinished(() => other.close())
    const [first, second] = [storedWords(waiting), storedWords(other)]
    first.add([newText('a', ['tide'])])
    second.add([newText('b', ['berth']), newText('a', ['tide'])])
    const { number = 0 } = first.find(['a']).get('a') ?? {}
    expect(first.places(['tide'], bits(number)).get('tide')).toHaveLength(1)
    expect(() => first.add([newText('c', ['crane']), newText('d', ['nul\0'])])).toThrow('cannot be used now')
    expect([...second.find(['a', 'b', 'c', 'd']).keys()].sort()).toEqual(['a', 'b'])
  })

  it('scores exactly as counting in memory does', async () => {
    const words = storedWords((await storedWorld()).waiting)
    const sources = ['tide', 'berth', 'crane', 'Gezeiten'].map((topic) =>
      textSource(
        `${topic}.md`,
        `# On the ${topic}\n\nThe ${topic} is seen at 4. Nobody paints a ${topic}.\n\n## Rules\n\nAsk.\n`,
      ),
    )
    for (const task of ['rules of the berth', 'tidess', 'Gezeitentabelle', 'nothing of it']) {
      const [expected, found] = [
        await askTexts(sources, task),
        await askTexts(sources, task, { indexes: new Indexes(undefined, words) }),
      ]
      expect(found.answer.strength).toBe(expected.answer.strength)
      expect(found.answer.ranked.map(({ score, index, unit }) => [score, index, unit])).toEqual(
        expected.answer.ranked.map(({ score, index, unit }) => [score, index, unit]),
      )
    }
  })

  it('keeps results for other servers, and a store that is gone only loses them', async () => {
    const { url, waiting, database } = await storedWorld()
    storedResults(waiting).put('languages', Uint8Array.of(1, 2, 3))
    const other = waitForDatabase(url, {})
    onTestFinished(() => other.close())
    expect([...(storedResults(other).get('languages') ?? [])]).toEqual([1, 2, 3])
    await database.sql`drop table lorefence.results`
    expect(storedResults(other).get('languages')).toBeUndefined()
    storedResults(other).put('languages', Uint8Array.of(1))
  })

  it('says which store cannot be used, without its password', () => {
    const gone = waitForDatabase('postgres://harbor:secret@127.0.0.1:1/none?sslmode=disable', {})
    onTestFinished(() => gone.close())
    expect(() => gone.rows('select 1', [])).toThrow(
      /^the store postgres:\/\/harbor@127\.0\.0\.1:1\/none cannot be used now: (?!.*secret)/,
    )
  })
})
