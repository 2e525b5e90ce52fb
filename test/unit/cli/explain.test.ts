import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal, type FakeTerminalOptions } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

/** The examples, which a person has granted unless told otherwise; the grant lies in a state folder of its own. */
async function examples({ granted = true } = {}) {
  const cwd = resolve('examples')
  const state = tempFolder()
  const env = { LOREFENCE_STATE: join(state, 'state'), XDG_CONFIG_HOME: join(state, 'config'), HOME: state }
  const run = async (argv: readonly string[], options: FakeTerminalOptions = {}) => {
    const terminal = fakeTerminal({ cwd, env, ...options, ...(options.env ? { env: { ...env, ...options.env } } : {}) })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  if (granted) await run(['trust', '.', '--follow'], { interactive: true, answers: [true] })
  return { run, explain: (ref: string, ...rest: readonly string[]) => run(['explain', ref, ...rest]) }
}

interface Decided {
  readonly verdict: string
  readonly reasons: readonly { readonly gate: string; readonly verdict: string; readonly code: string }[]
}

const against = (out: string): readonly string[] =>
  (JSON.parse(out) as Decided).reasons.filter(({ verdict }) => verdict !== 'allow').map(({ code }) => code)

describe('explain on the examples', () => {
  test.each([
    ['overview', '', 0, []],
    ['harbor-kiosk', '', 0, []],
    ['docs/people/onboarding.md', '', 0, []],
    ['customer-data', '', 3, ['region-unknown']],
    ['customer-data', 'region=EEA,model=external,clearance=internal', 3, ['external-model']],
    ['customer-data', 'region=NO,model=local,clearance=internal', 0, []],
    ['pricing-2026', '', 3, ['sensitivity-above-clearance']],
    ['pricing-2026', 'role=sales', 3, ['credential-missing', 'clearance-unknown']],
    ['pricing-2026', 'role=sales,authenticated=true,clearance=internal', 0, []],
    ['pricing-2026', 'role=guest,environment=demo,clearance=internal', 0, []],
    ['pricing-2026', 'environment=demo,clearance=internal', 3, ['sensitivity-above-clearance']],
    ['pricing-2025', 'authenticated=true,clearance=confidential', 3, ['scope-missing']],
    ['pricing-2025', 'authenticated=true,clearance=confidential,scopes=knowledge:read+sales:read', 0, []],
    ['fleet-update', 'depth=2,clearance=internal', 3, ['delegation-too-deep']],
    ['onboarding', 'depth=2,clearance=internal', 3, ['delegation-not-narrower']],
    ['onboarding', 'depth=2,clearance=internal,scopes=read:people,parent_scopes=read', 0, []],
  ])('KCP-081, KCP-086, KCP-171, KCP-174: %s as %j exits %i', async (ref, as, code, codes) => {
    const { explain } = await examples()
    const { code: exit, out } = await explain(ref, '--json', ...(as === '' ? [] : ['--as', as]))
    expect([exit, against(out)]).toEqual([code, codes])
  })

  test.each([
    [
      'pricing-2026',
      'summarize',
      'role=sales,authenticated=true,clearance=internal',
      1,
      ['authority-requires-approval:summarize'],
    ],
    ['fleet-update', 'execute', 'clearance=internal', 1, ['authority-requires-approval:execute']],
    ['hk3-rumors', 'summarize', 'clearance=internal', 3, ['authority-denied']],
    ['overview', 'share_externally', 'clearance=internal', 0, []],
    ['harbor-kiosk', 'execute', 'clearance=internal', 3, ['authority-denied']],
  ])('KCP-182, KCP-183: %s, --action %s', async (ref, action, as, code, codes) => {
    const { explain } = await examples()
    const { code: exit, out } = await explain(ref, '--action', action, '--as', as, '--json')
    expect([exit, against(out)]).toEqual([code, codes])
  })

  test('AK-112: before a grant it asks, and says how to give one', async () => {
    const { explain } = await examples({ granted: false })
    const { code, out } = await explain('harbor-kiosk')
    expect(code).toBe(1)
    expect(out).toContain('run:  lorefence trust .agents/knowledge/harbor-kiosk')
  })

  test('KCP-179: the environment variable is a fact like any other', async () => {
    const { run } = await examples()
    const { out } = await run(['explain', 'pricing-2026', '--json'], { env: { KCP_ENVIRONMENT: 'demo' } })
    expect(JSON.parse(out)).toMatchObject({ requester: { environment: 'demo', clearance: 'internal' } })
  })
})

test('a file of the current folder is a path without a slash too', async () => {
  const cwd = tempFolder({
    'knowledge.yaml': `kcp_version: "0.14"\nproject: harbor\nversion: 1.0.0\nunits:\n  - {id: start, path: README.md, intent: "What is Harbor?", scope: global, audience: [agent]}\n`,
    'README.md': '# Harbor\n',
  })
  for (const verb of ['explain', 'activate']) {
    const terminal = fakeTerminal({ cwd, env: { HOME: tempFolder() } })
    expect(await main([verb, 'README.md'], terminal)).toBe(1)
    expect(terminal.stdout + terminal.stderr).toContain('unit:harbor/start')
  }
})

describe('the output of explain', () => {
  test('the deciding reasons come first, each with what would change it, its field and its section; then all others', async () => {
    const { explain } = await examples()
    expect((await explain('pricing-2025', '--as', 'clearance=internal')).out).toBe(
      [
        '✗ unit:harbor-kiosk/pricing-2025  deny',
        '  knowledge.yaml · read · requester clearance=internal',
        '',
        '  deny   access        It needs a credential and the requester is not authenticated.',
        '                       help: Authenticate; its publisher offers oauth2.',
        '                        see: /units/9/access · KCP §4.11',
        '',
        '  deny   sensitivity   Its sensitivity "confidential" is above the clearance "internal".',
        '                       help: Set a clearance of "confidential" ("requester: clearance" in your own',
        '                             config).',
        '                        see: /units/9/sensitivity · KCP §4.12',
        '',
        '  allow  trust         Granted; its folder is followed.  AK discovery, trust gates',
        '  allow  visibility    It declares no visibility conditions.  KCP §4.16',
        '  allow  authority     The action "read" needs no approval.  /authority/read · KCP §4.17',
        '  allow  delegation    The delegation chain is within its limits.  /delegation/max_depth · KCP §3.4',
        '  allow  compliance    No declared restriction applies.  /compliance/restrictions · KCP §3.5',
        '  allow  capability    It requires no capabilities.  KCP §3.7',
        '  allow  freshness     It was validated on 2026-01-05 and is not stale.',
        '                       /freshness_policy · KCP §3.7',
        '  allow  temporal      It declares no period of validity.  KCP §4.22',
        '  allow  integrity     It declares no hash of its content.  KCP §4.21',
        '  allow  signature     It is not signed.  KCP §16.2',
        '  allow  verification  It is verified.  /discovery/verification_status · KCP §4.18',
        '  allow  deprecated    It is deprecated and replaced by "pricing-2026"; it is read because it was',
        '                       requested by name.',
        '                       /units/9/deprecated · KCP §4.13',
        '  allow  indexing      Its indexing terms permit it.  /indexing · KCP §4.6c',
        '  allow  payment       It is free.  KCP §4.14',
        '  allow  rate          The request limits are not reached.  /rate_limits · KCP §4.15',
        '  allow  audience      The audience of the requester is unknown.  KCP §4.6',
        '  allow  artifact      It is text to read.  KCP §4.3a',
        '  allow  nothing is declared about status, source',
        '',
        '  obligations: trace, no-ai-training, audit, a warning in the reply',
        '',
      ].join('\n'),
    )
  })

  test('a pack has few words, and a narrow screen is respected', async () => {
    const { run } = await examples()
    const { out } = await run(['explain', 'harbor-kiosk', '--as', 'role=cook'], { columns: 60 })
    expect(out.split('\n').filter((line) => line.length > 60)).toEqual([])
    expect(out).toContain('nothing is declared about access, visibility,')
  })

  test('colours are those of the verdicts', async () => {
    const { run } = await examples()
    const { out } = await run(['explain', 'pricing-2025'], { color: true })
    expect(out.startsWith('\u001b[1m\u001b[31m✗\u001b[39m\u001b[22m \u001b[1munit:harbor-kiosk/pricing-2025')).toBe(
      true,
    )
    expect(out).toContain('\u001b[32mallow\u001b[39m')
  })

  test('--json prints one decision', async () => {
    const { explain } = await examples()
    const decision = JSON.parse(
      (await explain('pricing-2025', '--json', '--as', 'clearance=confidential')).out,
    ) as Decided
    expect(decision).toMatchObject({
      schemaVersion: 1,
      kind: 'decision',
      ok: false,
      command: 'explain',
      pack: null,
      ref: 'unit:harbor-kiosk/pricing-2025',
      verdict: 'deny',
      action: 'read',
      path: 'knowledge.yaml',
      requester: { clearance: 'confidential' },
    })
    expect(decision.reasons).toHaveLength(21)
    expect(decision.reasons[2]).toEqual({
      gate: 'access',
      verdict: 'deny',
      code: 'credential-missing',
      sentence: 'It needs a credential and the requester is not authenticated.',
      change: 'Authenticate; its publisher offers oauth2.',
      values: { offered: 'oauth2' },
      pointer: '/units/9/access',
      spec: 'KCP §4.11',
    })
  })
})

describe('wrong use of explain', () => {
  test.each([
    ['no ref', ['explain'], 'explain needs one ref'],
    ['two refs', ['explain', 'overview', 'onboarding'], 'explain needs one ref'],
    [
      'a ref that is not there',
      ['explain', 'unit:harbor-kiosk/refund-polcy'],
      'Did you mean "unit:harbor-kiosk/refund-policy"?',
    ],
    ['a manifest', ['explain', 'manifest:harbor-kiosk'], 'name one of its units, such as "unit:harbor-kiosk/overview"'],
    ['an empty action', ['explain', 'overview', '--action', ''], '--action takes an action'],
    ['a misspelled fact', ['explain', 'overview', '--as', 'enviroment=demo'], 'Did you mean "environment"?'],
    [
      'a fact without a value',
      ['explain', 'overview', '--as', 'role'],
      '--as takes facts such as role=auditor, not "role".',
    ],
    [
      'a clearance that is none',
      ['explain', 'overview', '--as', 'clearance=secret'],
      'public, internal, confidential or restricted',
    ],
    ['a model that is none', ['explain', 'overview', '--as', 'model=lokal'], 'Did you mean "local"?'],
    ['a depth that is no number', ['explain', 'overview', '--as', 'depth=two'], 'takes a whole number'],
    ['a boolean that is none', ['explain', 'overview', '--as', 'authenticated=yes'], 'true or false'],
  ])('%s exits 2 and says what is right', async (_, argv, message) => {
    const { run } = await examples({ granted: false })
    const { code, out, err } = await run(argv)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(message)
  })

  test('the help names the exit codes and the facts', async () => {
    const { run } = await examples({ granted: false })
    const { out } = await run(['explain', '--help'])
    expect(out).toContain('exit 0 allow, 1 ask, 3 deny')
    expect(out).toContain('--as FACTS')
  })
})
