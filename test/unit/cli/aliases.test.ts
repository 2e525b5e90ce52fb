import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'

let cwd = ''

const guide = (fields: string): string => `---\n${fields}---\n\n# Guide\n\nThe body says PELICAN.\n`
const required =
  'description: Battery and warranty facts of the harbor kiosks, for service staff; no prices.\ntype: brand-product\nstatus: ready\n'
const record = {
  run_id: 'context-2026-05-01T10-30-00Z',
  query: 'battery?',
  status: 'passed',
  activated_packs: [{ name: 'kiosk', activation: 'explicit', selected_files: ['compiled/facts.md'] }],
}

const tree: Readonly<Record<string, string>> = {
  'packs/kiosk/KNOWLEDGE.md': guide(
    `name: kiosk\n${required}trust: official\nprofile: hybrid\nversion: 1.0\nlanguage: en\ngrounding: required\nscope: product\ncompatibility: any\nruntime:\n  mode: persona\nmetadata:\n  primaryDocument: documents/kiosk.md\n  producedBy: { kind: agent-skill, name: writer, version: 2.10 }\n  acme.template: blue\ntags: [a, b]\n`,
  ),
  'packs/kiosk/documents/kiosk.md': '# Kiosk\n',
  'packs/plain/KNOWLEDGE.md': guide(`name: plain\n${required}`),
  'packs/broken/KNOWLEDGE.md': guide('name: broken\ntype: nonsense\nstatus: ready\n'),
  'runs/good.json': JSON.stringify(record),
  'runs/bad.json': JSON.stringify({ ...record, token_estimate: 1.5, bogus: 1 }, null, 2),
  'runs/lenient.json': JSON.stringify({ ...record, bogus: 1 }),
  'runs/eval-discovery.json': JSON.stringify({ suite: 's', pack_name: 'kiosk', results: [], summary: {} }),
  'empty/readme.txt': '',
}

beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'aliases-')))
  for (const [path, content] of Object.entries(tree)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), content)
  }
})

afterAll(() => rmSync(cwd, { recursive: true }))

async function run(
  ...argv: readonly string[]
): Promise<{
  readonly code: number
  readonly out: string
  readonly err: string
  readonly json: () => Record<string, unknown>
}> {
  const terminal = fakeTerminal({ cwd })
  const code = await main(argv, terminal)
  return {
    code,
    out: terminal.stdout,
    err: terminal.stderr,
    json: () => JSON.parse(terminal.stdout) as Record<string, unknown>,
  }
}

const jsonCommands: readonly (readonly [string, ...string[]])[] = [
  ['read-properties', 'packs/kiosk'],
  ['read-properties', 'packs/broken'],
  ['to-catalog', 'packs/kiosk'],
  ['to-catalog', 'packs/kiosk', 'packs/broken'],
  ['validate-run', 'runs/good.json'],
  ['validate-run', 'runs/bad.json'],
  ['schema', 'manifest'],
  ['init', '--dry-run'],
  ['validate', 'packs'],
]

describe('every command', () => {
  test.each(jsonCommands)('AK-333: %s %s --json carries the script contract', async (command, ...rest) => {
    const result = (await run(command, ...rest, '--json')).json()
    expect(result).toMatchObject({
      schemaVersion: 1,
      kind: expect.any(String),
      ok: expect.any(Boolean),
      status: result['ok'] ? 'ok' : 'failed',
      command,
    })
    expect(Object.keys(result)).toContain('pack')
    for (const finding of result['findings'] as Record<string, unknown>[])
      expect(finding).toMatchObject({
        severity: expect.any(String),
        path: expect.any(String),
        message: expect.any(String),
      })
  })

  test.each(['read-properties', 'to-catalog', 'validate-run', 'schema'])(
    'AK-330: %s is a command with a complete help',
    async (name) => {
      const { code, out } = await run(name, '--help')
      expect(code).toBe(0)
      for (const part of ['Usage:', 'Inputs:', 'Outputs:', 'Network:', 'Options:', 'Examples:'])
        expect(out).toContain(part)
    },
  )

  test.each([
    ['read-properties'],
    ['read-properties', 'nowhere'],
    ['read-properties', 'empty'],
    ['to-catalog', 'nowhere'],
    ['validate-run', 'nowhere.json'],
    ['validate-run', 'runs'],
    ['validate-run', 'runs/good.json', '--schema', 'context'],
    ['schema', 'packs'],
    ['schema', 'run'],
    ['schema', 'pack', '--kind', 'source-map'],
  ])('AK-331: wrong use exits 2: %s %s', async (...argv) => {
    const { code, out, err } = await run(...argv)
    expect([code, out, err.startsWith('lorefence: ')]).toEqual([2, '', true])
  })
})

describe('read-properties', () => {
  test('AK-355: the frontmatter comes under its written names, versions as they were written', async () => {
    const { code, json } = await run('read-properties', 'packs/kiosk')
    expect(code).toBe(0)
    expect(json()).toMatchObject({
      name: 'kiosk',
      status: 'ready',
      version: '1.0',
      runtime: { mode: 'persona' },
      tags: ['a', 'b'],
      metadata: {
        primaryDocument: 'documents/kiosk.md',
        producedBy: { kind: 'agent-skill', name: 'writer', version: '2.10' },
        'acme.template': 'blue',
      },
    })
  })

  test('with --json the properties stand apart from the status of the command', async () => {
    const result = (await run('read-properties', 'packs/kiosk/KNOWLEDGE.md', '--json')).json()
    expect(result).toMatchObject({
      kind: 'properties',
      pack: 'kiosk',
      status: 'ok',
      properties: { status: 'ready' },
      inspection: expect.any(Object),
    })
  })

  test('a pack with an error is shown all the same, and exits 1', async () => {
    const { code, json } = await run('read-properties', 'packs/broken', '--json')
    expect([code, json()['ok'], (json()['properties'] as Record<string, unknown>)['type']]).toEqual([
      1,
      false,
      'nonsense',
    ])
  })
})

describe('to-catalog', () => {
  test('AK-088: the entry has every key that was given', async () => {
    const { code, json } = await run('to-catalog', 'packs/kiosk')
    expect(code).toBe(0)
    const { diagnostics, ...entry } = json()
    expect(Array.isArray(diagnostics)).toBe(true)
    expect(entry).toEqual({
      name: 'kiosk',
      description: 'Battery and warranty facts of the harbor kiosks, for service staff; no prices.',
      type: 'brand-product',
      status: 'ready',
      trust: 'official',
      profile: 'hybrid',
      profile_source: 'declared',
      runtime: { mode: 'persona' },
      version: '1.0',
      language: 'en',
      grounding: 'required',
      scope: 'product',
      compatibility: 'any',
      metadata: {
        primaryDocument: 'documents/kiosk.md',
        producedBy: { kind: 'agent-skill', name: 'writer', version: '2.10' },
      },
      location: `${cwd}/packs/kiosk/KNOWLEDGE.md`,
      packRoot: `${cwd}/packs/kiosk`,
    })
  })

  test('AK-088: what was not given is absent, and the defaults are named', async () => {
    const { diagnostics: _diagnostics, ...entry } = (await run('to-catalog', 'packs/plain')).json()
    expect(entry).toEqual({
      name: 'plain',
      description: expect.any(String),
      type: 'brand-product',
      status: 'ready',
      profile: 'wiki-first',
      profile_source: 'default',
      runtime: { mode: 'data' },
      location: `${cwd}/packs/plain/KNOWLEDGE.md`,
      packRoot: `${cwd}/packs/plain`,
    })
  })

  test('AK-060: the mode stays nested as runtime.mode', async () => {
    expect((await run('to-catalog', 'packs/kiosk')).json()['runtime']).toEqual({ mode: 'persona' })
  })

  test('several packs are a list, in the order they were named', async () => {
    const { code, out } = await run('to-catalog', 'packs/plain', 'packs/kiosk')
    expect([code, (JSON.parse(out) as { name: string }[]).map(({ name }) => name)]).toEqual([0, ['plain', 'kiosk']])
  })

  test('a pack that cannot be listed keeps its place, with null for what is required and its diagnostics', async () => {
    const { code, json } = await run('to-catalog', 'packs/broken', 'packs/kiosk', '--json')
    const [entry] = json()['entries'] as Record<string, unknown>[]
    expect([code, entry?.['description'], entry?.['type'], entry?.['diagnostics']]).toEqual([
      1,
      null,
      null,
      expect.arrayContaining(['error AK202 KNOWLEDGE.md:2: The field "description" is missing.']),
    ])
  })

  test('no word of the body is printed', async () => {
    const { out } = await run('to-catalog', 'packs/kiosk', '--json')
    expect(out).not.toContain('PELICAN')
  })
})

const judged = async (...argv: readonly string[]): Promise<unknown> =>
  ((await run('validate-run', ...argv, '--json')).json()['documents'] as Record<string, unknown>[]).map(
    ({ schema, valid }) => [schema, valid],
  )

describe('validate-run', () => {
  test('a good record exits 0, a bad one 1', async () => {
    expect([
      (await run('validate-run', 'runs/good.json')).code,
      (await run('validate-run', 'runs/good.json', 'runs/bad.json')).code,
    ]).toEqual([0, 1])
  })

  test('AK-222: the JSON path of every fault is told', async () => {
    const findings = (await run('validate-run', 'runs/bad.json', '--json')).json()['findings'] as Record<
      string,
      unknown
    >[]
    expect(findings.map(({ path, code, pointer, line }) => [path, code, pointer, line])).toEqual([
      ['runs/bad.json', 'RUN301', '/token_estimate', 14],
      ['runs/bad.json', 'RUN303', '/bogus', 15],
    ])
  })

  test('the text form names file, line and code', async () => {
    expect((await run('validate-run', 'runs/bad.json')).out).toContain('runs/bad.json:14:21 error RUN301')
  })

  test('--lenient lets unknown fields pass with a warning', async () => {
    const { code, json } = await run('validate-run', 'runs/lenient.json', '--lenient', '--json')
    expect([code, (json()['findings'] as Record<string, unknown>[]).map(({ severity }) => severity)]).toEqual([
      0,
      ['warning'],
    ])
  })

  test('AK-215: --schema names the kind, and the content tells it otherwise', async () => {
    expect(await judged('runs/good.json')).toEqual([['context-resolution', true]])
    expect(await judged('runs/good.json', '--schema', 'compile-run')).toEqual([['compile-run', false]])
    expect(await judged('runs/eval-discovery.json')).toEqual([[null, true]])
  })
})

describe('schema', () => {
  test('KCP-214: prints a JSON Schema, and --output writes the same bytes', async () => {
    const printed = await run('schema', 'manifest')
    const written = await run('schema', 'manifest', '--output', 'manifest.schema.json')
    expect(printed.json()['$schema']).toBe('http://json-schema.org/draft-07/schema#')
    expect([written.code, written.out, readFileSync(join(cwd, 'manifest.schema.json'), 'utf8')]).toEqual([
      0,
      '',
      printed.out,
    ])
  })

  test('run takes a kind', async () => {
    expect((await run('schema', 'run', '--kind', 'source-map')).json()['required']).toEqual(['claims'])
  })

  test('a misspelled name gets a suggestion', async () => {
    expect((await run('schema', 'manifets')).err).toContain('Did you mean "manifest"?')
  })
})
