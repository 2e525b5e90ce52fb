import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { packText } from '../../support/judge-pack.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const pack = 'packs/kiosk'
const task = 'battery hours of the kiosk'
const run = { run_id: 'compile-1', trigger: 'manual', status: 'needs-review', inputs: [], outputs: [] }
const suite = (prompt: string, expected: string): string =>
  JSON.stringify({ pack_name: 'kiosk', cases: [{ id: 'a', prompt, expected }] })

async function workspace() {
  const cwd = tempFolder({
    [`${pack}/KNOWLEDGE.md`]: packText({
      name: 'kiosk',
      description: 'Battery facts on the Harbor Kiosk terminal, for support staff.',
      trust: 'official',
      grounding: 'required',
      profile: 'document-first',
      runtime: { mode: 'data' },
      version: '1.2.0',
      language: 'en',
      scope: 'product',
      compatibility: 'any',
      metadata: {
        primaryDocument: 'documents/kiosk.md',
        producedBy: { kind: 'skill', name: 'builder', version: '2.0.0', digest: `sha256:${'a'.repeat(64)}` },
      },
    }),
    [`${pack}/documents/kiosk.md`]:
      '# Kiosk\n\n- The battery of the kiosk lasts nine hours. [source: sources/sheet.md#L3]\n',
    [`${pack}/sources/sheet.md`]: '# Sheet\n\n- Nine hours in the lab.\n',
    [`${pack}/runs/compile-2026-03-02T09-30-00Z.json`]: JSON.stringify(run),
    [`${pack}/evals/prompts.json`]: suite('How long does the battery of the Harbor Kiosk last?', 'select'),
    'evals/other.json': suite('Who won the chess game?', 'reject'),
  })
  const home = tempFolder()
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  const call = async (...argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd, env, interactive: true, answers: [true] })
    const code = await main(argv, terminal)
    return { code, out: terminal.stdout, err: terminal.stderr, json: () => JSON.parse(terminal.stdout) as object }
  }
  await call('trust', '.')
  return { cwd, state: env.LOREFENCE_STATE, call }
}

const envelope = {
  ok: expect.any(Boolean),
  status: expect.any(String),
  command: expect.any(String),
  findings: expect.any(Array),
}

describe('AK-330, AK-355: the six reference commands print every key that the texts of the standard document', () => {
  test('validate: the script contract', async () => {
    const { call } = await workspace()
    expect((await call('validate', pack, '--json')).json()).toMatchObject({ ...envelope, pack: expect.any(String) })
  })

  test('read-properties: the frontmatter', async () => {
    const { call } = await workspace()
    expect((await call('read-properties', pack)).json()).toMatchObject({
      name: 'kiosk',
      description: expect.any(String),
      type: 'brand-product',
      status: 'ready',
      trust: 'official',
      grounding: 'required',
      profile: 'document-first',
      runtime: { mode: 'data' },
      version: '1.2.0',
      language: 'en',
      scope: 'product',
      compatibility: 'any',
      metadata: { primaryDocument: 'documents/kiosk.md', producedBy: { kind: 'skill', name: 'builder' } },
    })
  })

  test('to-catalog: the catalog item, with diagnostics as lines', async () => {
    const { cwd, call } = await workspace()
    const item = (await call('to-catalog', pack)).json() as { readonly diagnostics: readonly unknown[] }
    expect(item).toMatchObject({
      name: 'kiosk',
      description: expect.any(String),
      type: 'brand-product',
      status: 'ready',
      trust: 'official',
      profile: 'document-first',
      runtime: { mode: 'data' },
      metadata: {
        primaryDocument: 'documents/kiosk.md',
        producedBy: { kind: 'skill', name: 'builder', version: '2.0.0', digest: expect.any(String) },
      },
      version: '1.2.0',
      language: 'en',
      grounding: 'required',
      scope: 'product',
      compatibility: 'any',
      location: join(cwd, pack, 'KNOWLEDGE.md'),
      packRoot: join(cwd, pack),
    })
    const broken = (await call('to-catalog', 'packs/kiosk', '--json')).json() as { readonly entries: readonly object[] }
    expect(broken).toMatchObject(envelope)
    expect(item.diagnostics.every((line) => typeof line === 'string')).toBe(true)
  })

  test('resolve-context: the context record and what the resolver adds', async () => {
    const { call } = await workspace()
    expect((await call('resolve-context', pack, '--query', task)).json()).toMatchObject({
      ...envelope,
      pack: 'kiosk',
      run_id: expect.stringMatching(/^context-/),
      query: task,
      status: 'passed',
      resolver: { tool: 'lorefence', version: expect.any(String), strategy: expect.any(String) },
      activated_packs: [
        {
          name: 'kiosk',
          activation: 'explicit',
          selected_files: ['documents/kiosk.md'],
          status: 'ready',
          trust: 'user-confirmed',
          grounding: 'required',
          source_anchors: ['sources/sheet.md#L3'],
          warnings: [{ severity: 'warning', message: expect.any(String), path: expect.any(String) }],
          profile: 'document-first',
          runtime_mode: 'data',
          selected_documents: ['documents/kiosk.md'],
          wrapper_order: 1,
          builder_skill: { name: 'builder', version: '2.0.0', digest: expect.any(String) },
        },
      ],
      selected_files: ['documents/kiosk.md'],
      source_anchors: ['sources/sheet.md#L3'],
      missing: [],
      token_estimate: expect.any(Number),
      wrapper_order: ['kiosk'],
      warnings: [expect.objectContaining({ severity: 'warning', message: expect.any(String) })],
      compile_warnings: [expect.stringContaining('needs-review')],
      recommendation: null,
    })
  })

  test('validate-run: the script contract', async () => {
    const { call } = await workspace()
    const file = `${pack}/runs/compile-2026-03-02T09-30-00Z.json`
    expect((await call('validate-run', file, '--json')).json()).toMatchObject({ ...envelope, ok: true })
  })

  test('eval: the result record and its metrics; a suite is relative to the pack', async () => {
    const { call } = await workspace()
    const { code, json } = await call('eval', pack, '--suite', 'evals/prompts.json', '--json')
    expect(code).toBe(0)
    expect(json()).toMatchObject({
      ...envelope,
      suite: 'evals/prompts.json',
      pack_name: 'kiosk',
      results: [{ id: 'a', expected: 'select', actual: 'select', passed: true }],
      summary: { passed: 1, failed: 0, precision: 1, recall: 1 },
      precision: 1,
      recall: 1,
      false_positive: 0,
      false_negative: 0,
      warning_accuracy: 1,
    })
    expect((await call('eval', 'kiosk', '--suite', 'evals/prompts.json', '--json')).json()).toMatchObject({ ok: true })
  })

  test('eval: else it is relative to the current folder', async () => {
    const { call } = await workspace()
    expect((await call('eval', pack, '--suite', 'evals/other.json', '--json')).json()).toMatchObject({
      results: [{ expected: 'reject', passed: true }],
    })
    expect((await call('eval', pack, '--suite', 'evals/none.json')).code).toBe(2)
  })
})

test('AK-330: resolve-context --dry-run selects, releases no text and records nothing', async () => {
  const { call, state } = await workspace()
  const { code, out, json } = await call('resolve-context', pack, '--query', task, '--dry-run')
  expect(code).toBe(0)
  expect(json()).toMatchObject({
    dry_run: true,
    selected_files: ['documents/kiosk.md'],
    token_estimate: expect.any(Number),
  })
  expect(out).not.toContain('nine hours')
  expect(existsSync(join(state, 'receipts'))).toBe(false)
  await call('resolve-context', pack, '--query', task)
  expect(existsSync(join(state, 'receipts'))).toBe(true)
})
