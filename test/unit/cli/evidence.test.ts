import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { packText, type Fields } from '../../support/judge-pack.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const kiosk = '.agents/knowledge/kiosk'
const task = 'battery hours of the kiosk'

async function workspace({
  fields = {},
  granted = true,
}: { readonly fields?: Fields; readonly granted?: boolean } = {}) {
  const cwd = tempFolder({
    [`${kiosk}/KNOWLEDGE.md`]: packText({ name: 'kiosk', trust: 'official', grounding: 'required', ...fields }),
    [`${kiosk}/compiled/facts.md`]:
      '# Battery\n\n- The battery of the kiosk lasts nine hours. [source: sources/sheet.md#L3]\n',
    [`${kiosk}/sources/sheet.md`]: '# Sheet\n\n- Nine hours in the lab.\n',
    [`${kiosk}/indexes/source-map.json`]: JSON.stringify({
      claims: [
        { claim_id: 'hours', text: 'PELICAN', status: 'confirmed', source: { path: 'sources/sheet.md', anchor: 'L3' } },
      ],
    }),
  })
  const home = tempFolder()
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  const run = async (...argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd, env, interactive: true, answers: [true] })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  if (granted) await run('trust', '.')
  return { run }
}

describe('evidence', () => {
  test('AK-258: prints the excerpt behind a claim, fenced; the anchor and the receipt go to stderr', async () => {
    const { run } = await workspace()
    const { code, out, err } = await run('evidence', 'kiosk', '--claim', 'hours')
    expect(code).toBe(0)
    expect(out).toMatch(
      /^<knowledge_evidence ref="pack:kiosk"[\s\S]*- Nine hours in the lab\.[\s\S]*<\/knowledge_evidence>\n$/,
    )
    expect(err).toContain('anchor sources/sheet.md#L3\n')
    expect(err).toMatch(/receipt r-[0-9a-f]{16}\n$/)
  })

  test('--json is one object of kind evidence', async () => {
    const { run } = await workspace()
    const { out } = await run('evidence', `./${kiosk}#hours`, '--json')
    expect(JSON.parse(out)).toMatchObject({
      schemaVersion: 1,
      kind: 'evidence',
      ok: true,
      pack: 'kiosk',
      anchors: ['sources/sheet.md#L3'],
      claims: [{ id: 'hours', status: 'confirmed' }],
    })
    expect(out).not.toContain('PELICAN')
  })

  test.each([
    ['a claim that is not there', {}, ['evidence', 'kiosk#hour'], 1],
    ['a pack that nobody granted', { granted: false }, ['evidence', 'kiosk#hours'], 1],
    ['an archived pack that is named', { fields: { status: 'archived' } }, ['evidence', 'kiosk#hours'], 1],
    ['a pack that is not there', {}, ['evidence', 'kisok'], 2],
    ['no pack', {}, ['evidence'], 2],
    ['a budget that holds nothing', {}, ['evidence', 'kiosk#hours', '--budget', '5'], 4],
    ['the list of claims', {}, ['evidence', 'kiosk'], 0],
  ])('%s', async (_, world, argv, expected) => {
    const { run } = await workspace(world)
    expect((await run(...argv)).code).toBe(expected)
  })
})

describe('read', () => {
  test('AK-163: --explain prints a score, a reason code and the values used', async () => {
    const { run } = await workspace()
    const { err } = await run('read', task, '--explain')
    expect(err).toContain(
      'used  pack:kiosk: status ready, trust user-confirmed, profile wiki-first, mode data, grounding required\n',
    )
    expect(err).toMatch(
      /taken pack:kiosk compiled\/facts\.md › Battery \(\d+ tokens, compiled-match, score [\d.]+\): It matches battery, hours, kiosk\.\n/,
    )
  })

  test('AK-145: --json has task, packs, status, trust, profile, mode, budget and grounding', async () => {
    const { run } = await workspace()
    const { inputs } = JSON.parse((await run('read', task, '--json', '--explain', '--budget', '700')).out) as {
      inputs: object
    }
    expect(inputs).toEqual({
      task,
      budget: 700,
      packs: [
        {
          ref: 'pack:kiosk',
          name: 'kiosk',
          status: 'ready',
          trust: 'user-confirmed',
          profile: 'wiki-first',
          mode: 'data',
          grounding: 'required',
        },
      ],
    })
  })

  test('AK-312: --evidence shows what the citation points to', async () => {
    const { run } = await workspace()
    expect((await run('read', task, '--evidence')).out).toMatch(
      /<\/knowledge_pack>\n<knowledge_evidence [\s\S]*Nine hours in the lab/,
    )
  })

  test('AK-162: where nothing answers, stderr says so and what to do', async () => {
    const { run } = await workspace()
    const { code, out, err } = await run('read', 'Who won the chess tournament?')
    expect([code, out]).toEqual([0, ''])
    expect(err).toContain(
      'missing: No granted text contains: won, chess, tournament.\n  Ask again with other words for "won", "chess", "tournament"; ask the person; or say that it is unknown.',
    )
  })

  test('AK-176: a budget of 5 exits 4 and says why', async () => {
    const { run } = await workspace()
    const { code, err } = await run('read', task, '--budget', '5')
    expect(code).toBe(4)
    expect(err).toContain('error: A budget of 5 tokens cannot hold the envelope and one sentence.')
  })
})

describe('resolve-context', () => {
  test('AK-341, AK-330: has the keys of the reference tool, and the anchors it lacks', async () => {
    const { run } = await workspace()
    const { code, out } = await run('resolve-context', `./${kiosk}`, '--query', task)
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      schemaVersion: 1,
      kind: 'context-resolution',
      ok: true,
      command: 'resolve-context',
      pack: 'kiosk',
      query: task,
      status: 'passed',
      selected_files: ['compiled/facts.md'],
      source_anchors: ['sources/sheet.md#L3'],
      token_estimate: expect.any(Number),
      warnings: [],
      missing: [],
      recommendation: null,
      citation_gaps: [],
      activated_packs: [
        {
          name: 'kiosk',
          activation: 'explicit',
          selected_files: ['compiled/facts.md'],
          source_anchors: ['sources/sheet.md#L3'],
          profile: 'wiki-first',
          runtime_mode: 'data',
        },
      ],
      wrapper_order: ['kiosk'],
      fenced: expect.stringMatching(/^<knowledge_pack /),
    })
  })

  test('AK-150: where only the guide speaks, no file is selected and the gap is named', async () => {
    const cwd = tempFolder({
      'kiosk/KNOWLEDGE.md': packText(
        { name: 'kiosk', profile: 'document-first', trust: 'user-confirmed' },
        '# Kiosk\n\nThe battery of the kiosk lasts nine hours.\n',
      ),
    })
    const home = tempFolder()
    const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
    await main(['trust', './kiosk'], fakeTerminal({ cwd, env, interactive: true, answers: [true] }))
    const terminal = fakeTerminal({ cwd, env })
    expect(await main(['resolve-context', './kiosk', '--query', task], terminal)).toBe(0)
    expect(JSON.parse(terminal.stdout)).toMatchObject({
      selected_files: [],
      missing: [expect.stringContaining('only its guide')],
      warnings: [{ severity: 'warning', message: 'The pack has no compiled view, document or wiki page.' }],
    })
  })

  test('AK-218: a gate that refuses makes it failed, and nothing is selected', async () => {
    const { run } = await workspace({ granted: false })
    const { code, out } = await run('resolve-context', 'kiosk', '--query', task)
    expect([code, JSON.parse(out)]).toEqual([
      1,
      expect.objectContaining({ ok: false, status: 'failed', selected_files: [], fenced: '' }),
    ])
  })

  test('needs a query', async () => {
    const { run } = await workspace()
    expect((await run('resolve-context', 'kiosk')).code).toBe(2)
  })
})
