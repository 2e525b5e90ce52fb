import { describe, expect, test } from 'vitest'
import { parseManifest, parsePack } from '../../../src/app/index.ts'
import { authorWorld, type AuthorWorld } from '../../support/author-world.ts'

const refunds = '# Refunds\n\nRefunds are paid within five business days.\n'
const other = '.agents/knowledge/other'

const importing = async (world: AuthorWorld, ...argv: readonly string[]): Promise<Record<string, unknown>> =>
  world.json('import', ...argv, '--pack', 'other', '--accept-loss')
const pathsOf = ({ files }: Record<string, unknown>): readonly string[] =>
  (files as readonly { path: string }[]).map(({ path }) => path)
const reasonsOf = ({ omitted }: Record<string, unknown>): readonly string[] =>
  (omitted as readonly { path: string; reason: string }[]).map(({ path, reason }) => `${path}: ${reason}`)

/** Errors and warnings of the imported pack. */
const complaints = async (world: AuthorWorld): Promise<unknown> =>
  ((await world.json('validate', other))['findings'] as readonly { severity: string }[]).filter(
    ({ severity }) => severity !== 'info',
  )

describe('import', () => {
  const rows: Readonly<Record<string, readonly [Readonly<Record<string, string>>, string, readonly string[]]>> = {
    notes: [{ '/note.md': refunds }, 'note.md', ['documents/note.md', 'KNOWLEDGE.md']],
    markdown: [
      { '/kb/a.md': refunds, '/kb/b/c.md': refunds, '/kb/x.png': 'x' },
      'kb',
      ['documents/a.md', 'documents/b/c.md', 'KNOWLEDGE.md'],
    ],
    llms: [
      {
        '/site/llms.txt':
          '# Site\n\n## Docs\n\n- [Refunds](/docs/refunds.md): How refunds work\n- [Web](https://example.com/x.md): Elsewhere\n- [Gone](gone.md): Gone\n- [Out](../note.md): Out\n',
        '/site/docs/refunds.md': refunds,
        '/site/docs/other.md': refunds,
      },
      'site/llms.txt',
      ['documents/docs/refunds.md', 'KNOWLEDGE.md'],
    ],
    skill: [
      {
        '/skill/SKILL.md': '---\nname: refund\n---\n\nRun scripts/pay.sh first.\n',
        '/skill/references/policy.md': refunds,
        '/skill/scripts/pay.sh': 'rm -rf /\n',
      },
      'skill',
      ['documents/references/policy.md', 'KNOWLEDGE.md'],
    ],
    okf: [
      {
        '/bundle/index.md': '---\nokf_version: "0.2"\n---\n\n# Bundle\n\n* [Orders](tables/orders.md) - all orders\n',
        '/bundle/log.md': '## 2026-01-01\n\nStarted.\n',
        '/bundle/tables/orders.md': '---\ntype: Table\ntitle: Orders\nstatus: stable\n---\n\nOne row per order.\n',
      },
      'bundle',
      ['wiki/index.md', 'wiki/log.md', 'wiki/tables/orders.md', 'KNOWLEDGE.md'],
    ],
  }

  test.each(Object.entries(rows))(
    '%s becomes a draft pack that validates; the source stays as it is',
    async (kind, [files, path, wanted]) => {
      const world = authorWorld(files)
      const before = world.tree()
      const imported = await importing(world, path)
      expect([imported['from'], [...pathsOf(imported)].sort()]).toEqual([kind, [...wanted].sort()])
      const { pack } = parsePack(world.text(`${other}/KNOWLEDGE.md`))
      expect([pack?.status, pack?.trust, pack?.head.metadata?.producedBy?.kind]).toEqual([
        'draft',
        'unreviewed',
        'import',
      ])
      expect(pack?.profile).toBe(kind === 'okf' ? 'wiki-first' : 'document-first')
      const after = world.tree()
      expect(Object.entries(before).every(([name, text]) => after[name] === text)).toBe(true)
      expect(await complaints(world)).toEqual([])
    },
  )

  test('the page that leads to the others is the primary document, and a guide says nothing that a review makes untrue', async () => {
    const world = authorWorld({ '/kb/a.md': refunds, '/kb/index.md': '# Home\n\nAll about refunds.\n' })
    await importing(world, 'kb')
    const guide = world.text(`${other}/KNOWLEDGE.md`)
    expect(parsePack(guide).pack?.head.metadata?.primaryDocument).toBe('documents/index.md')
    expect(guide.replace(/^---[^]*?\n---\n/, '')).not.toMatch(/draft|unreviewed/i)
  })

  test('a bundle is recognized by its types as well, and its pages answer', async () => {
    const world = authorWorld({
      '/kb/orders.md': '---\ntype: Table\n---\n\n# Orders\n\nOne row for every order of the shop.\n',
      '/kb/metric.md': '---\ntype: Metric\n---\n\n# Revenue\n\nThe sum of all orders.\n',
    })
    expect((await importing(world, 'kb'))['from']).toBe('okf')
    await world.run('trust', other, '--yes')
    await world.run('approve', 'pack:other', '--yes')
    expect((await world.run('read', 'What does a row of orders hold?')).out).toContain('One row for every order')
  })

  test('what an llms.txt names elsewhere, and the procedure of a Skill, are listed and not imported', async () => {
    const [llms] = rows['llms'] ?? [{}]
    expect(reasonsOf(await importing(authorWorld({ ...llms, '/note.md': refunds }), 'site/llms.txt'))).toEqual([
      'https://example.com/x.md: it is on the web; fetch it first',
      'gone.md: it does not exist',
      '../note.md: it is outside the folder',
    ])
    const [skill] = rows['skill'] ?? [{}]
    expect(reasonsOf(await importing(authorWorld(skill), 'skill'))).toEqual(['SKILL.md: a procedure, not knowledge'])
  })

  test('units of a manifest that restrict their use are not imported, and lost fields are named', async () => {
    const unit = (id: string, more: string): string =>
      `  - {id: ${id}, path: docs/${id}.md, intent: "How ${id} works", scope: global, audience: [agent]${more}}\n`
    const world = authorWorld({
      '/m/knowledge.yaml': `kcp_version: "0.14"\nproject: m\nversion: 1.0.0\nunits:\n${unit('open', ', triggers: [refund], access: public')}${unit('closed', ', access: restricted')}${unit('secret', ', sensitivity: confidential')}`,
      '/m/docs/open.md': refunds,
      '/m/docs/closed.md': '# Closed\n\nThe restricted words.\n',
      '/m/docs/secret.md': '# Secret\n\nThe confidential words.\n',
    })
    const imported = await importing(world, 'm/knowledge.yaml')
    expect(pathsOf(imported)).toEqual(['documents/docs/open.md', 'KNOWLEDGE.md'])
    expect(reasonsOf(imported)).toEqual([
      'docs/closed.md: restricted by access, which a pack cannot express',
      'docs/secret.md: restricted by sensitivity, which a pack cannot express',
    ])
    expect(imported['lost']).toEqual(['access', 'audience', 'id', 'project', 'scope', 'triggers'])
    expect(JSON.stringify(world.tree('.agents'))).not.toContain('words.')
  })

  test.each([
    ['another unit for the same file', 'path: ./docs/open.md, access: restricted'],
    ['another unit for its folder', 'path: docs, sensitivity: confidential'],
    ['an entry without an id', undefined],
    ['a value that cannot be read', 'path: other.md'],
  ])('%s restricts the file as well', async (name, other) => {
    const open = `{id: open, path: docs/open.md, intent: "Open", scope: global, audience: [agent]${name.startsWith('a value') ? ', sensitivity: publik' : ''}}`
    const second =
      other === undefined
        ? '{path: docs/open.md, access: restricted}'
        : `{id: b, intent: "B", scope: global, audience: [agent], ${other}}`
    const world = authorWorld({
      '/m/knowledge.yaml': `kcp_version: "0.14"\nproject: m\nversion: 1.0.0\nunits:\n  - ${open}\n  - ${second}\n`,
      '/m/docs/open.md': refunds,
    })
    expect((await world.run('import', 'm/knowledge.yaml', '--pack', 'other', '--accept-loss')).code).toBe(1)
    expect((await world.run('export', 'm/knowledge.yaml', '--to', 'llms')).out).not.toContain('docs/open.md')
  })

  test('a restriction at the root of a manifest applies to every unit', async () => {
    const world = authorWorld({
      '/m/knowledge.yaml':
        'kcp_version: "0.14"\nproject: m\nversion: 1.0.0\nvisibility: {default: internal}\nunits:\n  - {id: a, path: a.md, intent: "A", scope: global, audience: [agent]}\n',
      '/m/a.md': refunds,
    })
    const { code } = await world.run('import', 'm/knowledge.yaml', '--pack', 'other', '--accept-loss')
    expect([code, world.has('.agents')]).toEqual([1, false])
  })

  test('requirements on agents restrict every unit, and the publisher alone none', async () => {
    const trust = (fields: string): AuthorWorld =>
      authorWorld({
        '/m/knowledge.yaml': `kcp_version: "0.14"\nproject: m\nversion: 1.0.0\ntrust: ${fields}\nunits:\n  - {id: a, path: a.md, intent: "A", scope: global, audience: [agent]}\n`,
        '/m/a.md': refunds,
      })
    const code = async (fields: string): Promise<number> =>
      (await trust(fields).run('import', 'm/knowledge.yaml', '--pack', 'other', '--accept-loss')).code
    expect(await code('{agent_requirements: {require_attestation: true}}')).toBe(1)
    expect(await code('{provenance: {publisher: Harbor}}')).toBe(0)
  })

  test('a dry run and an existing pack write nothing', async () => {
    const world = authorWorld({ '/note.md': refunds })
    const before = world.tree()
    expect((await world.run('import', 'note.md', '--dry-run')).out).toContain(
      '.agents/knowledge/note/documents/note.md: would create\n',
    )
    expect(world.tree()).toEqual(before)
    await world.run('import', 'note.md')
    const after = world.tree()
    expect((await world.run('import', 'note.md')).code).toBe(1)
    expect(world.tree()).toEqual(after)
  })

  test('the record of an import has the hashes of what was imported', async () => {
    const world = authorWorld({ '/note.md': refunds })
    const { record } = await importing(world, 'note.md')
    const { inputs } = JSON.parse(world.text(`${other}/${String(record)}`)) as { inputs: readonly object[] }
    expect(inputs).toEqual([{ path: 'note.md', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) }])
  })

  test('--manifest drafts units for the files in place', async () => {
    const [files] = rows['llms'] ?? [{}]
    const world = authorWorld(files)
    await world.run('import', 'site/llms.txt', '--manifest', '--root', 'site')
    const { manifest } = parseManifest(world.text('site/knowledge.yaml'))
    expect(manifest?.units.map(({ path }) => path)).toEqual(['docs/refunds.md'])
    expect((await world.run('import', 'guide', '--manifest', '--root', 'site')).code).toBe(2)
  })
})

describe('export', () => {
  const ready = (files: Readonly<Record<string, string>>): AuthorWorld =>
    authorWorld(files, { status: 'ready', trust: 'official' })

  test('a manifest lists first what it loses, and is printed only when that is accepted', async () => {
    const world = ready({ 'documents/refunds.md': refunds, 'compiled/facts.md': '# Facts\n' })
    const refused = await world.run('export', 'guide', '--to', 'manifest')
    expect([refused.code, refused.out]).toEqual([1, ''])
    expect(refused.err).toContain('Lost: description, type, profile, status, trust, compiled/, the guide\n')
    const { out, code } = await world.run('export', 'guide', '--to', 'manifest', '--accept-loss')
    const { manifest, diagnostics } = parseManifest(out)
    expect([code, manifest?.project, manifest?.units.map(({ path }) => path)]).toEqual([
      0,
      'guide',
      ['documents/refunds.md'],
    ])
    expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('a pack becomes a manifest and the same documents again', async () => {
    const world = ready({ 'documents/refunds.md': refunds })
    await world.run('export', 'guide', '--to', 'manifest', '--accept-loss', '--output', 'guide/knowledge.yaml')
    expect(pathsOf(await importing(world, 'guide/knowledge.yaml'))).toEqual([
      'documents/documents/refunds.md',
      'KNOWLEDGE.md',
    ])
    expect(world.text(`${other}/documents/documents/refunds.md`)).toBe(refunds)
  })

  test('a manifest becomes a pack and a manifest again: what is different was listed', async () => {
    const first =
      'kcp_version: "0.14"\nproject: harbor\nversion: 3.1.4\nupdated: "2026-02-01"\nlicense: CC-BY-4.0\nlanguage: en\nunits:\n' +
      '  - {id: refund-rules, path: docs/refunds.md, intent: "Who pays a refund, and when?", format: markdown, scope: global, audience: [agent], triggers: [money]}\n'
    const world = authorWorld({ '/m/knowledge.yaml': first, '/m/docs/refunds.md': refunds })
    const refused = await world.run('import', 'm/knowledge.yaml', '--pack', 'other')
    expect([refused.code, world.has('.agents')]).toEqual([1, false])
    expect(refused.err).toContain('Lost in a pack: audience, id, project, scope, triggers\n')
    await importing(world, 'm/knowledge.yaml')
    const guide = world.text(`${other}/KNOWLEDGE.md`)
    const { pack } = parsePack(guide)
    expect([pack?.head.version, pack?.head.updated, pack?.head.license, pack?.head.language]).toEqual([
      '3.1.4',
      '2026-02-01',
      'CC-BY-4.0',
      'en',
    ])
    expect(guide).toContain('- `documents/docs/refunds.md`: Who pays a refund, and when?\n')
    await world.run('status', 'set', other, 'ready', '--by', 'Ada Park', '--note', 'read it')
    const { lost, text } = await world.json('export', other, '--to', 'manifest', '--accept-loss')
    const { manifest } = parseManifest(String(text))
    expect([manifest?.updated, manifest?.license, manifest?.units[0]?.path]).toEqual([
      '2026-02-01',
      'CC-BY-4.0',
      'documents/docs/refunds.md',
    ])
    expect(lost).toEqual(expect.arrayContaining(['version', 'language', 'description', 'the guide']))
  })

  test.each(['draft', 'disputed', 'archived'])('a pack that is %s is not exported', async (status) => {
    const world = authorWorld({ 'documents/refunds.md': refunds }, { status })
    for (const to of ['llms', 'manifest']) {
      const { code, out } = await world.run('export', 'guide', '--to', to, '--accept-loss')
      expect([code, out]).toEqual([1, ''])
    }
  })

  test('a persona is not exported as facts', async () => {
    const world = authorWorld({ 'documents/a.md': refunds }, { status: 'ready', runtime: { mode: 'persona' } })
    expect((await world.run('export', 'guide', '--to', 'manifest', '--accept-loss')).out).toBe('')
  })

  test('an llms.txt has the public units, links the manifest, and says which were left out', async () => {
    const world = authorWorld({
      '/knowledge.yaml':
        'kcp_version: "0.14"\nproject: harbor\nversion: 1.0.0\nunits:\n  - {id: open, path: docs/a b.md, intent: "How is it opened?", scope: global, audience: [agent]}\n  - {id: closed, path: c.md, intent: "The hidden intent", scope: global, audience: [agent], access: restricted}\n',
    })
    const { out, err } = await world.run('export', 'knowledge.yaml', '--to', 'llms')
    expect(out).toBe(
      '# harbor\n\n> knowledge: /knowledge.yaml\n\n## Documents\n\n- [open](docs/a%20b.md): How is it opened?\n',
    )
    expect(err).toContain('c.md: restricted by access')
    expect(err).toContain('Lost: access, audience, kcp_version, scope, version\n')
  })
})

describe('migrate', () => {
  const old = { profile: undefined, status: 'ready' }

  test('AK-350, AK-351: a v0.5 pack declares its profile and mode afterwards, and nothing else changes', async () => {
    const world = authorWorld({ 'wiki/a.md': refunds }, old)
    const before = world.text('guide/KNOWLEDGE.md')
    expect((await world.run('migrate', 'guide', '--dry-run')).out).toContain('+profile: wiki-first\n')
    expect(world.text('guide/KNOWLEDGE.md')).toBe(before)
    const { record } = await world.json('migrate', 'guide')
    expect(world.text('guide/KNOWLEDGE.md')).toBe(
      before.replace('\n---\n\n#', '\nprofile: wiki-first\nruntime:\n  mode: data\n---\n\n#'),
    )
    expect((await world.run('validate-run', `guide/${String(record)}`)).code).toBe(0)
    expect((await world.run('validate', 'guide', '--strict')).code).toBe(0)
    const after = world.tree()
    expect((await world.run('migrate', 'guide')).err).toContain('Nothing to migrate.')
    expect(world.tree()).toEqual(after)
  })

  test('the one document of a pack becomes its primary document', async () => {
    const world = authorWorld({ 'documents/a.md': refunds }, old)
    await world.run('migrate', 'guide')
    const { pack } = parsePack(world.text('guide/KNOWLEDGE.md'))
    expect([pack?.profile, pack?.head.metadata?.primaryDocument]).toEqual(['document-first', 'documents/a.md'])
  })

  test('AK-231, AK-354: suites of the older form become cases', async () => {
    const world = authorWorld({
      'evals/discovery.json': JSON.stringify({
        pack_name: 'guide',
        queries: [
          { query: 'When?', should_select: true },
          { query: 'Who?', should_select: false },
        ],
      }),
    })
    await world.run('migrate', 'guide')
    expect(JSON.parse(world.text('guide/evals/discovery.json'))).toEqual({
      pack_name: 'guide',
      cases: [
        { id: 'case-1', prompt: 'When?', expected: 'select' },
        { id: 'case-2', prompt: 'Who?', expected: 'reject' },
      ],
    })
  })

  test('what is declared is kept, also with other line breaks', async () => {
    const world = authorWorld({ 'documents/a.md': refunds })
    world.write('guide/KNOWLEDGE.md', world.text('guide/KNOWLEDGE.md').replaceAll('\n', '\r\n'))
    await world.run('migrate', 'guide')
    const { pack } = parsePack(world.text('guide/KNOWLEDGE.md'))
    expect([pack?.profile, pack?.mode]).toEqual(['document-first', 'data'])
    expect(world.text('guide/KNOWLEDGE.md')).not.toMatch(/[^\r]\n/)
  })
})
