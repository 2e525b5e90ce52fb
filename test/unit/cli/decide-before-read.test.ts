import { appendFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openForPerson } from '../../../src/app/index.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { aliases, verbs } from '../../../src/serve/cli/verbs.ts'
import { tools as mcpTools } from '../../../src/app/tools/tools.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { packText, type Fields } from '../../support/judge-pack.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { call, connectTo } from '../../support/mcp-client.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { watchOpens, type Opened } from '../../support/watch-opens.ts'
import { isListing } from '../../support/watched-files.ts'

const kiosk = '.agents/knowledge/kiosk'
const task = 'How long does the Harbor Kiosk battery last?'
/** Longer than the part in which a head is looked for. */
const body = `# Kiosk\n\nThe battery of the Harbor Kiosk lasts nine hours.\n${'More about it. '.repeat(1000)}\n`

interface Workspace {
  readonly cwd: string
  /** Of a read from when everything was allowed. */
  readonly receipt: string
  readonly env: Readonly<Record<string, string>>
  run(argv: readonly string[], answers?: readonly boolean[]): Promise<string>
}

/** Everything is granted and was read once; a unit is restricted. */
async function workspace(): Promise<Workspace> {
  const cwd = tempFolder({
    [`${kiosk}/KNOWLEDGE.md`]: packText({ name: 'kiosk' }, body),
    [`${kiosk}/compiled/facts.md`]: '# Battery\n\nThe battery of the Harbor Kiosk lasts nine hours.\n',
    [`${kiosk}/wiki/index.md`]: '# Index\n\nThe battery.\n',
    [`${kiosk}/evals/discovery.json`]: JSON.stringify({
      pack_name: 'kiosk',
      cases: [{ id: 'battery', prompt: task, expected: 'select' }],
    }),
    'knowledge.yaml': manifestText({}, unitWith({ path: 'docs/setup.md', access: 'restricted', auth_scope: 'ops' })),
    'docs/setup.md': '# Setup\n\nThe battery.\n',
  })
  const home = tempFolder()
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  const run = async (argv: readonly string[], answers: readonly boolean[] = []): Promise<string> => {
    const terminal = fakeTerminal({ cwd, env, interactive: true, answers })
    await main(argv, terminal)
    return terminal.stdout
  }
  await run(['trust', '.'], [true])
  const { receipt } = JSON.parse(await run(['read', task, '--json'])) as { readonly receipt: { readonly id: string } }
  return { cwd, env, run, receipt: receipt.id }
}

/** A head is at most this long here; whoever asks for more bytes of the entry file wants its text. */
const headBytes = 4096
const isContent = ({ path, bytes }: Opened): boolean =>
  !isListing(path) && (!path.endsWith('KNOWLEDGE.md') || bytes > headBytes)

const past = '<receipt>'

/** Every tool with what a model may ask it for. */
const tools: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
  catalog: [{}, { filter: 'kiosk' }, { ref: 'manifest:harbor' }, { ref: 'unit:harbor/setup' }],
  activate: [{ pack: 'kiosk' }, { pack: 'manifest:harbor' }, { pack: 'unit:harbor/setup' }],
  read: [
    { task },
    { task, packs: ['kiosk'] },
    { task, packs: ['unit:harbor/setup', 'manifest:harbor'], evidence: true },
  ],
  query: [{ terms: ['battery'] }],
  explain: [{ ref: 'kiosk' }, { ref: 'unit:harbor/setup' }],
  evidence: [
    { pack: 'kiosk' },
    { pack: 'kiosk', claim: 'battery' },
    { pack: 'kiosk', section: 'compiled/facts.md#battery' },
  ],
}

/** Every verb that does not open files on purpose. */
const rows: Readonly<Record<string, readonly (readonly string[])[]>> = {
  read: [
    [task],
    [task, '--json', '--explain'],
    [task, '--pack', 'kiosk'],
    [task, '--pack', `./${kiosk}`],
    [task, '--evidence'],
    [task, '--manifest', 'knowledge.yaml'],
    [task, '--pack', 'unit:harbor/setup'],
    [task, '--write-run'],
  ],
  evidence: [['kiosk'], ['kiosk#battery', '--json'], [`./${kiosk}`, '--section', 'compiled/facts.md#battery']],
  'resolve-context': [
    ['kiosk', '--query', task],
    [`./${kiosk}`, '--task', task, '--json'],
  ],
  catalog: [
    [],
    ['--all'],
    ['--json', '--all', '--max-tokens', '90'],
    ['--format', 'xml'],
    ['--format', 'prompt'],
    ['manifest:harbor'],
  ],
  activate: [
    ['kiosk'],
    [`./${kiosk}`, '--json', '--session', 's', '--again'],
    ['manifest:harbor'],
    ['unit:harbor/setup'],
  ],
  query: [['battery'], ['battery', '--json']],
  explain: [['kiosk'], [`./${kiosk}`, '--json'], ['unit:harbor/setup'], ['docs/setup.md', '--json']],
  why: [
    [task, 'kiosk'],
    [task, 'unit:harbor/setup', '--json'],
    [task, 'docs/setup.md'],
  ],
  approve: [['kiosk'], ['unit:harbor/setup', '--json']],
  disable: [['unit:harbor/setup']],
  enable: [['unit:harbor/setup']],
  eval: [[], ['kiosk', '--json'], [`./${kiosk}`]],
  replay: [[past]],
  rehydrate: [[past]],
  diff: [[past, past]],
  receipts: [['list'], ['show', past], ['verify'], ['export']],
  doctor: [[], ['--json'], ['--no-user']],
  hook: [['session-start']],
  memory: [['search', task], ['list'], ['stats']],
  workspace: [
    ['search', task],
    ['scan', '.', '--yes'],
    ['search', task],
    ['gaps'],
    ['impact', 'docs/setup.md'],
    ['dispatch', task],
    ['forget', '--yes'],
  ],
  integrate: [['cursor', '--dry-run']],
  fence: [[]],
  unfence: [[]],
  fetch: [['https://127.0.0.1/'], ['https://127.0.0.1/', '--json']],
  federate: [[], ['--plan', '--json'], ['https://127.0.0.1']],
  publish: [['.', '--out', '../site', '--dry-run']],
  schema: [['pack']],
  key: [['list']],
  store: [['migrate'], ['export', 'nowhere/all.jsonl']],
  add: [['--frozen'], ['./nowhere']],
  list: [[], ['--json']],
  update: [[], ['kiosk']],
  remove: [['kiosk']],
}

/** What reads files because a person names them, or serves the tools of the table below. */
const exceptions: Readonly<Record<string, string>> = {
  trust: 'hashes every file, to fix what is granted',
  validate: 'judges what a person names, for its author',
  'validate-run': 'judges what a person names, for its author',
  sign: 'hashes what its author names',
  verify: 'hashes what a person names, to compare it with what was signed',
  split: 'splits the documents of a pack that its author names',
  compile: 'compiles the facts of a pack that its author names',
  status: 'changes the frontmatter of a pack that its author names',
  claims: 'lists the claims of a pack that its author names',
  inspect: 'shows a pack that its reviewer names',
  health: 'checks a pack that its author names',
  import: 'copies what a person names into a draft',
  export: 'prints the titles of a pack or manifest that its author names, without what is restricted',
  migrate: 'changes the frontmatter of a pack that its author names',
  hints: 'counts the tokens of the units of a manifest that its author names',
  init: 'drafts units from the documents that it opens',
  'read-properties': 'prints the frontmatter that a person names',
  'to-catalog': 'prints the frontmatter that a person names',
  check: 'opens the trust gate for the repository under review; other gates decide as in read',
  completion: 'prints a script and opens no knowledge',
  lsp: 'judges what a person edits, for its author',
  mcp: 'has a table of its own',
  serve: 'runs the tools of the same table',
  push: 'stores what is there; nothing of it is shown',
}

test('every verb has a row, or a reason to have none', () => {
  expect([...Object.keys(rows), ...Object.keys(exceptions)].sort()).toEqual(
    [...Object.keys(verbs), ...Object.keys(aliases)].sort(),
  )
})

const granted = ({ run }: Workspace): Promise<string> => run(['trust', '.'], [true])
const rewrite = ({ cwd }: Workspace, fields: Fields): void =>
  writeFileSync(join(cwd, kiosk, 'KNOWLEDGE.md'), packText({ name: 'kiosk', ...fields }, body))
const withStatus =
  (status: string) =>
  async (own: Workspace): Promise<void> => {
    rewrite(own, { status })
    await granted(own)
  }
const refusals: Readonly<Record<string, (own: Workspace) => unknown>> = {
  'an ungranted pack': ({ run }) => run(['trust', '.', '--remove']),
  'a pack whose entry file changed': (own) => rewrite(own, { description: 'Other facts.' }),
  'a draft': withStatus('draft'),
  'a disputed pack': withStatus('disputed'),
  'an archived pack': withStatus('archived'),
  'a pack that is switched off': ({ run }) => run(['disable', 'kiosk']),
  'a pack that the workspace switched off': ({ cwd }) =>
    appendFileSync(join(cwd, 'lorefence.yaml'), 'disabled: [pack:kiosk]\n'),
}

describe.each(Object.entries(refusals))('AK-111, AK-118, KCP-085: of %s', (_, refuse) => {
  test('no verb opens any content', async () => {
    const own = await workspace()
    await refuse(own)
    const opened = watchOpens(own.cwd)
    for (const [verb, calls] of Object.entries(rows)) {
      for (const args of calls) {
        await own.run([verb, ...args.map((word) => (word === past ? own.receipt : word))], [false])
        expect([verb, args, opened.filter(isContent)]).toEqual([verb, args, []])
      }
    }
    expect(opened.length).toBeGreaterThan(0)
  })

  test('no tool opens any content', async () => {
    const own = await workspace()
    await refuse(own)
    const opened = watchOpens(own.cwd)
    const client = await connectTo({ knowledge: await openForPerson([own.cwd], own.env), commands: { cwd: own.cwd } })
    for (const [tool, calls] of Object.entries(tools)) {
      for (const args of calls) {
        await call(client, tool, args).catch(() => undefined)
        expect([tool, args, opened.filter(isContent)]).toEqual([tool, args, []])
      }
    }
  })

  test('resources and prompts open no content', async () => {
    const own = await workspace()
    await refuse(own)
    const opened = watchOpens(own.cwd)
    const client = await connectTo({ knowledge: await openForPerson([own.cwd], own.env), commands: { cwd: own.cwd } })
    await client.listResources()
    for (const uri of ['lorefence://pack/kiosk', 'lorefence://guide/kiosk', 'lorefence://unit/harbor%2Fsetup'])
      await client.readResource({ uri }).catch(() => undefined)
    for (const pack of [{}, { pack: 'kiosk' }])
      await client.getPrompt({ name: 'explore', arguments: { topic: 'battery', ...pack } })
    expect(opened.filter(isContent)).toEqual([])
  })
})

test('every MCP tool has a row', () => {
  expect(Object.keys(tools).sort()).toEqual(mcpTools.map(({ name }) => name).sort())
})

test.each([
  ['read', ['read', task], `${kiosk}/compiled/facts.md`],
  ['evidence', ['evidence', 'kiosk', '--section', 'compiled/facts.md#battery'], `${kiosk}/compiled/facts.md`],
  ['resolve-context', ['resolve-context', 'kiosk', '--query', task], `${kiosk}/compiled/facts.md`],
  ['activate', ['activate', 'kiosk'], `${kiosk}/KNOWLEDGE.md`],
  ['eval', ['eval'], `${kiosk}/compiled/facts.md`],
  ['trust, on purpose,', ['trust', '.'], 'docs/setup.md'],
  ['doctor', ['doctor'], `${kiosk}/compiled/facts.md`],
])('the spy sees what %s opens once every gate lets it through', async (_, argv, path) => {
  const own = await workspace()
  const opened = watchOpens(own.cwd)
  await own.run(argv)
  expect(opened.filter(isContent).map((one) => one.path)).toContain(path)
})
