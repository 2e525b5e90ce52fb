import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ReadRequest, ReadResult } from '../../../src/app/index.ts'
import { givenBy } from '../../../src/app/read/given-by.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { packTree, packWorld, type PackWorld, type TestPack } from '../../support/read-packs.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const facts = '# Facts\n\n- The warranty of the kiosk lasts 24 months.\n- The kiosk weighs 74 kg.\n'
const more = '# Notes\n\n- A warranty of the kiosk is void after an own repair.\n'
const kiosk: TestPack = { files: { 'compiled/facts.md': facts, 'compiled/notes.md': more } }
const task = 'How long does the warranty of the kiosk last?'

/** Replies that continue each other, up to the first that gives nothing. */
async function chain({ read }: PackWorld, request: ReadRequest): Promise<readonly ReadResult[]> {
  const replies = [await read(request)]
  while (replies.length < 20 && (replies.at(-1)?.excerpts.length ?? 0) > 0) {
    replies.push(await read({ ...request, after: replies.at(-1)?.receipt.id ?? '' }))
  }
  return replies
}

describe('a read after another', () => {
  test('repeats nothing, and ends with nothing when all was given', async () => {
    const replies = await chain(await packWorld({ kiosk }), { task })
    const texts = replies.flatMap(({ excerpts }) => excerpts.map(({ text }) => text))
    expect(texts.length).toBeGreaterThan(1)
    expect(new Set(texts).size).toBe(texts.length)
    expect(replies.slice(0, -1).map(({ outcome }) => outcome)).not.toContain('nothing')
    expect(replies.at(-1)).toMatchObject({ outcome: 'nothing', excerpts: [], fenced: '', tokens: 0 })
  })

  test('says that all was given, and not that other words are needed', async () => {
    const last = (await chain(await packWorld({ kiosk }), { task })).at(-1)
    expect(last).toMatchObject({
      omitted: [
        {
          ref: 'pack:kiosk',
          reason: 'already-given',
          detail: 'Everything in it that matches the task was in earlier replies.',
        },
      ],
      omittedCounts: { 'already-given': 1 },
      recommendation: 'Everything found was already returned. Use the earlier replies, or ask with other words.',
      withheld: [],
    })
    expect(last?.receipt).toMatchObject({ strength: 'nothing', spans: [] })
  })

  test('repeats nothing of any reply before, however many there were', async () => {
    const lines = Array.from({ length: 300 }, (_, i) =>
      JSON.stringify({
        id: `r-${i}`,
        time: '2026-05-06T09:10:00.000Z',
        task: '',
        fencedDigest: '',
        proof: '',
        link: `sha256:${i}`,
        requester: {},
        decisions: [],
        spans: [
          {
            ref: 'pack:kiosk',
            path: 'facts.md',
            fileDigest: 'sha256:f',
            spanDigest: '',
            start: i * 10,
            end: i * 10 + 5,
          },
        ],
        ...(i > 0 ? { after: `r-${i - 1}` } : { after: 'r-299' }),
      }),
    )
    const opened: string[] = []
    const receipts = {
      ...memoryPorts(memoryFiles({})).receipts,
      segments: () => ['one'],
      segment(name: string) {
        opened.push(name)
        return `${lines.join('\n')}\n`
      },
    }
    const wasGiven = await givenBy('r-299', receipts)
    const at = (start: number) => ({
      ref: 'pack:kiosk',
      path: 'facts.md',
      fileDigest: 'sha256:f',
      start,
      end: start + 2,
    })
    expect([wasGiven(at(2990)), wasGiven(at(1500)), wasGiven(at(0)), wasGiven(at(7))]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(opened).toEqual(['one'])
  })

  test('names each entry once', async () => {
    const manual: TestPack = {
      files: { 'compiled/facts.md': '# Manual\n\n- The warranty of the kiosk lasts from the day of delivery.\n' },
    }
    const last = (await chain(await packWorld({ kiosk, manual }), { task })).at(-1)
    expect(last?.omitted.map(({ ref, reason }) => [ref, reason])).toEqual([
      ['pack:kiosk', 'already-given'],
      ['pack:manual', 'already-given'],
    ])
  })

  test('a weak match that was given is not given again', async () => {
    const replies = await chain(await packWorld({ kiosk }), {
      task: 'Which endurance has the accumulator under the warranty?',
    })
    expect(replies[0]?.outcome).toBe('weak')
    expect(replies.at(-1)).toMatchObject({ outcome: 'nothing', omittedCounts: { 'already-given': 1 } })
  })

  test('a task that nothing here speaks of says nothing of earlier replies', async () => {
    const { read } = await packWorld({ kiosk })
    const { receipt } = await read(task)
    const other = await read({ task: 'Who won the chess tournament?', after: receipt.id })
    expect(other.outcome).toBe('nothing')
    expect(other.omittedCounts).not.toHaveProperty('already-given')
  })

  test('a persona is not repeated when there is nothing left for it to say', async () => {
    const founder: TestPack = {
      fields: { type: 'brand-persona', runtime: { mode: 'persona' } },
      files: { 'compiled/voice.md': '# Voice\n\nShort sentences. No jokes.\n' },
    }
    const replies = await chain(await packWorld({ kiosk, founder }), { task, packs: ['kiosk', 'founder'] })
    expect(replies[0]?.fenced).toContain('Short sentences.')
    expect(replies.at(-1)).toMatchObject({ outcome: 'nothing', excerpts: [] })
    expect(replies.at(-1)?.omitted.map(({ ref, reason }) => [ref, reason])).toEqual([
      ['pack:founder', 'already-given'],
      ['pack:kiosk', 'already-given'],
    ])
  })

  test('a persona that alone answers is given once', async () => {
    const founder: TestPack = {
      fields: { type: 'brand-persona', runtime: { mode: 'persona' } },
      files: { 'compiled/voice.md': '# Voice\n\nShort sentences. No jokes.\n' },
    }
    const replies = await chain(await packWorld({ founder }), { task: 'Write a welcome', packs: ['founder'] })
    expect(replies.map(({ outcome }) => outcome)).toEqual(['weak', 'nothing'])
  })
})

test('the command says why it gives nothing after the last reply', async () => {
  const cwd = tempFolder(
    Object.fromEntries(
      Object.entries(packTree({ kiosk })).map(([path, content]) => [path.slice('/w/'.length), content as string]),
    ),
  )
  const state = tempFolder()
  const env = { HOME: state, LOREFENCE_STATE: join(state, 'state'), XDG_CONFIG_HOME: join(state, 'config') }
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  await run(['trust', '.'], { interactive: true, answers: [true] })
  let reply = await run(['read', task])
  for (let link = 0; link < 10 && reply.out !== ''; link++) {
    reply = await run(['read', task, '--after', /receipt (r-[0-9a-f]+)/.exec(reply.err)?.[1] ?? ''])
  }
  expect([reply.code, reply.out]).toEqual([0, ''])
  expect(reply.err).toMatch(
    /^omitted pack:kiosk: Everything in it that matches the task was in earlier replies\.\n {2}Everything found was already returned\. .+\nnothing · 0 of 2000 tokens/,
  )
})
