import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { systemPorts } from '../../../src/io/system.ts'
import { verifyReceipts } from '../../../src/record/verify.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { append } from '../../contract/stores.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { describePostgres, freshDatabase } from '../../support/postgres.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** A home with something in every store. */
async function filledHome(): Promise<string> {
  const home = tempFolder()
  const [a, b] = [systemPorts({ HOME: home }), systemPorts({ HOME: home })]
  for (const path of ['/no/a', '/no/ü "b"'])
    a.grants.save({
      path,
      given: 'terminal',
      at: '2026-05-06T09:10:00.000Z',
      files: { 'z.md': 'sha256:z', 'a.md': 'sha256:a' },
    })
  a.approvals.save({ ref: 'unit:a/b', path: '/no/a', code: 'c', given: 'terminal', at: '2026', until: '2027' })
  a.switches.set('pack:x', false)
  a.editions?.save('/no/a/KNOWLEDGE.md', { version: '1.0.0' })
  a.copies?.save('/no/a/c.yaml', { url: 'https://a.example/', digest: 'sha256:c' })
  a.keys?.save({ name: 'bot', tokenSha256: 'a'.repeat(64), requester: { role: 'x' }, created: '2026' })
  for (const second of ['01', '02']) a.usage.note('key:bot unit:a/b', new Date(`2026-05-06T09:10:${second}Z`))
  a.usage.note('unit:a/b', new Date('2026-05-07T09:10:00Z'))
  await a.sessions.note(
    'one',
    new Map([
      ['span:\u0000', 'sha256:1'],
      ['guide:a', 'sha256:2'],
    ]),
  )
  for (const [i, ports] of [a, b, a, b].entries()) await append(ports, `r-${i}`)
  a.receipts.hide('task')
  return home
}

/** Every file of the state with its text; an entry is compared by its content. */
function stateOf(home: string): Readonly<Record<string, unknown>> {
  const folder = join(home, '.local/state/lorefence')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(folder, path)).isFile(),
  )
  return Object.fromEntries(
    files.sort().map((path) => {
      const text = readFileSync(join(folder, path), 'utf8')
      return [path, path.endsWith('.json') ? JSON.parse(text) : text]
    }),
  )
}

async function lorefence(
  home: string,
  ...argv: readonly string[]
): Promise<{ readonly code: number; readonly text: string }> {
  const cwd = join(home, 'work')
  mkdirSync(cwd, { recursive: true })
  const terminal = fakeTerminal({ cwd, env: { HOME: home } })
  return { code: await main(argv, terminal), text: terminal.stdout + terminal.stderr }
}

describePostgres('a store that moves', () => {
  test('from files to PostgreSQL and back is equal, and its receipts verify', async () => {
    const [home, url, other] = [await filledHome(), await freshDatabase(), tempFolder()]
    expect((await lorefence(home, 'store', 'export', 'all.jsonl')).code).toBe(0)
    expect((await lorefence(home, 'store', 'import', 'all.jsonl', '--store', url)).text).toMatch(
      /^\d+ lines of .* imported to postgres:/,
    )
    expect((await lorefence(home, 'store', 'export', 'back.jsonl', '--store', url)).code).toBe(0)
    expect((await lorefence(other, 'store', 'import', join(home, 'work/back.jsonl'))).code).toBe(0)
    expect(stateOf(other)).toEqual(stateOf(home))
    const moved = systemPorts({ HOME: other })
    expect(await verifyReceipts(moved.receipts)).toMatchObject({ ok: true, records: 4 })
    expect(moved.receipts.hide('task')).toBe(systemPorts({ HOME: home }).receipts.hide('task'))
    expect(moved.usage.count('key:bot unit:a/b', new Date('2026-05-06T09:10:30Z'))).toEqual({ minute: 2, day: 2 })
  })

  test('nothing is imported where a line is wrong, the end is missing, or something is there', async () => {
    const [home, url] = [await filledHome(), await freshDatabase()]
    await lorefence(home, 'store', 'export', 'all.jsonl')
    const whole = readFileSync(join(home, 'work/all.jsonl'), 'utf8')
    writeFileSync(join(home, 'work/cut.jsonl'), `${whole.trimEnd().split('\n').slice(0, -1).join('\n')}\n`)
    writeFileSync(join(home, 'work/bad.jsonl'), whole.replace('"kind":"session"', '"kind":"other"'))
    expect((await lorefence(home, 'store', 'import', 'cut.jsonl', '--store', url)).text).toContain('is not complete')
    expect((await lorefence(home, 'store', 'import', 'bad.jsonl', '--store', url)).text).toContain(
      'is not part of an exported store',
    )
    expect((await lorefence(home, 'store', 'import', 'all.jsonl', '--store', url)).code).toBe(0)
    expect((await lorefence(home, 'store', 'import', 'all.jsonl', '--store', url)).text).toContain(
      'is not empty (grants, ',
    )
  })
})

describe('an exported file', () => {
  test('can be read by its owner only, and replaces nothing', async () => {
    const home = await filledHome()
    await lorefence(home, 'store', 'export', 'all.jsonl')
    expect(statSync(join(home, 'work/all.jsonl')).mode & 0o777).toBe(0o600)
    const again = await lorefence(home, 'store', 'export', 'all.jsonl')
    expect([again.code, again.text]).toEqual([2, expect.stringContaining('exists already')])
  })

  test('writes no file by a name that it contains', async () => {
    const home = tempFolder()
    for (const name of ['x', 'work']) mkdirSync(join(home, name))
    const lines = [
      '{"kind":"lorefence-store","schemaVersion":1}',
      '{"kind":"segment","name":"../../../../x/evil.jsonl","lines":["{}"]}',
      '{"kind":"end","lines":1}',
    ]
    writeFileSync(join(home, 'work/evil.jsonl'), `${lines.join('\n')}\n`)
    const { code, text } = await lorefence(home, 'store', 'import', 'evil.jsonl')
    expect([code, text]).toEqual([2, expect.stringContaining('line 2 is not part of an exported store')])
    expect(readdirSync(join(home, 'x'))).toEqual([])
  })
})
