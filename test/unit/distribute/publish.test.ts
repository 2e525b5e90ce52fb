import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseManifest } from '../../../src/app/index.ts'
import { swapFolder } from '../../../src/io/disk/swap-folder.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const open = (fields: Fields = {}): Fields => unitWith({ path: 'docs/setup.md', sensitivity: 'public', ...fields })

interface Report {
  readonly ok: boolean
  readonly units: readonly { readonly id: string; readonly path: string }[]
  readonly files: readonly { readonly path: string; readonly action: string }[]
  readonly leftOut: readonly {
    readonly ref: string
    readonly path?: string
    readonly code?: string
    readonly reason: string
  }[]
  readonly removed: readonly { readonly id: string; readonly field: string; readonly to: string }[]
  readonly refused?: string
}

/** A workspace, everything in it granted, and a folder beside it for the site. */
async function world(root: Fields, units: readonly Fields[], tree: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({
    'knowledge.yaml': manifestText(root, ...units),
    'docs/setup.md': '# Setup\n\nPlug it in.\n',
    'docs/other.md': '# Other\n\nUNSEEN\n',
    ...tree,
  })
  const home = tempFolder()
  const env = { HOME: home, LOREFENCE_STATE: join(home, 'state'), XDG_CONFIG_HOME: join(home, 'config') }
  const out = join(tempFolder(), 'site')
  const run = async (...argv: readonly string[]) => {
    const terminal = fakeTerminal({ cwd, env, interactive: true, answers: [true] })
    return { code: await main(argv, terminal), out: terminal.stdout, err: terminal.stderr }
  }
  const publish = async (...more: readonly string[]): Promise<Report> =>
    JSON.parse((await run('publish', '.', '--out', out, '--json', ...more)).out) as Report
  await run('trust', '.')
  return {
    cwd,
    out,
    run,
    publish,
    published: () => filesOf(out),
    text: (path: string) => readFileSync(join(out, path), 'utf8'),
  }
}

const filesOf = (folder: string): readonly string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((path) => statSync(join(folder, path)).isFile())
        .sort()
    : []

describe('lorefence publish', () => {
  test('KCP-009, KCP-222: writes the manifest, the files of public units, llms.txt, the discovery document and the card', async () => {
    const { publish, published, text } = await world({}, [open()])
    const report = await publish('--url', 'https://docs.example.com')
    expect(published()).toEqual([
      '.lorefence-publish.json',
      '.well-known/agent-card.json',
      '.well-known/agent.json',
      '.well-known/kcp.json',
      'docs/setup.md',
      'knowledge.yaml',
      'llms.txt',
    ])
    expect(report).toMatchObject({
      ok: true,
      units: [{ id: 'setup', path: 'docs/setup.md' }],
      leftOut: [],
      removed: [],
    })
    expect(JSON.parse(text('.well-known/kcp.json'))).toEqual({
      kcp_version: '0.14',
      manifest: '/knowledge.yaml',
      title: 'harbor',
      network: { role: 'standalone' },
    })
    expect(JSON.parse(text('.well-known/agent.json'))).toMatchObject({
      name: 'harbor',
      url: 'https://docs.example.com/',
      knowledgeManifest: '/.well-known/kcp.json',
    })
    expect(text('llms.txt')).toContain('> knowledge: /knowledge.yaml')
    const { manifest, diagnostics } = parseManifest(text('knowledge.yaml'))
    expect([manifest?.units.map(({ id }) => id), diagnostics]).toEqual([['setup'], []])
  })

  test('what is written is valid, and the origin for the card is optional', async () => {
    const { run, out } = await world({}, [open()])
    expect((await run('publish', '.', '--out', out)).err).toContain('Without --url no agent card is written.')
    expect((await run('validate', out)).code).toBe(0)
    expect((await run('publish', '.', '--out', out, '--url', 'https://a.example/docs')).code).toBe(2)
    expect((await run('publish', '.', '--out', out, '--url', 'http://a.example')).code).toBe(2)
  })

  const production = { when: { environment: 'production' } }
  test.each<readonly [string, Fields]>([
    ['an undeclared sensitivity', { sensitivity: undefined }],
    ['a higher sensitivity', { sensitivity: 'internal' }],
    ['a sensitivity that cannot be read', { sensitivity: ['public'] }],
    ['access for those with a credential', { access: 'authenticated' }],
    ['restricted access', { access: 'restricted', auth_scope: 'ops' }],
    ['an access that cannot be read', { access: { level: 'public' } }],
    ['indexing that forbids reading', { indexing: 'none' }],
    ['a permission list without reading', { indexing: { allow: ['index'] } }],
    ['a limit on delegation', { delegation: { max_depth: 5 } }],
    ['attenuation', { delegation: { require_capability_attenuation: true } }],
    ['a person in the loop', { delegation: { human_in_the_loop: { required: true } } }],
    ['regions', { compliance: { data_residency: ['EEA'] } }],
    ['no external model', { compliance: { restrictions: ['no-external-llm'] } }],
    ['a payment', { payment: { default_tier: 'metered' } }],
    ['a window that is over', { temporal: { valid_until: '2020-01-01' } }],
    ['a window that has not begun', { temporal: { valid_from: '2999-01-01' } }],
    ['an approval before reading', { authority: { read: 'requires_approval' } }],
    ['sharing that is denied', { authority: { read: 'initiative', share_externally: 'denied' } }],
    [
      'a stricter condition',
      { visibility: { default: 'public', conditions: [{ ...production, then: { sensitivity: 'internal' } }] } },
    ],
    [
      'a condition with a credential',
      { visibility: { default: 'public', conditions: [{ ...production, then: { requires_auth: true } }] } },
    ],
    ['a procedure that its author did not open', { kind: 'skill' }],
    ['a deprecation', { deprecated: true }],
    ['a file that is private by its name', { path: '.env' }],
    ['a file on the web', { path: 'https://elsewhere.example/x.md' }],
    ['a file that does not exist', { path: 'docs/none.md' }],
  ])('leaves out a unit with %s, and says why', async (_, fields) => {
    const { publish, published, text } = await world(
      {},
      [open(), open({ id: 'other', path: 'docs/other.md', intent: 'UNSEEN intent', ...fields })],
      { '.env': 'UNSEEN=1\n' },
    )
    const { units, leftOut } = await publish()
    expect(units.map(({ id }) => id)).toEqual(['setup'])
    expect(leftOut.map(({ ref }) => ref)).toEqual(['unit:harbor/other'])
    expect(leftOut[0]?.reason).toMatch(/^[A-Z].+\.$/)
    for (const path of published()) expect(text(path)).not.toMatch(/UNSEEN|other/)
  })

  test('an approval of a person does not publish: it ends after a day', async () => {
    const { run, publish } = await world({}, [
      open(),
      open({ id: 'other', path: 'docs/other.md', delegation: { human_in_the_loop: { required: true } } }),
    ])
    expect((await run('approve', 'other')).code).toBe(0)
    expect((await publish()).units.map(({ id }) => id)).toEqual(['setup'])
  })

  test('what nobody granted, and what changed since, is not published', async () => {
    const { cwd, run, publish, published } = await world({}, [open(), open({ id: 'other', path: 'docs/other.md' })])
    appendFileSync(join(cwd, 'docs/other.md'), 'More.\n')
    const { units, leftOut } = await publish()
    expect(units.map(({ id }) => id)).toEqual(['setup'])
    expect(leftOut).toEqual([
      { ref: 'unit:harbor/other', reason: 'The file is new or has changed since it was granted.' },
    ])
    await run('trust', '.', '--remove')
    const refused = await publish()
    expect([refused.ok, refused.refused]).toEqual([false, 'There is no granted manifest here.'])
    expect(published()).toContain('docs/setup.md')
  })

  test('a file that another unit restricts is not published under any name', async () => {
    const { publish, published } = await world({}, [
      open({ id: 'all', path: 'docs' }),
      open({ id: 'again', path: 'docs/./other.md' }),
      unitWith({ id: 'private', path: 'docs/other.md', sensitivity: 'restricted' }),
    ])
    const { units } = await publish()
    expect(units.map(({ id }) => id)).toEqual(['all'])
    expect(published().filter((path) => path.startsWith('docs/'))).toEqual(['docs/setup.md'])
  })

  test.each([
    ['an authority', { authority: { share_externally: 'denied' } }],
    [
      'a condition',
      { visibility: { conditions: [{ when: { environment: 'production' }, then: { sensitivity: 'restricted' } }] } },
    ],
  ])('nor is a file that another unit closes to everybody by %s', async (_how, closing) => {
    const { publish, published } = await world({}, [
      open({ id: 'all', path: 'docs' }),
      open({ id: 'again', path: 'docs/./other.md' }),
      open(),
      open({ id: 'private', path: 'docs/other.md', ...closing }),
    ])
    const { units, leftOut } = await publish()
    expect(units.map(({ id }) => id)).toEqual(['setup'])
    expect(leftOut.find(({ ref }) => ref === 'unit:harbor/all')?.reason).toMatch(/^unit:harbor\/private names the same/)
    expect(published().filter((path) => path.startsWith('docs/'))).toEqual(['docs/setup.md'])
  })

  test('of a composed manifest the own units are published, and nothing of what it includes', async () => {
    const composition = {
      includes: [{ source: 'parts/team.yaml' }],
      overrides: [{ id: 'plan', intent: 'UNSEEN plan' }],
      excludes: ['gone'],
    }
    const { publish, text } = await world({ composition }, [open()], {
      'parts/team.yaml': manifestText(
        { project: 'team' },
        unitWith({ id: 'plan', path: 'plan.md', sensitivity: 'restricted' }),
        open({ id: 'gone', path: 'gone.md' }),
        open({ id: 'part', path: 'part.md' }),
      ),
      'parts/plan.md': 'UNSEEN',
      'parts/gone.md': 'UNSEEN',
      'parts/part.md': '# Part\n\nOf the team.\n',
    })
    const { units, leftOut } = await publish()
    expect(units.map(({ id }) => id)).toEqual(['setup'])
    expect(leftOut.map(({ ref }) => ref)).toEqual(['unit:harbor/part', 'unit:harbor/plan'])
    expect(text('knowledge.yaml')).not.toMatch(/composition|plan|gone|parts/)
  })

  test('a text with a possible secret is left out, and so is an entry of the manifest', async () => {
    const secret = ['AKIA', 'IOSFODNN7EXAMPLQ'].join('')
    const { publish, published, text } = await world(
      {},
      [
        open({ id: 'all', path: 'docs' }),
        open({ id: 'leak', path: 'docs/leak.md' }),
        open({ id: 'words', path: 'docs/setup.md', triggers: [secret] }),
      ],
      { 'docs/leak.md': `# Leak\n\n${secret}\n` },
    )
    const { units, leftOut } = await publish()
    expect(units.map(({ id }) => id)).toEqual(['all'])
    expect(leftOut.map(({ ref, path = '' }) => `${ref} ${path}`.trim())).toContain('unit:harbor/all docs/leak.md')
    for (const path of published()) expect(text(path)).not.toContain(secret)
    expect(JSON.stringify(leftOut)).not.toContain(secret)
    const rooted = await world({ trust: { provenance: { contact: secret } } }, [open()])
    expect((await rooted.publish()).refused).toBe('The root of the manifest contains a possible secret.')
  })

  test('references to units that are left out are removed and reported, and fields of nobody are not copied', async () => {
    const { publish, text } = await world(
      {
        'x-internal': 'UNSEEN',
        auth: { methods: [{ type: 'api_key', header: 'X-Key' }] },
        manifests: [{ id: 'hub', url: 'https://inner.example/knowledge.yaml' }],
        relationships: [
          { from: 'setup', to: 'other', type: 'context' },
          { from: 'setup', to: 'third', type: 'context' },
        ],
      },
      [
        open({ depends_on: ['other', 'third'], hints: { summary_unit: 'other' }, 'x-note': 'UNSEEN' }),
        unitWith({ id: 'other', path: 'docs/other.md' }),
        open({ id: 'third', path: 'docs/setup.md', supersedes: 'other' }),
      ],
    )
    const { removed } = await publish()
    expect(removed).toEqual([
      { id: 'setup', field: 'depends_on', to: 'other' },
      { id: 'setup', field: 'summary_unit', to: 'other' },
      { id: 'third', field: 'supersedes', to: 'other' },
      { id: '', field: 'relationships', to: 'other' },
    ])
    expect(text('knowledge.yaml')).not.toMatch(/UNSEEN|other|inner\.example|X-Key/)
    expect(parseManifest(text('knowledge.yaml')).manifest).toMatchObject({
      relationships: [{ from: 'setup', to: 'third', type: 'context' }],
      units: [{ dependsOn: ['third'] }, {}],
    })
  })

  test('a pack is published as the folder that a public unit declares, unless the pack itself needs an approval', async () => {
    const tree = (status: string) => ({
      'packs/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk', status }),
      'packs/kiosk/compiled/facts.md': '# Facts\n\nNine hours.\n',
    })
    const units = [open(), open({ id: 'kiosk', path: 'packs/kiosk' })]
    const ready = await world({}, units, tree('ready'))
    expect((await ready.publish()).leftOut).toEqual([])
    expect(ready.published().filter((path) => path.startsWith('packs/'))).toEqual([
      'packs/kiosk/KNOWLEDGE.md',
      'packs/kiosk/compiled/facts.md',
    ])
    const draft = await world({}, units, tree('draft'))
    expect((await draft.publish()).leftOut.map(({ ref }) => ref)).toEqual(['unit:harbor/kiosk'])
    expect(draft.published().filter((path) => path.startsWith('packs/'))).toEqual([])
  })

  test('no file is one that a browser runs', async () => {
    const page = '<h1>Page</h1><script>alert(1)</script>\n'
    const { publish, published, text } = await world({}, [open({ path: 'docs/page.html' })], { 'docs/page.html': page })
    expect((await publish()).units).toEqual([{ id: 'setup', path: 'docs/page.html.txt' }])
    expect(published().filter((path) => path.startsWith('docs/'))).toEqual(['docs/page.html.txt'])
    expect([text('docs/page.html.txt'), parseManifest(text('knowledge.yaml')).manifest?.units[0]?.format]).toEqual([
      page,
      'html',
    ])
  })

  test('hostile paths and links lead nowhere, and no unit takes the place of a file of publish', async () => {
    const { cwd, run, publish, published } = await world(
      {},
      [
        open(),
        open({ id: 'up', path: '../outside.md' }),
        open({ id: 'encoded', path: 'docs/%2e%2e/%2e%2e/outside.md' }),
        open({ id: 'link', path: 'docs/link.md' }),
        open({ id: 'llms', path: 'llms.txt' }),
      ],
      { 'llms.txt': '# Mine\n' },
    )
    const outside = tempFolder({ 'outside.md': 'UNSEEN\n' })
    symlinkSync(join(outside, 'outside.md'), join(cwd, 'docs/link.md'))
    await run('trust', '.')
    const { units, leftOut } = await publish()
    expect(units.map(({ id }) => id)).toEqual(['setup'])
    expect(leftOut.map(({ ref }) => ref)).toEqual(['unit:harbor/link', 'unit:harbor/llms'])
    expect(published().filter((path) => path.includes('outside') || path.includes('link'))).toEqual([])
  })
})

describe('the folder of lorefence publish', () => {
  test('is written whole: what is no longer published is gone, and the same again changes nothing', async () => {
    const { cwd, run, publish, published } = await world({}, [open(), open({ id: 'other', path: 'docs/other.md' })])
    await publish()
    expect(published()).toContain('docs/other.md')
    expect((await publish()).files.map(({ action }) => action)).not.toContain('updated')
    writeFileSync(join(cwd, 'knowledge.yaml'), manifestText({}, open()))
    await run('trust', '.')
    const { files } = await publish()
    expect(files).toContainEqual({ path: 'docs/other.md', action: 'removed' })
    expect(published()).not.toContain('docs/other.md')
  })

  test('a dry run writes nothing', async () => {
    const { publish, out } = await world({}, [open()])
    const { files } = await publish('--dry-run')
    expect([files.length > 0, existsSync(out)]).toEqual([true, false])
  })

  test.each<readonly [string, (out: string) => void]>([
    ['a file that somebody else put there', (out) => writeFileSync(join(out, 'mine.txt'), 'mine')],
    ['a file that somebody changed', (out) => appendFileSync(join(out, 'llms.txt'), 'mine')],
    ['a link', (out) => symlinkSync('llms.txt', join(out, 'link.txt'))],
    ['a record that somebody changed', (out) => appendFileSync(join(out, '.lorefence-publish.json'), ' x')],
    ['no record', (out) => rmSync(join(out, '.lorefence-publish.json'))],
  ])('with %s is left alone', async (_, change) => {
    const { cwd, run, out, publish, published, text } = await world({}, [open()])
    await publish()
    change(out)
    const before = published().map((path) => [path, text(path)])
    writeFileSync(join(cwd, 'docs/setup.md'), '# Setup\n\nOther.\n')
    await run('trust', '.')
    const report = await publish()
    expect([report.ok, report.files]).toEqual([false, []])
    expect(published().map((path) => [path, text(path)])).toEqual(before)
  })

  test('is not in the workspace, nor around it', async () => {
    const { run, cwd } = await world({}, [open()])
    for (const out of ['site', '.', '..', join(cwd, 'a/../site')])
      expect((await run('publish', '.', '--out', out)).code).toBe(2)
    expect(readdirSync(cwd).sort()).toEqual(['docs', 'knowledge.yaml'])
  })

  test('what somebody adds while it is swapped is kept', () => {
    const folder = tempFolder()
    const out = join(folder, 'site')
    const swap = (files: Readonly<Record<string, string>>) =>
      swapFolder(out, {
        files: new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text)])),
        foreign: [],
        mayRemove: (path) => path !== 'mine.txt',
      })
    expect(swap({ 'a.txt': 'one' })).toEqual({ ok: true })
    mkdirSync(join(out, 'sub'))
    writeFileSync(join(out, 'mine.txt'), 'mine')
    const swapped = swap({ 'a.txt': 'two' })
    expect(filesOf(out)).toEqual(['a.txt'])
    expect(swapped.ok && swapped.kept !== undefined && readFileSync(join(swapped.kept, 'mine.txt'), 'utf8')).toBe(
      'mine',
    )
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })
})
