import fc from 'fast-check'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { receiptStore } from '../../src/io/receipts/receipt-store.ts'
import type { Receipts } from '../../src/model/ports.ts'
import type { Receipt } from '../../src/model/records/receipt.ts'
import { linkOf, makeReceipt } from '../../src/record/receipt.ts'
import { verifyReceipts } from '../../src/record/verify.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** The task holds a replacement character, whose bytes can be spelled in ways that read the same. */
const release = {
  task: 'Wie lange hält der Akku? \ufffd "\\',
  requester: {},
  budget: 2000,
  tokenizer: 'o200k_base',
  version: '0.1.0',
  decisions: [],
  spans: [],
  fencedDigest: `sha256:${'0'.repeat(64)}`,
}
const time = '2026-05-06T09:10:00.000Z'

const keep = (store: Receipts, id: string): Promise<Receipt> =>
  store.append((place) => makeReceipt(release, id, time, place))

interface World {
  readonly folder: string
  /** Segment names, oldest first, with their bytes as they were written. */
  readonly segments: ReadonlyMap<string, Buffer>
  readonly problems: () => Promise<readonly string[]>
}

/** Records of several processes, in the order in which these take turns; each letter is a process. */
async function world(turns: string): Promise<World> {
  const state = tempFolder()
  const folder = join(state, 'receipts')
  let second = 0
  const stores = new Map<string, Receipts>()
  const storeOf = (name: string): Receipts => {
    const store =
      stores.get(name) ?? receiptStore(state, { now: () => new Date(Date.UTC(2026, 4, 6, 9, 10, second++ % 60)) })
    stores.set(name, store)
    return store
  }
  for (const [i, name] of [...turns].entries()) await keep(storeOf(name), `r-${i}`)
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
  return {
    folder,
    segments: new Map(names.map((name) => [name, readFileSync(join(folder, name))])),
    problems: async () =>
      (await verifyReceipts(receiptStore(state))).failures.map(
        ({ segment, line, problem }) => `${names.indexOf(segment)}${line === undefined ? '' : `:${line}`} ${problem}`,
      ),
  }
}

function restore({ folder, segments }: World): void {
  for (const name of readdirSync(folder)) if (name.endsWith('.jsonl')) rmSync(join(folder, name))
  for (const [name, bytes] of segments) writeFileSync(join(folder, name), bytes)
}

const linesOf = (bytes: Buffer): readonly string[] => bytes.toString('latin1').split(/(?<=\n)/)
const bytesOf = (lines: readonly string[]): Buffer => Buffer.from(lines.join(''), 'latin1')

/** Process c writes last, and its last record is the one that nothing comes after. */
const interleaved = 'aabacabbcac'

interface Editing {
  readonly names: readonly string[]
  readonly bytesOf: (name: string) => Buffer
  /** Whether verifying finds that these segments have other bytes; then everything is as it was. */
  readonly isFound: (edited: Readonly<Record<string, Buffer>>) => Promise<boolean>
}

async function editing(): Promise<Editing> {
  const made = await world(interleaved)
  const names = [...made.segments.keys()]
  const bytesOfSegment = (name: string): Buffer => made.segments.get(name) ?? Buffer.of()
  return {
    names,
    bytesOf: bytesOfSegment,
    async isFound(edited) {
      for (const [name, bytes] of Object.entries(edited)) writeFileSync(join(made.folder, name), bytes)
      const problems = await made.problems()
      restore(made)
      return problems.length > 0
    },
  }
}

describe('no edit of a segment goes unnoticed', () => {
  const segments = fc.constantFrom(0, 1, 2)

  test('an untouched chain verifies', async () => {
    const { names, isFound } = await editing()
    expect([names.length, await isFound({})]).toEqual([3, false])
  })

  test('any single byte replaced', async () => {
    const { names, bytesOf: written, isFound } = await editing()
    await fc.assert(
      fc.asyncProperty(segments, fc.nat(), fc.integer({ min: 1, max: 255 }), async (index, place, change) => {
        const name = names[index] ?? ''
        const edited = Buffer.from(written(name))
        const at = place % edited.length
        edited[at] = (edited[at] ?? 0) ^ change
        return isFound({ [name]: edited })
      }),
      { numRuns: 400 },
    )
  })

  test('the end of the very last record, which its head tells', async () => {
    const { names, bytesOf: written, isFound } = await editing()
    const last = names.at(-1) ?? ''
    const end = written(last).length - 1
    const replaced = Buffer.from(written(last))
    replaced[end] = 0x0b
    expect([await isFound({ [last]: replaced }), await isFound({ [last]: written(last).subarray(0, end) })]).toEqual([
      true,
      true,
    ])
  })

  test('any single byte removed', async () => {
    const { names, bytesOf: written, isFound } = await editing()
    await fc.assert(
      fc.asyncProperty(segments, fc.nat(), async (index, place) => {
        const name = names[index] ?? ''
        const bytes = written(name)
        const at = place % bytes.length
        return isFound({ [name]: Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]) })
      }),
      { numRuns: 400 },
    )
  })

  test('any single byte added; behind the last line it is an unfinished line, which verifying counts', async () => {
    const { names, bytesOf: written, isFound } = await editing()
    await fc.assert(
      fc.asyncProperty(
        segments,
        fc.nat(),
        fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...Buffer.from(' \t\r\n"{},:0\\u'))),
        async (index, place, byte) => {
          const name = names[index] ?? ''
          const bytes = written(name)
          const at = place % (bytes.length + 1)
          const isBehind = at === bytes.length && byte !== 10
          return (
            (await isFound({ [name]: Buffer.concat([bytes.subarray(0, at), Buffer.of(byte), bytes.subarray(at)]) })) !==
            isBehind
          )
        },
      ),
      { numRuns: 400 },
    )
  })

  test('bytes that read the same: a replacement character with one byte less', async () => {
    const {
      names: [name = ''],
      bytesOf: written,
      isFound,
    } = await editing()
    const at = written(name).indexOf('\ufffd') + 2
    const shorter = Buffer.concat([written(name).subarray(0, at), written(name).subarray(at + 1)])
    expect([shorter.toString('utf8') === written(name).toString('utf8'), await isFound({ [name]: shorter })]).toEqual([
      true,
      true,
    ])
  })

  test('two lines exchanged, a line written twice', async () => {
    const { names, bytesOf: written, isFound } = await editing()
    await fc.assert(
      fc.asyncProperty(segments, fc.nat(), fc.nat(), fc.boolean(), async (index, from, to, exchange) => {
        const name = names[index] ?? ''
        const lines = [...linesOf(written(name))]
        const [a, b] = [from % lines.length, to % lines.length]
        const [lineA = '', lineB = ''] = [lines[a], lines[b]]
        fc.pre(!exchange || a !== b)
        if (exchange) [lines[a], lines[b]] = [lineB, lineA]
        else lines.splice(b, 0, lineA)
        return isFound({ [name]: bytesOf(lines) })
      }),
      { numRuns: 150 },
    )
  })

  test('a line moved to another segment', async () => {
    const { names, bytesOf: written, isFound } = await editing()
    await fc.assert(
      fc.asyncProperty(segments, segments, fc.nat(), fc.nat(), async (source, target, from, to) => {
        fc.pre(source !== target)
        const [name = '', other = ''] = [names[source], names[target]]
        const [lines, others] = [linesOf(written(name)), [...linesOf(written(other))]]
        const a = from % lines.length
        others.splice(to % (others.length + 1), 0, lines[a] ?? '')
        return isFound({ [name]: bytesOf(lines.filter((_line, i) => i !== a)), [other]: bytesOf(others) })
      }),
      { numRuns: 150 },
    )
  })

  test.each(['{"task":"forged",', '{"id":"r-0",', '{ ', ' {', '{"__proto__":{},', '{"anchors":[],'])(
    '%s at the beginning of any line',
    async (prefix) => {
      const { names, bytesOf: written, isFound } = await editing()
      const places = names.flatMap((name) => linesOf(written(name)).map((_line, i) => ({ name, i })))
      const unnoticed: typeof places = []
      for (const { name, i } of places) {
        const lines = linesOf(written(name)).map((line, k) => (k === i ? line.replace('{', prefix) : line))
        if (!(await isFound({ [name]: bytesOf(lines) }))) unnoticed.push({ name, i })
      }
      expect(unnoticed).toEqual([])
    },
  )
})

describe('nothing that another record came after can be cut off', () => {
  const turns = fc
    .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 2, maxLength: 12 })
    .map((letters) => letters.join(''))

  test(
    'whatever the processes did: records off the end of a segment, or a whole segment',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(turns, fc.nat(), fc.nat(), async (order, which, count) => {
          const made = await world(order)
          const names = [...made.segments.keys()]
          const name = names[which % names.length] ?? ''
          const lines = linesOf(made.segments.get(name) ?? Buffer.of())
          const cut = 1 + (count % (lines.length - 1))
          if (cut === lines.length - 1) rmSync(join(made.folder, name))
          else writeFileSync(join(made.folder, name), bytesOf(lines.slice(0, -cut)))
          const gone = new Set(lines.slice(-cut).map((line) => Number(/"id":"r-(\d+)"/.exec(line)?.[1])))
          const left = [...order].map((_letter, i) => i).filter((i) => !gone.has(i))
          // While its head is there, the last record is missed as well.
          expect(await made.problems()).not.toEqual([])
          rmSync(join(made.folder, 'heads'), { recursive: true })
          expect((await made.problems()).length > 0).toBe(Math.min(...gone) < Math.max(-1, ...left))
        }),
        { numRuns: 40 },
      )
    },
  )

  test.each([
    [
      'records cut from an older segment after a newer one began',
      (made: World, [first = '']: readonly string[]) =>
        writeFileSync(join(made.folder, first), bytesOf(linesOf(made.segments.get(first) ?? Buffer.of()).slice(0, -1))),
      ['0 shortened'],
    ],
    [
      'the oldest segment removed',
      (made: World, [first = '']: readonly string[]) => rmSync(join(made.folder, first)),
      ['0 segment-missing'],
    ],
    [
      'a segment emptied',
      (made: World, [, second = '']: readonly string[]) => writeFileSync(join(made.folder, second), ''),
      ['1 shortened'],
    ],
    [
      'a segment called otherwise',
      (made: World, [, , third = '']: readonly string[]) =>
        renameSync(join(made.folder, third), join(made.folder, `2999-${third}`)),
      ['-1:1 renamed', '2 segment-missing'],
    ],
    [
      'two segments that changed their names',
      (made: World, [, second = '', third = '']: readonly string[]) => {
        writeFileSync(join(made.folder, second), made.segments.get(third) ?? '')
        writeFileSync(join(made.folder, third), made.segments.get(second) ?? '')
      },
      ['1:1 renamed', '2:1 renamed'],
    ],
    [
      'a segment copied',
      (made: World, [first = '']: readonly string[]) =>
        writeFileSync(join(made.folder, `2999-${first}`), made.segments.get(first) ?? ''),
      ['-1:1 renamed', '-1:2 repeated', '-1:3 repeated'],
    ],
    [
      'the anchors of a record taken out',
      (made: World, [first = '']: readonly string[]) => edit(made, first, /"anchors":\[[^\]]*\],/),
      ['0:3 broken-chain'],
    ],
    [
      'an anchor that names another link',
      (made: World, [first = '']: readonly string[]) =>
        edit(made, first, /(?<="anchors":\[\{"link":"sha256:)[0-9a-f]{64}/, '0'.repeat(64)),
      ['0:3 broken-chain', '2 shortened'],
    ],
    [
      'a head that tells of removed segments',
      (made: World, [first = '', second = '']: readonly string[]) => {
        edit(made, second, '"schemaVersion"', `"retired":"${first}","schemaVersion"`)
        rmSync(join(made.folder, first))
      },
      ['1:2 broken-chain', '0 segment-missing'],
    ],
    [
      'old segments deleted, with an empty one that tells of removed ones',
      (made: World, [first = '', second = '']: readonly string[]) => {
        for (const name of [first, second]) rmSync(join(made.folder, name))
        const name = '2026-11-15T21-31-57-000Z-1-aaaaaaaa.jsonl'
        writeFileSync(
          join(made.folder, name),
          `${JSON.stringify({ kind: 'segment', retired: '9999', schemaVersion: 2, segment: name })}\n`,
        )
      },
      ['1 segment-missing'],
    ],
    [
      'the newest segment deleted',
      (made: World, [, , third = '']: readonly string[]) => rmSync(join(made.folder, third)),
      ['2 segment-missing'],
    ],
    [
      'the last end of a line cut off',
      (made: World, [, , third = '']: readonly string[]) => edit(made, third, /\n$/),
      ['2 shortened'],
    ],
    [
      'the last record replaced by one with a link of its own',
      (made: World, [, second = '']: readonly string[]) => {
        const lines = linesOf(made.segments.get(second) ?? Buffer.of())
        const [before, last] = lines
          .slice(-2)
          .map((line) => JSON.parse(Buffer.from(line, 'latin1').toString('utf8')) as Receipt)
        if (!before || !last) throw new Error('too few records')
        const forged = { ...last, id: 'r-forged' }
        writeFileSync(
          join(made.folder, second),
          `${bytesOf(lines.slice(0, -1)).toString('utf8')}${sorted({ ...forged, link: linkOf(forged, before.link) })}\n`,
        )
      },
      ['1 shortened'],
    ],
  ])('%s', async (_what, change, problems) => {
    // a first, then b, then c; a and b go on, and c has the last word.
    const made = await world('abcabbc')
    change(made, [...made.segments.keys()])
    expect(await made.problems()).toEqual(problems)
  })

  function edit({ folder, segments }: World, name: string, from: RegExp | string, to = ''): void {
    writeFileSync(join(folder, name), segments.get(name)?.toString('utf8').replace(from, to) ?? '')
  }

  const sorted = (value: object): string => JSON.stringify(value, Object.keys(value).sort())
})

test('the proof is the same whatever other segments there are', async () => {
  const anchors = [{ segment: 'a.jsonl', link: `sha256:${'1'.repeat(64)}` }]
  const [alone, among] = [
    makeReceipt(release, 'r-1', time, { lastLink: '', anchors: [] }),
    makeReceipt(release, 'r-1', time, { lastLink: '', anchors }),
  ]
  expect([among.proof, among.link === alone.link]).toEqual([alone.proof, false])
})

test('whoever verifies while others write sees nothing wrong', async () => {
  const made = await world('abab')
  const [a = '', b = ''] = [...made.segments.keys()]
  const whole = (name: string): string => made.segments.get(name)?.toString('utf8') ?? ''
  // The record of a that b names last was written after a had been looked at.
  const looks: string[] = []
  const segment = (name: string): string => (
    looks.push(name),
    name === a && looks.length === 1
      ? bytesOf(linesOf(made.segments.get(a) ?? Buffer.of()).slice(0, 2)).toString('utf8')
      : whole(name)
  )
  expect(await verifyReceipts({ segments: () => [a, b], segment })).toMatchObject({ ok: true })
  // A segment that was begun after the list of them was made.
  expect(await verifyReceipts({ segments: () => [b], segment: whole })).toMatchObject({ ok: true })
})

test('a record names only what has not been named, so that it stays small however many segments there are', async () => {
  const made = await world(`${'abcdefghijkl'}aab`)
  const anchorsOf = (bytes: Buffer): readonly number[] =>
    linesOf(bytes)
      .slice(1)
      .map((line) => (JSON.parse(line) as Receipt).anchors?.length ?? 0)
  expect([...made.segments.values()].map(anchorsOf)).toEqual([
    [0, 1, 0],
    [1, 1],
    ...Array.from({ length: 10 }, () => [1]),
  ])
  expect(readdirSync(join(made.folder, 'heads'))).toHaveLength(1)
})

test('what a stopped writer leaves among the heads is named once more and does no harm', async () => {
  const made = await world('ab')
  const [a = ''] = [...made.segments.keys()]
  const { link } = JSON.parse(linesOf(made.segments.get(a) ?? Buffer.of())[1] ?? '') as Receipt
  writeFileSync(join(made.folder, 'heads', `${a}@${link.slice('sha256:'.length)}`), '')
  writeFileSync(join(made.folder, 'heads', 'something else'), '')
  await keep(receiptStore(join(made.folder, '..')), 'r-9')
  expect(await made.problems()).toEqual([])
  expect(readdirSync(join(made.folder, 'heads'))).toHaveLength(2)
})

describe('segments of version 1, without anchors', () => {
  const digestOf = (hex: string): string => `sha256:${hex.repeat(64)}`
  /** As they were written: keys in the order of making, one `after` in the head. */
  function firstVersion(): string {
    const state = tempFolder()
    const folder = join(state, 'receipts')
    mkdirSync(folder)
    const record = (id: string, lastLink: string): Receipt =>
      makeReceipt({ ...release, fencedDigest: digestOf('1') }, id, time, { lastLink, anchors: [] })
    const first = record('r-1', '')
    const second = record('r-2', first.link)
    const third = record('r-3', first.link)
    const write = (name: string, lines: readonly object[]): void =>
      writeFileSync(join(folder, name), lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    write('2026-05-01T00-00-00-000Z-1-00000001.jsonl', [{ kind: 'segment', schemaVersion: 1 }, first, second])
    write('2026-05-02T00-00-00-000Z-2-00000002.jsonl', [
      {
        kind: 'segment',
        schemaVersion: 1,
        after: { segment: '2026-05-01T00-00-00-000Z-1-00000001.jsonl', link: first.link },
      },
      third,
    ])
    return state
  }
  const oldest = '2026-05-01T00-00-00-000Z-1-00000001.jsonl'
  const newest = '2026-05-02T00-00-00-000Z-2-00000002.jsonl'
  const problemsIn = async (state: string): Promise<readonly string[]> =>
    (await verifyReceipts(receiptStore(state))).failures.map(({ line, problem }) => `${line ?? '-'} ${problem}`)
  const change = (state: string, name: string, from: string | RegExp, to: string): void => {
    const path = join(state, 'receipts', name)
    writeFileSync(path, readFileSync(path, 'utf8').replace(from, to))
  }

  test('verify as before, and new records go on from them', async () => {
    const state = firstVersion()
    expect(await problemsIn(state)).toEqual([])
    await keep(receiptStore(state), 'r-4')
    expect(await verifyReceipts(receiptStore(state))).toMatchObject({ ok: true, records: 4 })
    writeFileSync(join(state, 'receipts', newest), '')
    expect(await problemsIn(state)).toEqual(['- shortened'])
  })

  test.each([
    ['a key that is there twice', oldest, '{"id"', '{"task":"forged","id"', '2 damaged'],
    ['a space', oldest, ',"time"', ', "time"', '2 damaged'],
    ['a head with more in it', newest, '"schemaVersion":1', '"schemaVersion":1,"more":1', '1 damaged'],
    ['a head that goes on from another link', newest, /"link":"sha256:./, '"link":"sha256:x', '2 broken-chain'],
    ['a head that names another segment', newest, '2026-05-01T00', '2026-04-01T00', '- segment-missing'],
  ])('%s is found', async (_what, name, from, to, problem) => {
    const state = firstVersion()
    change(state, name, from, to)
    expect(await problemsIn(state)).toContain(problem)
  })

  test('one that was removed because of its age was not written down, so nobody can tell', async () => {
    const state = firstVersion()
    rmSync(join(state, 'receipts', oldest))
    expect(await problemsIn(state)).toEqual([])
  })
})
