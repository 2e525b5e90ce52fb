import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const manifest = `kcp_version: "0.14"
project: harbor
version: 1.0.0
units:
  - {id: refunds, path: docs/refunds.md, intent: "When is a refund paid?", scope: global, audience: [agent]}
  - {id: berths, path: docs/berths.md, intent: "Which berth is free?", scope: global, audience: [agent]}
  - {id: prices, path: docs/prices.md, intent: "What does a ticket cost?", scope: global, audience: [agent], access: restricted}
`
const documents = {
  'refunds.md': '# Refunds\n\nA refund is paid within fourteen days after the ticket was returned.\n',
  'berths.md': '# Berths\n\nThe crane of berth seven is painted yellow.\n',
  'prices.md': '# Prices\n\nA ticket to Skagen costs forty crowns.\n',
  'notes.md': '# Notes\n\nA refund of a season ticket takes longer.\n',
}

async function harbor({ granted = true, tree = {} }: { granted?: boolean; tree?: Record<string, string> } = {}) {
  const [cwd, state] = [tempFolder(tree), tempFolder()]
  mkdirSync(join(cwd, 'docs'))
  writeFileSync(join(cwd, 'knowledge.yaml'), manifest)
  for (const [name, text] of Object.entries(documents)) writeFileSync(join(cwd, 'docs', name), text)
  const env = { LOREFENCE_STATE: join(state, 'state'), XDG_CONFIG_HOME: join(state, 'config'), HOME: state }
  const run = async (argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd, env, interactive: true, answers: [true] })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  if (granted) await run(['trust', '.'])
  const why = (task: string, target: string, ...rest: readonly string[]) => run(['why', task, target, ...rest])
  return Object.assign(why, { run })
}

const lineOf = (out: string, name: string): string | undefined =>
  out
    .split('\n')
    .find((line) => line.startsWith(name))
    ?.slice(name.length)
    .trim()

describe('why', () => {
  test('says of a document that was given where and by which words it was found', async () => {
    const { code, out } = await (await harbor())('When is a refund paid?', 'docs/refunds.md')
    expect([code, lineOf(out, 'read'), lineOf(out, 'gates'), lineOf(out, 'matches')]).toEqual([
      0,
      'answered; this document was selected',
      'allow',
      'refund, paid',
    ])
    expect(lineOf(out, 'rank')).toMatch(/^1 of /)
    expect(out).not.toContain('fourteen')
  })

  test('says of one that was not given what the best place has and it has not', async () => {
    const { out } = await (await harbor())('When is a refund paid?', 'unit:harbor/berths')
    expect(lineOf(out, 'read')).toBe('answered; this document was not selected')
    expect(lineOf(out, 'unmatched')).toBe('refund, paid')
    expect(lineOf(out, 'to change')).toBeDefined()
  })

  test('shows the strength of the best place beside that of the document, because it decides the outcome', async () => {
    const { out } = await (await harbor())('When is a refund of a ticket paid after it was returned?', 'docs/berths.md')
    const own = await (await harbor())('When is a refund of a ticket paid after it was returned?', 'docs/refunds.md')
    expect(lineOf(out, 'strength')).toBeUndefined()
    expect(lineOf(own.out, 'strength')).toMatch(/^(0\.\d\d); the best place has \1, and 0\.09 or more is answered$/)
  })

  test('lists no unmatched words of a file that was not opened', async () => {
    const [cwd, state] = [
      tempFolder({ 'docs/refunds.md': documents['refunds.md'], 'knowledge.yaml': manifest }),
      tempFolder(),
    ]
    const env = { LOREFENCE_STATE: join(state, 'state'), XDG_CONFIG_HOME: join(state, 'config'), HOME: state }
    const run = async (...argv: readonly string[]) => {
      const terminal = fakeTerminal({ cwd, env, interactive: true, answers: [true] })
      await main(argv, terminal)
      return terminal.stdout
    }
    await run('trust', '.')
    writeFileSync(join(cwd, 'docs/refunds.md'), `${documents['refunds.md']}\nA later line.\n`)
    const out = await run('why', 'When is a refund paid?', 'docs/refunds.md')
    expect(lineOf(out, 'because')).toContain('changed')
    expect(lineOf(out, 'unmatched')).toBeUndefined()
  })

  test('says of one that a gate withholds which gate, and nothing of its content', async () => {
    const { out } = await (await harbor())('What does a ticket to Skagen cost?', 'docs/prices.md')
    expect(lineOf(out, 'gates')).not.toBe('allow')
    expect(lineOf(out, 'to change')).toBe('Its author can declare a method under "auth".')
    expect(out).not.toMatch(/forty|Skagen costs/)
  })

  test('says of what nobody granted how a person grants it', async () => {
    const { out, err } = await (await harbor({ granted: false }))('When is a refund paid?', 'docs/refunds.md')
    expect(out + err).toContain('lorefence trust')
    expect(out + err).not.toContain('fourteen')
  })

  test('a file here goes before one of the same path in another manifest', async () => {
    const notice = (id: string) =>
      `kcp_version: "0.14"\nproject: ${id}\nversion: 1.0.0\nunits:\n  - {id: ${id}, path: NOTICE.md, intent: "What is new?", scope: global, audience: [agent]}\n`
    const why = await harbor({
      tree: {
        'a/knowledge.yaml': notice('early'),
        'a/NOTICE.md': '# Notice\n\nThe ferry leaves early.\n',
        'NOTICE.md': '# Notice\n\nThe ferry leaves late.\n',
      },
    })
    expect((await why('When does the ferry leave?', 'a/NOTICE.md')).out).toContain('unit:early/early')
    expect((await why('When does the ferry leave?', 'NOTICE.md')).out).not.toContain('unit:early/early')
  })

  test('says of a file that nothing names how it comes in, and of no file that there is none', async () => {
    const why = await harbor()
    expect((await why('refund', 'docs/notes.md')).err).toContain(
      'To add it to knowledge.yaml: lorefence init --update docs/notes.md',
    )
    expect((await why('refund', 'docs/nowhere.md')).err).toContain('"docs/nowhere.md" was not found.')
  })

  test.each(['why', 'explain'])('a misspelled path gets a suggestion, as a ref does: %s', async (verb) => {
    const { run } = await harbor()
    const { code, err } = await run([verb, ...(verb === 'why' ? ['refund'] : []), 'docs/refnds.md'])
    expect([code, err]).toEqual([
      2,
      expect.stringContaining('"docs/refnds.md" was not found. Did you mean "docs/refunds.md"?'),
    ])
  })

  test('document and task in the wrong order are said to be so', async () => {
    const { run } = await harbor()
    expect(await run(['why', 'docs/refunds.md', 'When is a refund paid?'])).toMatchObject({
      code: 2,
      err: "lorefence: why takes the task first, then the document: lorefence why 'When is a refund paid?' docs/refunds.md\n",
    })
  })

  test('gives the same as JSON', async () => {
    const { out } = await (await harbor())('When is a refund paid?', 'docs/refunds.md', '--json')
    expect(JSON.parse(out)).toMatchObject({
      kind: 'why',
      ref: 'unit:harbor/refunds',
      outcome: 'answered',
      given: true,
      verdict: 'allow',
      matched: ['refund', 'paid'],
    })
  })
})
