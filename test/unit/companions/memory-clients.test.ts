import {
  appendFileSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { scanMemory } from '../../../src/app/index.ts'
import { memoryStore } from '../../../src/io/transcripts/memory-store.ts'
import { transcriptFiles } from '../../../src/io/transcripts/transcript-files.ts'
import { grep, homeWith } from '../../support/memory-world.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const clients = ['claude-code', 'codex', 'gemini', 'opencode'] as const

describe.each(clients)('a real session of %s', (client) => {
  test.each([
    ['user', 'pelican', 'Where does the pelican of Größe 東京 ✅ nest?'],
    ['call of a tool', 'flamingo', 'echo flamingo ib""is'],
    ['result of a tool', 'ibis', 'flamingo ibis'],
    ['assistant', 'heron', 'The heron knows.'],
    ['request to a sub-agent', 'cormorant', 'user (sub-agent)'],
    ['sub-agent', 'kittiwake', 'The kittiwake is on the cliff.'],
    ['text that is not ASCII', '東京', 'Größe 東京 ✅'],
  ])('%s', async (_, word, expected) => {
    const own = homeWith(client)
    expect(await own.run('scan', '--yes')).toMatchObject({ code: 0, err: expect.not.stringContaining('damaged') })
    expect(await own.found(word)).toContain(expected)
  })

  test('is one session of its project, with its sub-agent', async () => {
    const own = homeWith(client)
    await own.run('scan', '--yes')
    const { sessions } = JSON.parse((await own.run('list', '--all-projects', '--json')).out) as {
      sessions: readonly { session: string }[]
    }
    expect(sessions).toMatchObject([{ project: '/work/harbor', clients: [client] }])
    const shown = await own.run('show', sessions[0]?.session ?? '', '--all-projects')
    expect(shown.out).toMatch(/assistant \(sub-agent\)\n {2}The kittiwake is on the cliff\./)
    const { out } = await own.run('forget', sessions[0]?.session ?? '', '--yes')
    expect(out).toContain('none of them is left')
    for (const word of ['pelican', 'kittiwake', 'ibis']) expect(grep(own.state, word)).toEqual([])
  })

  test('what the client adds about its surroundings is no message', async () => {
    const own = homeWith(client)
    await own.run('scan', '--yes')
    expect(grep(own.state, '_context>').filter((file) => !readFileSync(file).includes('untrusted_context'))).toEqual([])
  })
})

describe('what all of them wrote', () => {
  const planted = ['pelican', 'flamingo', 'ibis', 'heron', 'cormorant', 'kittiwake', '東京']

  test.each([
    ['project', ['--project', '/work/harbor'], [...planted, '/work/harbor']],
    ['date', ['--before', '2026-11-17'], planted],
    ['pattern', ['--pattern', 'the*knows'], ['heron']],
  ])('is forgotten by %s, in the index and on disk, also when it is read again', async (_, args, gone) => {
    const own = homeWith(...clients)
    await own.run('scan', '--yes')
    for (const word of planted) await own.found(word)
    expect(await own.run('forget', ...args, '--yes')).toMatchObject({
      code: 0,
      out: expect.stringContaining('none of them is left'),
    })
    const check = (): void => {
      for (const word of gone) expect([word, grep(own.state, word)]).toEqual([word, []])
    }
    check()
    for (const file of grep(own.home, '').filter((path) => !path.startsWith(own.state))) {
      writeFileSync(`${file}.copy`, readFileSync(file))
      renameSync(`${file}.copy`, file)
    }
    expect((await own.run('scan')).out).toContain('7 changed, 0 new messages')
    check()
  })

  test('is removed by the next scan when it is too old, and not stored again', async () => {
    const own = homeWith(...clients)
    const ports = { store: memoryStore(own.env), transcripts: transcriptFiles(own.env) }
    const { added } = scanMemory(ports, {})
    expect(added).toBeGreaterThan(30)
    for (const word of planted) await own.found(word)
    const since = '2027-01-01T00:00:00.000Z'
    expect(scanMemory(ports, { since })).toMatchObject({ read: 0, expired: added })
    for (const word of planted) expect([word, grep(own.state, word)]).toEqual([word, []])
    ports.store.removeAll()
    expect(scanMemory(ports, { since })).toMatchObject({ read: 7, added: 0 })
  })
})

test('a session that goes on after it was forgotten keeps its id and its project', async () => {
  const own = homeWith('codex')
  await own.run('scan', '--yes')
  await own.run('forget', '--project', '/work/harbor', '--yes')
  const folder = '.codex/sessions/2026/11/16/rollout-2026-11-16T17-44-08-01a1e575-8aee-7992-b356-4db81ce3aec1.jsonl'
  const content = [{ type: 'input_text', text: 'And the osprey?' }]
  const line = {
    timestamp: '2026-11-16T18:00:00Z',
    type: 'response_item',
    payload: { type: 'message', role: 'user', content },
  }
  appendFileSync(join(own.home, folder), `${JSON.stringify(line)}\n`)
  expect((await own.run('scan')).out).toContain('1 new message\n')
  expect((await own.run('list', '--all-projects')).out).toMatch(
    /01a1e575-8aee-\S+ {2}codex {2}1 message {2}\/work\/harbor/,
  )
})

const chats = '.gemini/tmp/project/chats'
const geminiFile = `${chats}/session-2026-11-16T17-44-4b28c951.jsonl`

const geminiSaid = (text: string, more: object = {}): string =>
  `${JSON.stringify({ id: text, timestamp: '2026-11-16T18:00:00.000Z', type: 'user', content: [{ text }], ...more })}\n`

describe('Gemini', () => {
  test('gains what was appended, and half a line when it is complete', async () => {
    const own = homeWith('gemini')
    await own.run('scan', '--yes')
    const before = await own.count()
    const bytes = Buffer.from(geminiSaid('osprey 東京'))
    const half = bytes.indexOf('東') + 1
    appendFileSync(join(own.home, geminiFile), bytes.subarray(0, half))
    expect((await own.run('scan')).out).toContain('0 new messages')
    appendFileSync(join(own.home, geminiFile), bytes.subarray(half))
    expect((await own.run('scan')).out).toContain('1 new message\n')
    expect(await own.found('osprey')).toContain('osprey 東京')
    expect(await own.count()).toBe(before + 1)
  })

  test('a message that is written again is kept once, with what it has gained', async () => {
    const own = homeWith('gemini')
    const answer = { timestamp: '2026-11-16T18:00:00.000Z', type: 'gemini', content: 'The osprey', id: 'a' }
    appendFileSync(join(own.home, geminiFile), `${JSON.stringify(answer)}\n`)
    await own.run('scan', '--yes')
    const before = await own.count()
    const all = [
      { ...answer, content: 'The osprey is back.' },
      { timestamp: '2026-11-16T18:00:01.000Z', type: 'user', content: 'And the gannet?', id: 'b' },
    ]
    appendFileSync(join(own.home, geminiFile), `${JSON.stringify({ $set: { messages: all } })}\n`)
    await own.run('scan')
    expect(await own.count()).toBe(before + 1)
    expect(grep(own.state, '"The osprey"')).toEqual([])
    expect(await own.found('osprey')).toContain('The osprey is back.')
    expect(await own.found('gannet')).toContain('And the gannet?')
  })

  test('a rewritten or cut transcript repeats nothing, and loses nothing that was remembered', async () => {
    const own = homeWith('gemini')
    await own.run('scan', '--yes')
    const before = await own.count()
    const file = join(own.home, geminiFile)
    const text = readFileSync(file, 'utf8')
    rmSync(file)
    writeFileSync(file, text + geminiSaid('osprey'))
    await own.run('scan')
    expect(await own.count()).toBe(before + 1)
    truncateSync(file, text.indexOf('\n') + 1)
    await own.run('scan')
    expect(await own.count()).toBe(before + 1)
    expect(await own.found('heron')).toContain('The heron knows.')
  })

  test('a damaged line costs itself only', async () => {
    const own = homeWith('gemini')
    appendFileSync(join(own.home, geminiFile), `{"type":"user","cont\n[1]\n${geminiSaid('osprey')}`)
    expect((await own.run('scan', '--yes')).err).toContain('2 damaged lines skipped.')
    expect(await own.found('osprey')).toContain('osprey')
  })

  test('one JSON file of an older version, in a folder that is named by the digest of the project', async () => {
    const own = homeWith('gemini')
    const digest = createHash('sha256').update('/work/heath').digest('hex')
    const file = `.gemini/tmp/${digest}/chats/session-old.json`
    const message = { type: 'user', timestamp: '2026-01-01T10:00:00Z', content: 'The osprey of the heath' }
    const old = tempFolder({
      '.gemini/projects.json': '{ "projects": { "/work/heath": "heath" } }',
      [file]: JSON.stringify({ sessionId: 'old', projectHash: digest, messages: [message] }, null, 2),
    })
    renameSync(join(own.home, '.gemini'), join(own.home, 'unused'))
    renameSync(join(old, '.gemini'), join(own.home, '.gemini'))
    await own.run('scan', '--yes')
    expect(await own.found('osprey')).toContain('The osprey of the heath')
    expect((await own.run('list', '--all-projects')).out).toContain('/work/heath')
    writeFileSync(join(own.home, file), readFileSync(join(own.home, file), 'utf8').slice(0, -20))
    expect((await own.run('scan')).err).toContain('1 damaged line')
    expect(await own.found('osprey')).toContain('The osprey of the heath')
  })
})

const database = '.local/share/opencode/opencode.db'
const frameBytes = 24 + 1024

/** Where each commit of the write-ahead log ends. */
function commitsIn(log: Buffer): readonly number[] {
  const ends: number[] = []
  for (let at = 32; at + frameBytes <= log.length; at += frameBytes)
    if (log.readUInt32BE(at + 4) !== 0) ends.push(at + frameBytes)
  return ends
}

describe('OpenCode', () => {
  test('a part that was being written is replaced by what it became', async () => {
    const own = homeWith('opencode')
    const log = join(own.home, `${database}-wal`)
    const bytes = readFileSync(log)
    const [first = 0, second = 0] = commitsIn(bytes)
    expect(second).toBe(bytes.length)
    writeFileSync(log, bytes.subarray(0, first))
    await own.run('scan', '--yes')
    expect(await own.found('heron')).toContain('The heron kn\n')
    expect(await own.found('razorbill')).toBe('')
    const before = await own.count()
    writeFileSync(log, bytes)
    expect((await own.run('scan')).out).toContain('2 new messages')
    expect(await own.found('heron')).toContain('The heron knows.')
    expect(grep(own.state, 'The heron kn"')).toEqual([])
    // A result that goes over many pages.
    expect(await own.found('razorbill')).toContain('the razorbill is last')
    expect(await own.count()).toBe(before + 1)
    expect((await own.run('scan')).out).toContain('0 changed')
  })

  test.each<[string, (log: Buffer, commit: number) => Buffer]>([
    ['cut in its last frame', (log) => log.subarray(0, -500)],
    [
      'with a page that is not what was written',
      (log, commit) => Buffer.from(log).fill(0x41, commit + 200, commit + 300),
    ],
    ['with a frame of an older log', (log, commit) => Buffer.from(log).fill(0, commit + 8, commit + 16)],
  ])('a log that is %s counts up to its last commit', async (_, change) => {
    const own = homeWith('opencode')
    const log = join(own.home, `${database}-wal`)
    const bytes = readFileSync(log)
    writeFileSync(log, change(bytes, commitsIn(bytes)[0] ?? 0))
    expect(await own.run('scan', '--yes')).toMatchObject({ code: 0 })
    expect(await own.found('heron')).toContain('The heron kn\n')
    expect(await own.found('kittiwake')).toContain('The kittiwake is on the cliff.')
  })

  test('without a log the database is read alone', async () => {
    const own = homeWith('opencode')
    rmSync(join(own.home, `${database}-wal`))
    await own.run('scan', '--yes')
    expect(await own.found('kittiwake')).toContain('The kittiwake is on the cliff.')
    expect(await own.found('heron')).toBe('')
  })

  test('a copy in its place repeats nothing', async () => {
    const own = homeWith('opencode')
    await own.run('scan', '--yes')
    const before = await own.count()
    const file = join(own.home, database)
    writeFileSync(`${file}.copy`, readFileSync(file))
    renameSync(`${file}.copy`, file)
    expect((await own.run('scan')).out).toContain('1 changed, 0 new messages')
    expect(await own.count()).toBe(before)
  })

  test('nothing of the client is written or locked', async () => {
    const own = homeWith('opencode')
    const before = grep(join(own.home, '.local'), '').map((file) => [file, readFileSync(file, 'latin1')])
    await own.run('scan', '--yes')
    await own.found('heron')
    expect(grep(join(own.home, '.local'), '').map((file) => [file, readFileSync(file, 'latin1')])).toEqual(before)
  })

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut', (bytes) => bytes.subarray(0, 3000)],
    ['empty', () => Buffer.alloc(0)],
    ['no database', () => Buffer.from('x'.repeat(5000))],
    ['overwritten', (bytes) => Buffer.from(bytes).fill(0xff, 100)],
    [
      'of pages that name themselves',
      (bytes) => Buffer.from(bytes).fill(Buffer.from([5, 0, 0, 0, 1, 3, 240, 0, 0, 0, 0, 1]), 100, 112),
    ],
  ])('a database that is %s is named, and costs no other transcript', async (_, change) => {
    const own = homeWith('opencode', 'gemini')
    const file = join(own.home, database)
    rmSync(`${file}-wal`)
    writeFileSync(file, change(readFileSync(file)))
    expect(await own.run('scan', '--yes')).toMatchObject({
      code: 0,
      err: expect.stringContaining(`"${file}" cannot be read.`),
    })
    expect(await own.found('pelican')).toContain('pelican')
  })

  test('what is read while a writer moves its pages counts, and is read again by the next scan', () => {
    const own = homeWith('opencode')
    const transcripts = transcriptFiles(own.env)
    const [file] = transcripts.list()
    if (!file) throw new Error('There is no database.')
    const read = (isWritten: boolean) => {
      const lines: string[] = []
      const result = transcripts.readLines(file, undefined, (line) => {
        if (isWritten) utimesSync(file.path, lines.length, lines.length)
        return lines.push(line) > 0
      })
      return { lines, result }
    }
    const still = read(false)
    expect(still.result).toMatchObject({ offset: expect.any(Number), row: still.lines.length })
    const moving = read(true)
    expect(moving.lines).toEqual([...still.lines, ...still.lines, ...still.lines])
    expect(moving.result).toMatchObject({ offset: 0, row: 0 })
  })

  test('no database that a link points at', async () => {
    const own = homeWith('opencode')
    const file = join(own.home, database)
    renameSync(file, join(own.home, 'elsewhere.db'))
    symlinkSync(join(own.home, 'elsewhere.db'), file)
    expect((await own.run('scan', '--yes')).out).toContain('0 transcripts')
  })
})
