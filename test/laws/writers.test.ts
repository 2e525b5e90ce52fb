import { execFileSync } from 'node:child_process'
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createSigningKey } from '../../src/io/signing-key.ts'
import { main } from '../../src/serve/cli/main.ts'
import { aliases, verbs } from '../../src/serve/cli/verbs.ts'
import { fakeTerminal } from '../support/fake-terminal.ts'
import { packText } from '../support/judge-pack.ts'
import { manifestText, unitWith } from '../support/manifest-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const task = 'How long does the battery last?'
const pack = '.agents/knowledge/kiosk'
const manifest = manifestText({}, unitWith({ path: 'docs/setup.md', sensitivity: 'public' }))

/** Stands for the private key of the user, which is in no clone. */
const key = 'KEY'

interface World {
  readonly clone: string
  /** What is the user's and no part of the clone. */
  readonly outside: string
  run(argv: readonly string[]): Promise<{ readonly code: number; readonly text: string }>
}

/** A file of a pack that is installed from the clone. */
const installed = '.agents/knowledge/installed/compiled/facts.md'

async function world(): Promise<World> {
  const home = tempFolder()
  const outside = tempFolder({
    'precious.txt': 'precious\n',
    'knowledge.yaml': manifest.replace('sensitivity: public', 'sensitivity: publik'),
    'settings.json': '{}\n',
    'folder/knowledge.yaml': manifest.replace('sensitivity: public', 'sensitivity: publik'),
  })
  const clone = tempFolder({
    [`${pack}/KNOWLEDGE.md`]: packText({ name: 'kiosk' }),
    [`${pack}/documents/battery.md`]: '# Battery\n\nThe battery lasts nine hours. [source: documents/battery.md#L1]\n',
    [`${pack}/compiled/facts.md`]: '# Battery\n\nThe battery lasts nine hours.\n',
    [`${pack}/evals/discovery.json`]: JSON.stringify({
      pack_name: 'kiosk',
      cases: [{ id: 'battery', prompt: task, expected: 'select' }],
    }),
    'knowledge.yaml': manifest,
    'docs/setup.md': '# Setup\n\nThe battery.\n',
    'docs/more.md': '# More\n\nThe battery and more of it.\n',
    'README.md': '# Harbor\n\nWhat the harbour is.\n',
    'source/KNOWLEDGE.md': packText({ name: 'other' }),
    'locked/KNOWLEDGE.md': packText({ name: 'installed' }),
    'locked/compiled/facts.md': 'precious\n',
  })
  const env = { HOME: home, XDG_STATE_HOME: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  const run = async (argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd: clone, env, interactive: true, answers: [true], stdin: 'text\n' })
    return { code: await main(argv, terminal), text: terminal.stdout + terminal.stderr }
  }
  createSigningKey(join(home, 'key.pem'))
  expect((await run(['add', './locked'])).code).toBe(0)
  expect((await run(['trust', '.'])).code).toBe(0)
  return { clone, outside, run: (argv) => run(argv.map((word) => (word === key ? join(home, 'key.pem') : word))) }
}

/** Every path below a folder with what is there. */
function everything(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((path) => {
        const stat = lstatSync(join(folder, path))
        return [
          path,
          stat.isSymbolicLink()
            ? `→ ${readlinkSync(join(folder, path))}`
            : stat.isFile()
              ? readFileSync(join(folder, path), 'utf8')
              : 'folder or other',
        ]
      }),
  )
}

/** Puts something else in the place of what the clone has there. */
function swap(path: string, put: (path: string) => void): void {
  rmSync(path, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  put(path)
}

const linkTo =
  (target: string) =>
  ({ clone, outside }: World, at: string): void =>
    swap(join(clone, at), (path) => symlinkSync(join(outside, target), path))

/** What a clone can put in the place of a file that is asked for, and how the file is then called. */
const traps: Readonly<Record<string, (own: World) => string>> = {
  'a link to a file': (own) => (linkTo('precious.txt')(own, 'report'), 'report'),
  'a link to a file that is not there': (own) => (linkTo('new.txt')(own, 'report'), 'report'),
  'a link that stays in the clone': ({ clone }) => (symlinkSync('docs/setup.md', join(clone, 'report')), 'report'),
  'a link to a folder': (own) => (linkTo('folder')(own, 'reports'), 'reports/report'),
  'a link to a folder, further up': (own) => (linkTo('')(own, 'reports'), 'reports/folder/report'),
  'a link, by its absolute path': (own) => (linkTo('precious.txt')(own, 'report'), join(own.clone, 'report')),
  'a link, by a way around': (own) => (linkTo('precious.txt')(own, 'report'), 'docs/../report'),
  'a FIFO': ({ clone }) => (execFileSync('mkfifo', [join(clone, 'report')]), 'report'),
  'a folder': () => 'docs',
}

const outputs: Readonly<Record<string, readonly string[]>> = {
  init: ['--dry-run'],
  split: [`./${pack}`, '--dry-run'],
  compile: [`./${pack}`, '--dry-run'],
  import: ['docs', '--pack', 'other', '--dry-run'],
  export: ['knowledge.yaml', '--to', 'llms'],
  migrate: [`./${pack}`, '--dry-run'],
  hints: [],
  status: ['set', `./${pack}`, 'stale', '--by', 'me', '--note', 'why', '--dry-run'],
  claims: [`./${pack}`],
  inspect: [`./${pack}`],
  health: [`./${pack}`],
  validate: ['.', '--format', 'sarif'],
  catalog: [],
  activate: ['kiosk'],
  read: [task],
  evidence: ['kiosk'],
  query: ['battery'],
  explain: ['kiosk'],
  why: [task, 'kiosk'],
  trust: ['.'],
  approve: ['kiosk'],
  enable: ['kiosk'],
  disable: ['kiosk'],
  eval: [],
  check: [],
  replay: ['r-1'],
  rehydrate: ['r-1'],
  diff: ['r-1', 'r-2'],
  receipts: ['export'],
  sign: ['-', '--key', 'no-key'],
  verify: [],
  fence: [],
  unfence: [],
  fetch: ['https://127.0.0.1/'],
  add: ['./nowhere'],
  list: [],
  update: ['nothing'],
  remove: ['nothing'],
  federate: ['--plan'],
  publish: ['.', '--out', '../site', '--dry-run'],
  doctor: [],
  schema: ['manifest'],
  integrate: ['cursor', '--dry-run'],
  completion: ['bash'],
  hook: ['session-start'],
  memory: ['stats'],
  workspace: ['search', task],
  key: ['list'],
  store: ['export', 'nowhere/all.jsonl'],
  push: ['.', '--store', 'postgres://localhost:1/none'],
  'read-properties': [`./${pack}`],
  'to-catalog': [`./${pack}`],
  'resolve-context': ['kiosk', '--query', task],
  'validate-run': [`${pack}/evals/discovery.json`],
}
/** They answer clients until they are ended. */
const endless = ['lsp', 'mcp', 'serve']

test('every verb has a row, because every verb takes --output', () => {
  expect([...Object.keys(outputs), ...endless].sort()).toEqual([...Object.keys(verbs), ...Object.keys(aliases)].sort())
})

test.each(Object.entries(traps))('--output of every verb writes through nothing where there is %s', async (_, set) => {
  const own = await world()
  const file = set(own)
  const before = [everything(own.outside), everything(own.clone)]
  for (const [verb, args] of Object.entries(outputs)) {
    const { code } = await own.run([verb, ...args, '--output', file])
    expect([verb, code, everything(own.outside), everything(own.clone)]).toEqual([verb, 2, ...before])
  }
})

interface Writing {
  readonly argv: readonly string[]
  readonly set: (own: World) => void
}

/** Verbs that write files of their own accord, each with what a clone may have put there. */
const writings: Readonly<Record<string, Writing>> = {
  'init, a new manifest': { argv: ['init'], set: (own) => linkTo('new.yaml')(own, 'knowledge.yaml') },
  'init, the document beside it': { argv: ['init'], set: (own) => linkTo('folder')(own, '.well-known') },
  'init --pack': { argv: ['init', '--pack', 'other'], set: (own) => linkTo('folder')(own, '.agents') },
  'init --pack, deeper': {
    argv: ['init', '--pack', 'other'],
    set: (own) => linkTo('folder')(own, '.agents/knowledge'),
  },
  split: { argv: ['split', `./${pack}`], set: (own) => linkTo('folder')(own, `${pack}/compiled/splits`) },
  'split, its record': { argv: ['split', `./${pack}`], set: (own) => linkTo('folder')(own, `${pack}/runs`) },
  compile: { argv: ['compile', `./${pack}`], set: (own) => linkTo('precious.txt')(own, `${pack}/compiled/facts.md`) },
  'compile, the source map': { argv: ['compile', `./${pack}`], set: (own) => linkTo('folder')(own, `${pack}/indexes`) },
  status: {
    argv: ['status', 'set', `./${pack}`, 'stale', '--by', 'me', '--note', 'why'],
    set: (own) => linkTo('precious.txt')(own, `${pack}/KNOWLEDGE.md`),
  },
  'status, its record': {
    argv: ['status', 'set', `./${pack}`, 'stale', '--by', 'me', '--note', 'why'],
    set: (own) => linkTo('folder')(own, `${pack}/runs`),
  },
  'claims propose': {
    argv: ['claims', 'propose', `./${pack}`, 'Why?', '--answer', 'So.', '--source', 'documents/battery.md'],
    set: (own) => linkTo('folder')(own, `${pack}/sources`),
  },
  'health --write-run': {
    argv: ['health', `./${pack}`, '--write-run'],
    set: (own) => linkTo('folder')(own, `${pack}/runs`),
  },
  import: { argv: ['import', 'docs', '--pack', 'other'], set: (own) => linkTo('folder')(own, '.agents') },
  'import, deeper': {
    argv: ['import', 'docs', '--pack', 'other'],
    set: (own) => linkTo('folder')(own, '.agents/knowledge/other'),
  },
  'import --manifest': {
    argv: ['import', 'docs', '--manifest'],
    set: (own) => linkTo('new.yaml')(own, 'knowledge.yaml'),
  },
  migrate: { argv: ['migrate', `./${pack}`], set: (own) => linkTo('precious.txt')(own, `${pack}/KNOWLEDGE.md`) },
  'hints --write': { argv: ['hints', '--write'], set: (own) => linkTo('knowledge.yaml')(own, 'knowledge.yaml') },
  'init --update': { argv: ['init', '--update'], set: (own) => linkTo('knowledge.yaml')(own, 'knowledge.yaml') },
  'validate --fix': { argv: ['validate', '.', '--fix'], set: (own) => linkTo('knowledge.yaml')(own, 'knowledge.yaml') },
  'validate --fix, in a linked folder': {
    argv: ['validate', 'sub/knowledge.yaml', '--fix'],
    set: (own) => linkTo('folder')(own, 'sub'),
  },
  sign: { argv: ['sign', '.', '--key', key], set: (own) => linkTo('precious.txt')(own, 'knowledge.yaml.sig') },
  'sign, a new file': { argv: ['sign', '.', '--key', key], set: (own) => linkTo('new.sig')(own, 'knowledge.yaml.sig') },
  'sign, the manifest with its new hashes': {
    argv: ['sign', '.', '--key', key],
    set: (own) => linkTo('folder/knowledge.yaml')(own, 'knowledge.yaml'),
  },
  'sign --new-key': { argv: ['sign', '--new-key', 'key.pem'], set: (own) => linkTo('new.pem')(own, 'key.pem') },
  'add, in a linked folder': { argv: ['add', './source'], set: (own) => linkTo('folder')(own, '.agents') },
  'add, in a linked folder deeper': {
    argv: ['add', './source'],
    set: (own) => linkTo('folder')(own, '.agents/knowledge'),
  },
  'add, over a link': { argv: ['add', './source'], set: (own) => linkTo('folder')(own, '.agents/knowledge/other') },
  'add, over a link to nothing': {
    argv: ['add', './source'],
    set: (own) => linkTo('new')(own, '.agents/knowledge/other'),
  },
  'add, the lock': { argv: ['add', './source'], set: (own) => linkTo('new.lock')(own, 'lorefence.lock') },
  'add --frozen, a missing file': { argv: ['add', '--frozen'], set: (own) => linkTo('new')(own, installed) },
  'update, a file': { argv: ['update'], set: (own) => linkTo('precious.txt')(own, installed) },
  'update, a folder': { argv: ['update'], set: (own) => linkTo('folder')(own, dirname(installed)) },
  'remove, a file': { argv: ['remove', 'installed'], set: (own) => linkTo('precious.txt')(own, installed) },
  'remove, a folder': { argv: ['remove', 'installed'], set: (own) => linkTo('folder')(own, dirname(installed)) },
  publish: { argv: ['publish', '.', '--out', 'site'], set: (own) => linkTo('folder')(own, 'site') },
  'publish, in a linked folder': {
    argv: ['publish', '.', '--out', 'sites/site'],
    set: (own) => linkTo('folder')(own, 'sites'),
  },
  'read --write-run': { argv: ['read', task, '--write-run'], set: (own) => linkTo('folder')(own, `${pack}/runs`) },
  'eval --write-run': { argv: ['eval', '--write-run'], set: (own) => linkTo('folder')(own, `${pack}/runs`) },
  'store export': { argv: ['store', 'export', 'all.jsonl'], set: (own) => linkTo('new.txt')(own, 'all.jsonl') },
  'store export, in a linked folder': {
    argv: ['store', 'export', 'reports/all.jsonl'],
    set: (own) => linkTo('folder')(own, 'reports'),
  },
  'eval --history': {
    argv: ['eval', '--history', 'history.jsonl'],
    set: (own) => linkTo('precious.txt')(own, 'history.jsonl'),
  },
  'integrate --project': {
    argv: ['integrate', 'claude-code', '--project', '--yes'],
    set: (own) => linkTo('settings.json')(own, '.mcp.json'),
  },
  'integrate --project, a new file': {
    argv: ['integrate', 'claude-code', '--project', '--yes'],
    set: (own) => linkTo('new.json')(own, '.mcp.json'),
  },
  'integrate --project, a folder': {
    argv: ['integrate', 'cursor', '--project', '--yes'],
    set: (own) => linkTo('folder')(own, '.cursor'),
  },
  'integrate --project --remove': {
    argv: ['integrate', 'claude-code', '--project', '--remove', '--yes'],
    set: (own) => linkTo('settings.json')(own, '.mcp.json'),
  },
}

test.each(Object.entries(writings))('%s writes nothing through a link', async (_, { argv, set }) => {
  const own = await world()
  set(own)
  const before = everything(own.outside)
  await own.run(argv)
  expect(everything(own.outside)).toEqual(before)
})

describe('what is harmless is written', () => {
  test('a new file, and a regular file of the user', async () => {
    const own = await world()
    writeFileSync(join(own.clone, 'old'), 'old')
    for (const file of ['new', 'old', 'docs/new', '../new', join(own.outside, 'new')])
      expect((await own.run(['schema', 'manifest', '--output', file])).code).toBe(0)
    expect(readFileSync(join(own.clone, 'old'), 'utf8')).toContain('$schema')
    rmSync(join(own.clone, '../new'))
  })

  test('of a file with two names, this one only', async () => {
    const own = await world()
    linkSync(join(own.outside, 'precious.txt'), join(own.clone, 'report'))
    expect((await own.run(['schema', 'manifest', '--output', 'report'])).code).toBe(0)
    expect([
      readFileSync(join(own.outside, 'precious.txt'), 'utf8'),
      readFileSync(join(own.clone, 'report'), 'utf8').includes('$schema'),
    ]).toEqual(['precious\n', true])
  })

  test('through a link of the user, which no clone can have put there, and to a device', async () => {
    const own = await world()
    symlinkSync(join(own.outside, 'folder'), join(own.outside, 'link'))
    symlinkSync('precious.txt', join(own.outside, 'latest'))
    for (const file of [join(own.outside, 'link/report'), join(own.outside, 'latest'), '/dev/null'])
      expect((await own.run(['schema', 'manifest', '--output', file])).code).toBe(0)
    expect(
      [everything(own.outside)['folder/report'], everything(own.outside)['precious.txt']].map((text) =>
        text?.includes('$schema'),
      ),
    ).toEqual([true, true])
    expect(everything(own.outside)['latest']).toBe('→ precious.txt')
  })

  test('in the repository around the current folder the same holds', async () => {
    const own = await world()
    mkdirSync(join(own.clone, '.git'))
    linkTo('precious.txt')(own, 'report')
    const terminal = fakeTerminal({ cwd: join(own.clone, 'docs') })
    expect([await main(['schema', 'manifest', '--output', '../report'], terminal), terminal.stderr]).toEqual([
      2,
      expect.stringContaining('nothing is written through it'),
    ])
  })
})
