import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../src/serve/cli/main.ts'
import { fakeTerminal } from '../support/fake-terminal.ts'
import { packText, type Fields } from '../support/judge-pack.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { watchOpens, type Opened } from '../support/watch-opens.ts'
import { isListing } from '../support/watched-files.ts'

const kiosk = '.agents/knowledge/kiosk'
const task = 'How long does the Harbor Kiosk battery last?'
/** Longer than the part in which a head is looked for. */
const body = `# Kiosk\n\nThe battery of the Harbor Kiosk lasts nine hours.\n${'More about it. '.repeat(1000)}\n`

async function workspace(fields: Fields) {
  const cwd = tempFolder({
    [`${kiosk}/KNOWLEDGE.md`]: packText({ name: 'kiosk', ...fields }, body),
    [`${kiosk}/compiled/facts.md`]: '# Battery\n\nThe battery of the Harbor Kiosk lasts nine hours.\n',
    [`${kiosk}/wiki/index.md`]: '# Index\n\nThe battery.\n',
    [`${kiosk}/evals/discovery.json`]: JSON.stringify({ pack_name: 'kiosk', cases: [{ id: 'battery', prompt: task, expected: 'select' }] }),
    'knowledge.yaml': manifestText({}, unitWith({ path: 'docs/setup.md', access: 'restricted', auth_scope: 'ops' })),
    'docs/setup.md': '# Setup\n\nThe battery.\n',
  })
  const home = tempFolder()
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  const run = (argv: readonly string[], answers: readonly boolean[] = []): Promise<number> => main(argv, fakeTerminal({ cwd, env, interactive: true, answers }))
  return { cwd, run }
}

type Workspace = Awaited<ReturnType<typeof workspace>>

/** A head is at most this long here; whoever asks for more bytes of the entry file wants its text. */
const headBytes = 4096
const isContent = ({ path, bytes }: Opened): boolean => !isListing(path) && (!path.endsWith('KNOWLEDGE.md') || bytes > headBytes)

const verbs: readonly (readonly string[])[] = [
  ['read', task], ['read', task, '--json', '--explain'], ['read', task, '--pack', 'kiosk'], ['read', task, '--pack', `./${kiosk}`],
  ['read', task, '--evidence'], ['evidence', 'kiosk'], ['evidence', 'kiosk#battery', '--json'], ['evidence', `./${kiosk}`, '--section', 'compiled/facts.md#battery'],
  ['resolve-context', 'kiosk', '--query', task], ['resolve-context', `./${kiosk}`, '--task', task, '--json'],
  ['catalog'], ['catalog', '--all'], ['catalog', '--json', '--all', '--max-tokens', '90'], ['catalog', '--format', 'xml'], ['catalog', '--format', 'prompt'],
  ['activate', 'kiosk'], ['activate', `./${kiosk}`, '--json', '--session', 's', '--again'],
  ['explain', 'kiosk'], ['explain', `./${kiosk}`, '--json'], ['explain', 'unit:harbor/setup'], ['explain', 'docs/setup.md', '--json'],
  ['approve', 'kiosk'], ['approve', 'unit:harbor/setup', '--json'], ['disable', 'unit:harbor/setup'], ['enable', 'unit:harbor/setup'],
  ['eval'], ['eval', 'kiosk', '--json'], ['eval', `./${kiosk}`],
]

const granted = ({ run }: Workspace): Promise<number> => run(['trust', '.'], [true])
const refusals: readonly (readonly [string, Fields, (workspace: Workspace) => unknown])[] = [
  ['an ungranted pack', {}, () => undefined],
  ['a pack whose entry file changed', {}, async (own) => {
    await granted(own)
    const file = join(own.cwd, kiosk, 'KNOWLEDGE.md')
    writeFileSync(file, readFileSync(file, 'utf8').replace('Product facts', 'Other facts'))
  }],
  ['a draft', { status: 'draft' }, granted],
  ['a disputed pack', { status: 'disputed' }, granted],
  ['an archived pack', { status: 'archived' }, granted],
  ['a pack that is switched off', {}, async (own) => {
    await granted(own)
    await own.run(['disable', 'kiosk'])
  }],
  ['a pack that the workspace switched off', {}, async (own) => {
    await granted(own)
    appendFileSync(join(own.cwd, 'lorefence.yaml'), 'disabled: [pack:kiosk]\n')
  }],
]

describe.each(refusals)('AK-111, AK-118, KCP-085: of %s', (name, fields, prepare) => {
  test.each(verbs.map((argv) => [argv.join(' '), argv] as const))('"%s" opens no content', async (_, argv) => {
    const own = await workspace(fields)
    await prepare(own)
    const opened = watchOpens(own.cwd)
    await own.run(argv, [false])
    expect(opened.filter(isContent)).toEqual([])
    expect(opened.length > 0, name).toBe(true)
  })
})

test.each([
  ['read', ['read', task], `${kiosk}/compiled/facts.md`],
  ['evidence', ['evidence', 'kiosk', '--section', 'compiled/facts.md#battery'], `${kiosk}/compiled/facts.md`],
  ['resolve-context', ['resolve-context', 'kiosk', '--query', task], `${kiosk}/compiled/facts.md`],
  ['activate', ['activate', 'kiosk'], `${kiosk}/KNOWLEDGE.md`],
  ['eval', ['eval'], `${kiosk}/compiled/facts.md`],
  ['trust, on purpose,', ['trust', '.'], 'docs/setup.md'],
])('the spy sees what %s opens once every gate lets it through', async (_, argv, path) => {
  const own = await workspace({})
  await granted(own)
  const opened = watchOpens(own.cwd)
  await own.run(argv)
  expect(opened.filter(isContent).map((one) => one.path)).toContain(path)
})
