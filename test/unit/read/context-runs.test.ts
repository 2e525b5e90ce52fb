import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { countTokens } from '../../../src/app/index.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { recordSchemas } from '../../support/record-schemas.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const isValid = new Ajv2020().compile(recordSchemas['context-resolution'])
const task = 'How does the founder greet, and how long does the battery of the kiosk last?'
const batteryTask = 'How long does the battery of the kiosk last?'
const key = 'sk-live-0123456789abcdef0123456789abcdef'

const kiosk =
  '---\nname: kiosk\ndescription: Facts on the battery of the Harbor Kiosk terminal, for support.\ntype: brand-product\nstatus: needs-review\nprofile: document-first\nversion: 1.0.0\ngrounding: recommended\ntrust: official\nmetadata:\n  primaryDocument: documents/kiosk.md\n  producedBy: { kind: skill, name: kiosk-builder, version: 2.1.0, digest: "sha256:ab" }\n---\n\n# Kiosk\n'
const voice =
  '---\nname: founder\ndescription: How the founder greets and speaks.\ntype: personal-profile\nstatus: ready\ntrust: user-confirmed\nprofile: document-first\nruntime:\n  mode: persona\n---\n\n# Founder\n\n- Never promise a date.\n'

async function workspace({ status = 'needs-review' } = {}) {
  const cwd = tempFolder({
    '.agents/knowledge/kiosk/KNOWLEDGE.md': kiosk.replace('needs-review', status),
    '.agents/knowledge/kiosk/documents/kiosk.md':
      '# Kiosk\n\n## Battery\n\nThe battery of the kiosk lasts nine hours.\n',
    '.agents/knowledge/kiosk/compiled/splits/kiosk/battery.md': `# Battery\n\nThe battery of the kiosk lasts nine hours. [source: sources/sheet.md#L3] The key of the test rig is ${key}.\n`,
    '.agents/knowledge/kiosk/sources/sheet.md': '# Sheet\n\nBattery: nine hours.\n',
    '.agents/knowledge/founder/KNOWLEDGE.md': voice,
    '.agents/knowledge/founder/documents/founder.md':
      '# Greeting\n\nThe founder greets with "Ahoy" and never with titles.\n',
  })
  const state = tempFolder()
  const env = { HOME: state, LOREFENCE_STATE: join(state, 'state'), XDG_CONFIG_HOME: join(state, 'config') }
  const run = async (...argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd, env, interactive: true, answers: [true] })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  await run('trust', '.')
  const packs = (): Readonly<Record<string, string>> => {
    const root = join(cwd, '.agents/knowledge')
    return Object.fromEntries(
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((path) => statSync(join(root, path)).isFile())
        .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
    )
  }
  const log = (): readonly string[] =>
    readdirSync(join(env.LOREFENCE_STATE, 'log')).flatMap((name) =>
      readFileSync(join(env.LOREFENCE_STATE, 'log', name), 'utf8')
        .trimEnd()
        .split('\n'),
    )
  return { cwd, run, packs, log }
}

describe('--write-run', () => {
  test('AK-216, AK-219, AK-226: one new valid record in each pack that gave something, and no other change', async () => {
    const { run, packs } = await workspace()
    const before = packs()
    expect((await run('read', task, '--write-run')).code).toBe(0)
    const after = packs()
    const added = Object.keys(after).filter((path) => !(path in before))
    expect(added.map((path) => path.replace(/\d{4}.*/, '<time>'))).toEqual([
      'founder/runs/context-<time>',
      'kiosk/runs/context-<time>',
    ])
    for (const path of Object.keys(before)) expect(after[path]).toBe(before[path])
    const record = JSON.parse(after[added[1] ?? ''] ?? '') as {
      run_id: string
      status: string
      wrapper_order: string[]
      activated_packs: Record<string, unknown>[]
    }
    expect(isValid(record)).toBe(true)
    expect([record.status, record.wrapper_order]).toEqual(['needs-review', ['founder', 'kiosk']])
    const [persona, data] = record.activated_packs
    expect(persona).toMatchObject({
      name: 'founder',
      runtime_mode: 'persona',
      wrapper_order: 1,
      selected_documents: ['documents/founder.md'],
    })
    expect(Object.keys(data ?? {}).sort()).toEqual([
      'activation',
      'builder_skill',
      'grounding',
      'name',
      'profile',
      'runtime_mode',
      'selected_documents',
      'selected_files',
      'selected_splits',
      'source_anchors',
      'status',
      'trust',
      'warnings',
      'wrapper_order',
    ])
    expect(data).toMatchObject({
      builder_skill: { name: 'kiosk-builder', version: '2.1.0', digest: 'sha256:ab' },
      source_anchors: ['sources/sheet.md#L3'],
      selected_splits: ['compiled/splits/kiosk/battery.md'],
      warnings: [{ severity: 'warning' }],
    })
  })

  test('AK-217: the name carries the time, and runs of one second do not collide', async () => {
    const { run, packs } = await workspace()
    for (let count = 0; count < 3; count++) await run('read', task, '--write-run')
    const names = Object.keys(packs()).filter((path) => path.startsWith('kiosk/runs/'))
    expect(names).toHaveLength(3)
    for (const name of names)
      expect(name).toMatch(/^kiosk\/runs\/context-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ(?:-\d+)?\.json$/)
  })

  test('AK-223: where no pack gave anything no run is written, and the log has one line', async () => {
    const { run, packs, log } = await workspace()
    const { err } = await run('read', 'Who won the chess game?', '--write-run', '--log')
    expect(err).toContain('No pack was used, so there is no run to write.')
    expect(Object.keys(packs()).filter((path) => path.includes('/runs/'))).toEqual([])
    expect(log().map((line) => JSON.parse(line) as object)).toEqual([
      {
        pack: '',
        version: '',
        status: '',
        profile: '',
        runtime_mode: '',
        selected_files: [],
        grounding: 'none',
        citation_gaps: [],
        warnings: ['No pack was used.'],
        timestamp: expect.stringMatching(/Z$/),
      },
    ])
  })

  const runOf = (packs: Readonly<Record<string, string>>): Record<string, unknown> =>
    JSON.parse(Object.entries(packs).find(([path]) => path.startsWith('kiosk/runs/'))?.[1] ?? '{}') as Record<
      string,
      unknown
    >

  test.each([
    ['ready', 'passed'],
    ['needs-review', 'needs-review'],
    ['stale', 'stale'],
    ['draft', 'needs-review'],
    ['disputed', 'disputed'],
  ])('AK-218: a pack that is %s leaves a run that is %s', async (status, expected) => {
    const { run, packs } = await workspace({ status })
    await run('approve', 'kiosk')
    await run('read', batteryTask, '--pack', 'kiosk', '--write-run')
    expect(runOf(packs())).toMatchObject({ status: expected, activated_packs: [{ status }] })
  })

  test('AK-220: the order of wrappers is a list of names at the top and a number from 1 in each pack', async () => {
    const { run, packs } = await workspace()
    await run('read', task, '--write-run')
    expect(runOf(packs())).toMatchObject({
      wrapper_order: ['founder', 'kiosk'],
      activated_packs: [
        { name: 'founder', wrapper_order: 1 },
        { name: 'kiosk', wrapper_order: 2 },
      ],
    })
  })

  test('AK-221: of who built a pack the run has name, version and digest, and not the kind', async () => {
    const { run, packs } = await workspace()
    await run('read', batteryTask, '--pack', 'kiosk', '--write-run')
    const record = runOf(packs())
    expect(isValid(record)).toBe(true)
    expect((record['activated_packs'] as readonly { builder_skill: object }[])[0]?.builder_skill).toEqual({
      name: 'kiosk-builder',
      version: '2.1.0',
      digest: 'sha256:ab',
    })
  })

  test('AK-171: the token estimate is the whole number that is printed', async () => {
    const { run, packs } = await workspace()
    const { out, err } = await run('read', batteryTask, '--pack', 'kiosk', '--write-run')
    const printed = Number(/(\d+) of 2000 tokens/.exec(err)?.[1])
    expect(runOf(packs())['token_estimate']).toBe(printed)
    expect(await countTokens(out.trimEnd())).toBe(printed)
  })

  test('AK-014: a split of another document than the primary one names that document', async () => {
    const { cwd, run, packs } = await workspace()
    mkdirSync(join(cwd, '.agents/knowledge/kiosk/compiled/splits/manual'), { recursive: true })
    writeFileSync(
      join(cwd, '.agents/knowledge/kiosk/compiled/splits/manual/door.md'),
      '# Door\n\nThe hinge of the cabinet door is greased in spring.\n',
    )
    await run('trust', '.')
    await run('read', 'When is the hinge of the cabinet door greased?', '--pack', 'kiosk', '--write-run')
    expect(runOf(packs())).toMatchObject({
      activated_packs: [
        { selected_splits: ['compiled/splits/manual/door.md'], selected_documents: ['documents/manual.md'] },
      ],
    })
  })

  test('AK-350: a missing profile is a warning of the read, of its run and of its line in the log', async () => {
    const { cwd, run, packs, log } = await workspace({ status: 'ready' })
    writeFileSync(
      join(cwd, '.agents/knowledge/kiosk/KNOWLEDGE.md'),
      kiosk.replace('needs-review', 'ready').replace('profile: document-first\n', ''),
    )
    await run('trust', '.')
    const { out } = await run('read', batteryTask, '--pack', 'kiosk', '--write-run', '--log', '--json')
    const path = Object.keys(packs()).find((name) => name.startsWith('kiosk/runs/')) ?? ''
    const record = JSON.parse(packs()[path] ?? '') as object
    const message = 'The profile is missing and taken as "wiki-first".'
    expect((JSON.parse(out) as { warnings: object[] }).warnings).toContainEqual(
      expect.objectContaining({ name: 'profile-defaulted', severity: 'warning', message }),
    )
    expect(isValid(record)).toBe(true)
    expect(record).toMatchObject({
      activated_packs: [{ profile: 'wiki-first', warnings: [{ severity: 'warning', message }] }],
    })
    expect(log().map((line) => (JSON.parse(line) as { warnings: unknown }).warnings)).toEqual([[message]])
  })

  test('AK-227: a run that cannot be written whole is not there at all', async () => {
    const { cwd, run, packs } = await workspace()
    mkdirSync(join(cwd, '.agents/knowledge/kiosk/runs'))
    writeFileSync(join(cwd, '.agents/knowledge/founder/runs'), '')
    const { code, err } = await run('read', task, '--write-run')
    expect([code, err]).toEqual([0, expect.stringContaining('the run of pack:founder was not written')])
    for (const [path, text] of Object.entries(packs()))
      if (path.startsWith('kiosk/runs/')) expect(() => JSON.parse(text)).not.toThrow()
    expect(Object.keys(packs()).filter((path) => path.endsWith('.tmp'))).toEqual([])
  })
})

describe('what a read knows about its text', () => {
  /** A claim that is stale, a confirmed one, and a fact without a source. */
  async function unsettled() {
    const made = await workspace({ status: 'ready' })
    const pack = join(made.cwd, '.agents/knowledge/kiosk')
    writeFileSync(
      join(pack, 'compiled/splits/kiosk/battery.md'),
      '# Battery\n\n- The battery of the kiosk lasts nine hours.\n- The battery of the kiosk weighs two kilograms.\n- The battery of the kiosk is blue.\n',
    )
    mkdirSync(join(pack, 'indexes'))
    const claim = (id: string, text: string, status: string) => ({
      claim_id: id,
      text,
      status,
      source: { path: 'sources/sheet.md', anchor: 'L3' },
      compiled_into: ['compiled/splits/kiosk/battery.md'],
    })
    writeFileSync(
      join(pack, 'indexes/source-map.json'),
      JSON.stringify({
        claims: [
          claim('hours', 'The battery of the kiosk lasts nine hours.', 'confirmed'),
          claim('weight', 'The battery of the kiosk weighs two kilograms.', 'stale'),
        ],
      }),
    )
    await made.run('trust', '.')
    return made
  }
  const question = 'How long does the battery of the kiosk last, what does it weigh and is it blue?'
  const path = 'compiled/splits/kiosk/battery.md'
  const stale = `The claim "weight" for ${path} is stale.`

  test('AK-200, AK-360: the receipt holds the warnings, the claims of the source map and the citation gaps', async () => {
    const { run } = await unsettled()
    const { receipt } = JSON.parse((await run('read', question, '--pack', 'kiosk', '--json')).out) as {
      receipt: Record<string, unknown>
    }
    expect(receipt['claims']).toEqual([
      { ref: 'pack:kiosk', path, id: 'hours', status: 'confirmed', source: 'sources/sheet.md#L3' },
      { ref: 'pack:kiosk', path, id: 'weight', status: 'stale', source: 'sources/sheet.md#L3' },
    ])
    expect(receipt['warnings']).toContainEqual({
      ref: 'pack:kiosk',
      code: 'AK806',
      severity: 'warning',
      path,
      message: stale,
    })
    expect(receipt['citationGaps']).toContainEqual({ ref: 'pack:kiosk', path, section: 'battery' })
  })

  test('AK-219, AK-360: the run record holds them within its schema', async () => {
    const { run, packs } = await unsettled()
    await run('read', question, '--pack', 'kiosk', '--write-run')
    const [, text = ''] = Object.entries(packs()).find(([name]) => name.startsWith('kiosk/runs/')) ?? []
    const record = JSON.parse(text) as { activated_packs: { warnings: object[]; source_anchors: string[] }[] }
    expect(isValid(record)).toBe(true)
    const [kioskRun] = record.activated_packs
    expect(kioskRun?.source_anchors).toEqual(['sources/sheet.md#L3'])
    for (const warning of [
      { severity: 'warning', message: stale, path },
      { severity: 'info', message: `${path}#battery states a fact without a source.`, path },
      { severity: 'info', message: 'Source-map claim "hours" is confirmed: sources/sheet.md#L3.', path },
    ])
      expect(kioskRun?.warnings).toContainEqual(warning)
  })

  test('AK-207, AK-360: the usage line holds the warnings and the gaps', async () => {
    const { run, log } = await unsettled()
    await run('read', question, '--pack', 'kiosk', '--log')
    const [line] = log().map((one) => JSON.parse(one) as { warnings: string[]; citation_gaps: string[] })
    expect(line?.warnings).toContain(stale)
    expect(line?.citation_gaps).toContain(`${path}#battery`)
  })
})

describe('--log', () => {
  const keys = [
    'pack',
    'version',
    'status',
    'profile',
    'runtime_mode',
    'selected_files',
    'grounding',
    'citation_gaps',
    'warnings',
    'timestamp',
  ]

  test('AK-206, AK-207, AK-208: one line for each pack, with exactly the ten keys and the version of the pack', async () => {
    const { run, log } = await workspace()
    const { receipt } = JSON.parse((await run('read', task, '--log', '--json')).out) as { receipt: { time: string } }
    const timestamp = receipt.time.replace(/\.\d{3}Z$/, 'Z')
    expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const lines = log().map((line) => JSON.parse(line) as object)
    for (const line of lines) expect(Object.keys(line)).toEqual(keys)
    expect(lines).toEqual([
      {
        pack: 'founder',
        version: '',
        status: 'ready',
        profile: 'document-first',
        runtime_mode: 'persona',
        selected_files: ['documents/founder.md'],
        grounding: 'none',
        citation_gaps: [],
        warnings: [],
        timestamp,
      },
      {
        pack: 'kiosk',
        version: '1.0.0',
        status: 'needs-review',
        profile: 'document-first',
        runtime_mode: 'data',
        selected_files: ['compiled/splits/kiosk/battery.md'],
        grounding: 'recommended',
        citation_gaps: [],
        warnings: ['It needs review and may have gaps.'],
        timestamp,
      },
    ])
  })

  test('AK-207: a fact without a source is in the line by its place', async () => {
    const { cwd, run, log } = await workspace()
    writeFileSync(
      join(cwd, '.agents/knowledge/kiosk/compiled/splits/kiosk/battery.md'),
      '# Battery\n\nThe battery of the kiosk lasts nine hours.\n',
    )
    await run('trust', '.')
    await run('read', batteryTask, '--pack', 'kiosk', '--log')
    expect(log().map((line) => (JSON.parse(line) as { citation_gaps: unknown }).citation_gaps)).toEqual([
      ['compiled/splits/kiosk/battery.md#battery'],
    ])
  })

  test('AK-207: the line of a read that gave nothing has the ten keys as well', async () => {
    const { run, log } = await workspace()
    await run('read', 'Who won the chess tournament?', '--log')
    expect(log().map((line) => JSON.parse(line) as object)).toEqual([
      {
        pack: '',
        version: '',
        status: '',
        profile: '',
        runtime_mode: '',
        selected_files: [],
        grounding: 'none',
        citation_gaps: [],
        warnings: ['No pack was used.'],
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      },
    ])
  })

  test('AK-209, AK-211: the packs stay as they are, and neither secrets nor content are in the log or the receipts', async () => {
    const { run, packs, log } = await workspace()
    const before = packs()
    await run('read', task, '--log')
    expect(packs()).toEqual(before)
    const kept = log().join('\n') + (await run('receipts', 'export')).out
    for (const words of [key, 'nine hours', 'Ahoy']) expect(kept).not.toContain(words)
  })

  test('AK-210: twenty reads at once leave twenty whole lines', async () => {
    const { run, log } = await workspace()
    await Promise.all(Array.from({ length: 20 }, () => run('read', batteryTask, '--pack', 'kiosk', '--log')))
    expect(log().map((line) => (JSON.parse(line) as { pack: string }).pack)).toEqual(
      Array.from({ length: 20 }, () => 'kiosk'),
    )
  })
})
