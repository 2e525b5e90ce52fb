import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { personIn, type Ran } from '../../support/scanned-workspace.ts'
import { tempFolder } from '../../support/temp-folder.ts'

interface World {
  readonly stored: string
  run(...argv: readonly string[]): Promise<Ran>
}

async function scanned(): Promise<World> {
  const code = tempFolder({
    'shop/.git/HEAD': '',
    'shop/README.md': '# Shop\n\nThe pelican cache keeps prices for an hour.\n',
    'shop/src/cart.ts': '/** Adds the heron discount. */\nexport const discount = 0.9\n',
  })
  const home = tempFolder()
  const run = personIn(code, home)
  expect(await run('workspace', 'scan', '.')).toMatchObject({ code: 0 })
  return { stored: join(home, 'state/workspace'), run: (...argv) => run('workspace', ...argv) }
}

const partOf = ({ stored }: World, part: string): string =>
  join(stored, readdirSync(stored).find((name) => name.startsWith(`${part}-`)) ?? '')

describe('a stored scan that is damaged', () => {
  test.each(['files', 'index', 'places', 'texts'])('%s: it is scanned again, and the search answers', async (part) => {
    for (const damage of [
      (file: string) => truncateSync(file, 3),
      (file: string) => truncateSync(file, 0),
      (file: string) => writeFileSync(file, readFileSync(file).fill(0x7b)),
    ]) {
      const own = await scanned()
      damage(partOf(own, part))
      expect(await own.run('search', 'pelican')).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('keeps prices for an hour'),
      })
      expect(await own.run('scan', '--json')).toMatchObject({ stdout: expect.stringContaining('"read": 0') })
    }
  })

  test.each([
    ['a digest', /"digest":"sha256:./],
    ['the name of a field', /"digest"/],
    ['a path', /README/],
  ])('%s in the list of files is another: the search answers, also after the next scan', async (_, place) => {
    const own = await scanned()
    const file = partOf(own, 'files')
    const text = readFileSync(file, 'utf8')
    const { index = 0, 0: all = '' } = place.exec(text) ?? {}
    const at = index + all.length - 2
    writeFileSync(file, `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`)
    for (const task of ['pelican', 'heron discount', 'pelican'])
      expect(await own.run('search', task)).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(task === 'pelican' ? 'keeps prices for an hour' : 'heron discount'),
      })
  })

  test('a digest of a file that was not changed a moment ago is another: the file is found', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    const own = await scanned()
    const file = partOf(own, 'files')
    const text = readFileSync(file, 'utf8')
    expect(text).toContain('"stamp"')
    writeFileSync(file, text.replaceAll(/sha256:./g, 'sha256:x'))
    expect(await own.run('search', 'pelican')).toMatchObject({ stdout: expect.stringContaining('for an hour') })
  })

  const head = { id: '0123456789abcdef', state: { format: '4.6', scan: { folders: [], repositories: [] } } }
  const cut = '{"id":'
  const handMade = {
    'half of it': cut,
    'a list': [],
    null: null,
    'no state': { id: head.id },
    'a state without a scan': { ...head, state: { format: '4.6' } },
    'an id that is a path': { ...head, id: '../../other' },
    'a folder that is a text': { ...head, state: { ...head.state, scan: { folders: ['/'], repositories: [] } } },
    'a repository without a root': { ...head, state: { ...head.state, scan: { folders: [], repositories: [{}] } } },
  }
  test.each(Object.entries(handMade))(
    '%s as the state: every command names the file and the way out',
    async (_, state) => {
      const own = await scanned()
      writeFileSync(join(own.stored, 'state.json'), state === cut ? cut : JSON.stringify(state))
      for (const argv of [
        ['search', 'pelican'],
        ['scan'],
        ['verify'],
        ['gaps'],
        ['impact', 'a.md'],
        ['dispatch', 'pelican'],
      ]) {
        const { code, stderr } = await own.run(...argv)
        expect([argv, code, stderr]).toEqual([argv, 2, expect.stringContaining('lorefence workspace forget')])
      }
      expect(await own.run('forget')).toMatchObject({ code: 0 })
    },
  )

  test('a state of another version is scanned again', async () => {
    const own = await scanned()
    const file = join(own.stored, 'state.json')
    const state = JSON.parse(readFileSync(file, 'utf8')) as { state: { format: string } }
    writeFileSync(file, JSON.stringify({ ...state, state: { ...state.state, format: '2.5' } }))
    expect(await own.run('search', 'pelican')).toMatchObject({ stdout: expect.stringContaining('for an hour') })
  })
})
