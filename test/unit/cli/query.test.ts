import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** The examples, which a person has granted unless told otherwise. */
async function examples({ granted = true } = {}) {
  const cwd = resolve('examples')
  const state = tempFolder({
    'request.yaml': 'terms: [refund]\nlimit: 1\n',
    'wrong.yaml': 'terms: [refund]\nsensitivity_max: interal\n',
  })
  const env = { LOREFENCE_STATE: join(state, 'state'), XDG_CONFIG_HOME: join(state, 'config'), HOME: state }
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env, ...options })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  if (granted) await run(['trust', '.', '--follow'], { interactive: true, answers: [true] })
  return { query: (...argv: readonly string[]) => run(['query', ...argv]), state }
}

const idsIn = (out: string): readonly string[] =>
  (JSON.parse(out) as { results: { unit_id: string }[] }).results.map(({ unit_id: id }) => id)

describe('query', () => {
  test('shows score, tokens, unit, path and reasons; what was left out goes to stderr', async () => {
    const { query } = await examples()
    const { code, out, err } = await query('price list', 'refund')
    expect([code, out]).toEqual([
      0,
      [
        'SCORE  TOKENS  UNIT                             PATH                      MATCHED',
        '    9     586  unit:harbor-kiosk/refund-policy  docs/policies/refunds.md  trigger, intent, id, path',
        '',
      ].join('\n'),
    ])
    expect(err).toMatch(
      /^omitted unit:harbor-kiosk\/pricing-2025: It is deprecated; "pricing-2026" replaces it\.\n1 of 1 · receipt r-[0-9a-f]{16}\n$/,
    )
  })

  test('KCP-248: --json is one object of kind query with results, total and omitted', async () => {
    const { query } = await examples()
    const { code, out } = await query('refund', '--json')
    const answer = JSON.parse(out) as Record<string, unknown>
    expect(code).toBe(0)
    expect(answer).toMatchObject({ schemaVersion: 1, kind: 'query', ok: true, status: 'ok', total: 1 })
    expect(answer['results']).toEqual([
      {
        unit_id: 'refund-policy',
        score: 9,
        path: 'docs/policies/refunds.md',
        token_estimate: 586,
        summary_unit: null,
        match_reason: ['trigger', 'intent', 'id', 'path'],
        source_manifest: null,
        ref: 'unit:harbor-kiosk/refund-policy',
        sensitivity: 'internal',
        manifest: 'knowledge.yaml',
        related: [
          { type: 'depends_on', from: 'unit:harbor-kiosk/refund-policy', to: 'unit:harbor-kiosk-payments/chargebacks' },
          { type: 'context', from: 'unit:harbor-kiosk/refund-policy', to: 'unit:harbor-kiosk-payments/chargebacks' },
        ],
      },
    ])
    expect(answer['omitted']).toEqual([])
  })

  test('flags say what a request says', async () => {
    const { query } = await examples()
    expect(idsIn((await query('--terms', 'incident', '--limit', '1', '--json')).out)).toEqual(['incident-response'])
    expect(idsIn((await query('incident', '--max-token-budget', '300', '--json')).out)).toEqual([
      'incident-response-summary',
    ])
    expect(
      (await query('incident', '--max-token-budget', '300', '--no-summaries', '--limit', '1', '--json')).out,
    ).toContain('"reason": "budget"')
    expect(idsIn((await query('fleet', '--has-capabilities', 'quayctl,role:fleet-operator', '--json')).out)).toContain(
      'fleet-update',
    )
    expect(idsIn((await query('fleet', '--has-capabilities', 'quayctl', '--json')).out)).not.toContain('fleet-update')
  })

  test('a request comes from a file or from stdin, and flags beside it are refused', async () => {
    const { query, state } = await examples()
    expect(idsIn((await query('--request', join(state, 'request.yaml'), '--json')).out)).toEqual(['refund-policy'])
    const { code, err } = await query('refund', '--request', join(state, 'request.yaml'))
    expect([code, err]).toEqual([2, 'lorefence: --request replaces all flags and terms; remove "refund".\n'])
    expect((await query('--request', join(state, 'none.yaml'))).code).toBe(2)
  })

  test('KCP-246: a request that cannot be read exits 2 and says where and what was meant', async () => {
    const { query, state } = await examples()
    const { code, out, err } = await query('--request', join(state, 'wrong.yaml'))
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(
      /wrong\.yaml:2:18 error: The field "sensitivity_max" is "interal", .* Did you mean "internal"\?\n$/,
    )
    expect(JSON.parse((await query('refund', '--limit', 'many', '--json')).out)).toMatchObject({
      kind: 'query',
      ok: false,
      status: 'failed',
      results: [],
      findings: [{ code: 'KCP803' }],
    })
  })

  test('nothing granted exits 1, nothing that fits exits 4, nothing that matches exits 0', async () => {
    const { query } = await examples()
    expect([
      (await (await examples({ granted: false })).query('refund')).code,
      (await query('incident', '--max-token-budget', '1')).code,
      (await query('zeppelin')).code,
    ]).toEqual([1, 4, 0])
  })
})
