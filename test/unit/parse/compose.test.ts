import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants, validatePaths } from '../../../src/app/index.ts'
import { updateManifest } from '../../../src/app/init/update-manifest.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import type { Manifest } from '../../../src/model/documents/manifest.ts'
import type { Requester } from '../../../src/model/decisions/requester.ts'
import { digest } from '../../../src/text/bytes/digest.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { listed, policy, testKey } from '../../support/signing.ts'

type Tree = Record<string, string>

const composing = (composition: Fields, ...units: readonly Fields[]): string =>
  JSON.stringify({ kcp_version: '0.32', project: 'hub', version: '1.0.0', composition, units }, undefined, 1)
const facts = (id: string, fields: Fields = {}): Fields =>
  unitWith({ id, path: `${id}.md`, intent: `What are the ${id} facts?`, triggers: [id], ...fields })
const team = (...units: readonly Fields[]): string => manifestText({ project: 'team' }, ...units)
const include = (source: string, fields: Fields = {}): Fields => ({ source, ...fields })

/** A granted hub; only `knowledge.yaml` of `/w` is an entry, unless a test names a file so. */
async function opened(tree: Tree, { requester = {}, grant = true }: { requester?: Requester; grant?: boolean } = {}) {
  const ports = memoryPorts(memoryFiles(tree))
  if (grant) saveGrants(ports, proposeGrants(ports, '.', '/w'), { follow: false, given: 'terminal' })
  const knowledge = await openKnowledge({ roots: ['/w'], ports, requester })
  return { ports, knowledge, ...lookAt(knowledge.catalog) }
}

function lookAt({ entries, quarantined }: Awaited<ReturnType<typeof openKnowledge>>['catalog']) {
  const [entry] = entries
  const manifest = entry?.document as Manifest
  return {
    entry,
    manifest,
    quarantined,
    ids: manifest.units.map(({ id }) => id),
    said: (entry?.diagnostics ?? []).map(
      ({ name, message, where }) => `${name} ${where.file}${where.pointer}: ${message}`,
    ),
  }
}

const texts = (...names: readonly string[]): Tree =>
  Object.fromEntries(
    names.map((name) => [`/w/${name}.md`, `# ${name}\n\nThe ${name.replaceAll('/', ' ')} kiosk opens at nine.\n`]),
  )

describe('composition', () => {
  test('KL-057: the own units win, of includes the later; an override changes, an exclusion leaves out', async () => {
    const { manifest, ids } = await opened({
      '/w/knowledge.yaml': composing(
        {
          includes: [include('a.yaml'), include('b.yaml')],
          overrides: [
            { id: 'two', intent: 'changed' },
            { id: 'three', intent: 'changed too' },
          ],
          excludes: ['four'],
        },
        facts('one', { intent: 'own' }),
      ),
      '/w/a.yaml': team(...['one', 'two', 'three', 'four', 'five'].map((id) => facts(id, { intent: `a ${id}` }))),
      '/w/b.yaml': team(...['one', 'three', 'five'].map((id) => facts(id, { intent: `b ${id}` }))),
    })
    expect(ids).toEqual(['one', 'two', 'three', 'five'])
    expect(manifest.units.map(({ intent }) => intent)).toEqual(['own', 'changed', 'changed too', 'b five'])
    expect(manifest.units.map(({ from }) => from?.file)).toEqual([undefined, 'a.yaml', 'b.yaml', 'b.yaml'])
  })

  test('KL-058: a prefix keeps equal ids apart, and what the source says about its own units follows', async () => {
    const { manifest, ids } = await opened({
      '/w/knowledge.yaml': composing({
        includes: [include('a.yaml', { as: 'a' }), include('b.yaml', { as: 'b' })],
        overrides: [{ id: 'a:setup', temporal: { superseded_by: 'b:setup' } }],
      }),
      '/w/a.yaml': manifestText(
        { project: 'team', relationships: [{ from: 'setup', to: 'more', type: 'enables' }] },
        facts('setup', { depends_on: ['more', 'elsewhere'], hints: { summary_unit: 'more' } }),
        facts('more', { supersedes: 'setup', temporal: { superseded_by: 'setup' } }),
      ),
      '/w/b.yaml': team(facts('setup')),
    })
    expect(ids).toEqual(['a:setup', 'a:more', 'b:setup'])
    expect(manifest.units[0]).toMatchObject({
      dependsOn: ['a:more', 'elsewhere'],
      hints: { summaryUnit: 'a:more' },
      temporal: { supersededBy: 'b:setup' },
    })
    expect(manifest.units[1]).toMatchObject({ supersedes: 'a:setup', temporal: { supersededBy: 'a:setup' } })
    expect(manifest.relationships).toEqual([{ from: 'a:setup', to: 'a:more', type: 'enables' }])
  })

  test('KL-059: an override replaces what it names; ids that are no included unit are said', async () => {
    const { manifest, said } = await opened({
      '/w/knowledge.yaml': composing(
        {
          includes: [include('a.yaml')],
          overrides: [
            { id: 'two', intent: 'changed', temporal: { valid_from: '2020-01-01' } },
            { id: 'gone', intent: 'x' },
            { id: 'one', intent: 'x' },
            { id: 'alias-two', intent: 'x' },
          ],
          excludes: ['gone', 'alias-two'],
        },
        facts('one'),
      ),
      '/w/a.yaml': team(facts('two', { aliases: ['alias-two'], hints: { token_estimate: 5 } })),
    })
    expect(manifest.units[1]).toMatchObject({
      intent: 'changed',
      triggers: ['two'],
      hints: { tokenEstimate: 5 },
      temporal: { validFrom: '2020-01-01' },
    })
    expect(said).toEqual([
      'composition-id knowledge.yaml/composition/overrides/1/id: The id "gone" is no included unit; nothing is overridden.',
      'composition-id knowledge.yaml/composition/overrides/2/id: The id "one" is a unit of this manifest, which always counts; nothing is overridden.',
      'composition-id knowledge.yaml/composition/overrides/3/id: The id "alias-two" is no included unit; nothing is overridden.',
      'composition-id knowledge.yaml/composition/excludes/0: The id "gone" is no included unit; nothing is excluded.',
      'composition-id knowledge.yaml/composition/excludes/1: The id "alias-two" is no included unit; nothing is excluded.',
    ])
  })

  test('KL-060: an include that closes a circle is not loaded, and the others are', async () => {
    const { ids, said } = await opened({
      '/w/knowledge.yaml': composing({ includes: [include('a.yaml'), include('knowledge.yaml')] }),
      '/w/a.yaml': JSON.stringify({
        project: 'a',
        composition: { includes: [include('knowledge.yaml'), include('b.yaml')] },
        units: [facts('two')],
      }),
      '/w/b.yaml': team(facts('three')),
    })
    expect(ids).toEqual(['two', 'three'])
    expect(said).toEqual([
      'include-cycle a.yaml/composition/includes/0/source: The manifest "knowledge.yaml" is not included. It includes itself: knowledge.yaml > a.yaml > knowledge.yaml.',
      'include-cycle knowledge.yaml/composition/includes/1/source: The manifest "knowledge.yaml" is not included. It includes itself: knowledge.yaml > knowledge.yaml.',
    ])
  })

  test('KL-060: chains and fans of includes end at a limit', async () => {
    const chain: Tree = { '/w/knowledge.yaml': composing({ includes: [include('c1.yaml')] }) }
    for (let i = 1; i < 9; i++)
      chain[`/w/c${i}.yaml`] = JSON.stringify({
        project: 'c',
        composition: { includes: [include(`c${i + 1}.yaml`)] },
        units: [facts(`u${i}`)],
      })
    expect((await opened(chain)).ids).toEqual(['u1', 'u2', 'u3', 'u4', 'u5'])
    const fan: Tree = {
      '/w/knowledge.yaml': composing({ includes: Array.from({ length: 60 }, () => include('a.yaml')) }),
      '/w/a.yaml': team(facts('two')),
    }
    const { said, ids } = await opened(fan)
    expect(ids).toEqual(['two'])
    expect(said).toHaveLength(10)
    expect(said[0]).toContain('At most 50 are included.')
  })

  test.each([
    '../x.yaml',
    '../../x.yaml',
    'a/../../x.yaml',
    '/x.yaml',
    'file:///x.yaml',
    'http://x.example/x.yaml',
    '%2e%2e/x.yaml',
    '..\\x.yaml',
    'c:/x.yaml',
    'notes.md',
    'gone.yaml',
  ])('KL-063: the source %s is not included', async (source) => {
    const { ids, said } = await opened({
      '/w/knowledge.yaml': composing({ includes: [include(source)] }, facts('one')),
      '/x.yaml': team(facts('stolen')),
      '/w/notes.md': team(facts('stolen')),
    })
    expect(ids).toEqual(['one'])
    expect(said).toHaveLength(1)
    expect(said[0]).toContain('include-unusable knowledge.yaml/composition/includes/0/source')
  })

  test('KL-063: paths are those beside the included manifest, and none leads out of its folder', async () => {
    const { knowledge, manifest } = await opened({
      '/w/knowledge.yaml': composing({ includes: [include('./parts/team.yaml')] }),
      '/w/parts/team.yaml': team(facts('two', { path: 'docs/two.md' }), facts('out', { path: '../one.md' })),
      ...texts('one', 'parts/docs/two'),
    })
    expect(manifest.units.map(({ path }) => path)).toEqual(['parts/docs/two.md'])
    const unit = await knowledge.unit('unit:hub/two')
    expect(unit.outcome === 'given' && unit.fenced).toContain('The parts docs two kiosk opens at nine.')
  })

  test('KL-063: an include that was not fetched is said and fetched by nobody', async () => {
    const { said } = await opened({
      '/w/knowledge.yaml': composing({ includes: [include('https://x.example/knowledge.yaml?key=1')] }, facts('one')),
    })
    expect(said).toEqual([
      'include-unusable knowledge.yaml/composition/includes/0/source: The manifest "https://x.example/knowledge.yaml?…" is not included. It was not fetched; "lorefence federate" fetches it.',
    ])
  })

  test('a broken include costs nothing else', async () => {
    const { ids, said, quarantined } = await opened({
      '/w/knowledge.yaml': composing({ includes: [include('a.yaml'), include('b.yaml')] }, facts('one')),
      '/w/a.yaml': 'units:\n  - id: [\n',
      '/w/b.yaml': team(facts('two'), { id: 'no-path' }),
    })
    expect(ids).toEqual(['one', 'two'])
    expect(quarantined).toEqual([])
    expect(said[0]).toContain('"a.yaml" is not included. Line 3:')
  })
})

describe('what is granted of a composed manifest', () => {
  const tree: Tree = {
    '/w/knowledge.yaml': composing({ includes: [include('parts/team.yaml')] }, facts('one')),
    '/w/parts/team.yaml': team(facts('two')),
    ...texts('one', 'parts/two'),
  }

  test('a grant pins the included bytes, and an edited include is an edited entry', async () => {
    const { ports } = await opened(tree)
    expect(Object.keys(ports.given.get('/w')?.files ?? {})).toEqual([
      'knowledge.yaml',
      'parts/team.yaml',
      'one.md',
      'parts/two.md',
    ])
    const edited = memoryPorts(memoryFiles({ ...tree, '/w/parts/team.yaml': team(facts('two', { intent: 'other' })) }))
    for (const [path, grant] of ports.given) edited.given.set(path, grant)
    const after = await openKnowledge({ roots: ['/w'], ports: edited })
    expect(after.catalog.entries.map(({ standing }) => standing)).toEqual(['ungranted'])
    expect((await after.read({ task: 'two kiosk opens' })).excerpts).toEqual([])
    expect((await after.unit('unit:hub/one')).outcome).toBe('refused')
  })

  test('an include that is edited between listing and reading closes the entry', async () => {
    const files: Tree = { ...tree }
    const ports = memoryPorts(memoryFiles(files))
    saveGrants(ports, proposeGrants(ports, '.', '/w'), { follow: false, given: 'terminal' })
    const live = {
      ...ports,
      files: {
        ...ports.files,
        read: (...args: Parameters<typeof ports.files.read>) => memoryFiles(files).read(...args),
      },
    }
    const knowledge = await openKnowledge({ roots: ['/w'], ports: live })
    files['/w/parts/team.yaml'] = team(facts('two', { access: 'restricted' }))
    expect((await knowledge.unit('unit:hub/two')).outcome).toBe('refused')
    expect((await knowledge.read({ task: 'two kiosk opens' })).excerpts).toEqual([])
  })

  test('an ungranted manifest opens nothing that it includes', async () => {
    const opens: string[] = []
    const ports = memoryPorts(memoryFiles(tree))
    const files = {
      ...ports.files,
      read: (...args: Parameters<typeof ports.files.read>) => {
        opens.push(`${args[0]}/${args[1]}`)
        return ports.files.read(...args)
      },
    }
    const knowledge = await openKnowledge({ roots: ['/w'], ports: { ...ports, files } })
    expect(lookAt(knowledge.catalog).ids).toEqual(['one'])
    expect(opens).not.toContain('/w/parts/team.yaml')
  })

  test('KL-057: query, explain and receipts say where a unit comes from', async () => {
    const { knowledge } = await opened(tree)
    const { results } = await knowledge.query({ terms: ['two'] })
    expect(results.map(({ ref, source_manifest: source, path }) => [ref, source, path])).toEqual([
      ['unit:hub/two', 'parts/team.yaml', 'parts/two.md'],
    ])
    expect(await knowledge.explain('unit:hub/two')).toMatchObject({
      verdict: 'allow',
      path: 'knowledge.yaml',
      includedFrom: { file: 'parts/team.yaml', id: 'two' },
    })
    const unit = await knowledge.unit('unit:hub/two')
    expect(unit.outcome === 'given' && unit.receipt.sources).toEqual([
      { ref: 'unit:hub/two', version: '1.0.0', includedFrom: 'parts/team.yaml' },
    ])
  })
})

describe('integrity of an include', () => {
  const source = team(facts('two'))
  const pinned = async (integrity: Fields | undefined) => {
    const { knowledge, said } = await opened({
      '/w/knowledge.yaml': composing({ includes: [include('a.yaml', integrity ? { integrity } : {})] }, facts('one')),
      '/w/a.yaml': source,
      ...texts('one', 'two'),
    })
    return { two: await knowledge.explain('unit:hub/two'), one: await knowledge.explain('unit:hub/one'), said }
  }

  test.each([
    [digest(source)],
    [digest(source).slice('sha256:'.length)],
    [digest(source).toUpperCase().replace('SHA256', 'sha256')],
  ])('KL-061: the hash %s of its bytes is verified', async (hash) => {
    expect((await pinned({ manifest_hash: hash })).two.verdict).toBe('allow')
  })

  test('KL-061: without a pin it is unverified and used', async () => {
    expect((await pinned(undefined)).two.verdict).toBe('allow')
  })

  test.each([
    [{ manifest_hash: digest('other') }, 'manifest_hash'],
    [{ manifest_hash: 7 }, 'manifest_hash'],
    [{ expected_signer: 'key-1' }, 'expected_signer'],
    [{ hash: digest('other') }, 'hash'],
  ])(
    'KL-062: with %j its units are denied and nothing else; field, expected and observed are said',
    async (pin, field) => {
      const { one, two, said } = await pinned(pin)
      expect(one.verdict).toBe('allow')
      expect(two.verdict).toBe('deny')
      expect(two.reasons.find(({ verdict }) => verdict === 'deny')?.sentence).toContain(`${field} expects "`)
      expect(said).toHaveLength(1)
      expect(said[0]).toMatch(new RegExp(`include-integrity .*${field} expects .*observed: `))
    },
  )
})

describe('validating a composed manifest', () => {
  test('KL-059: findings are in the file that they are about, and references across it are known', () => {
    const files = memoryFiles({
      '/w/knowledge.yaml': composing(
        { includes: [include('parts/team.yaml', { as: 't' })], excludes: ['t:gone'] },
        facts('one', { depends_on: ['t:two', 'nowhere'] }),
      ),
      '/w/parts/team.yaml': manifestText(
        { project: 'team', composition: { includes: [include('gone.yaml')] } },
        facts('two', { depends_on: ['nothing'] }),
      ),
      ...texts('one', 'parts/two'),
    })
    const { documents } = validatePaths(files, ['/w'], { cwd: '/w' })
    expect(documents.map(({ path, units }) => [path, units])).toEqual([
      ['knowledge.yaml', 2],
      ['parts/team.yaml', 1],
    ])
    const said = (path: string): readonly string[] =>
      (documents.find((one) => one.path === path)?.diagnostics ?? []).map(
        ({ code, where }) => `${code} ${where.file} ${where.pointer}`,
      )
    expect(said('parts/team.yaml')).toEqual(['KCP720 parts/team.yaml /composition/includes/0/source'])
    expect(said('knowledge.yaml')).toEqual(['KCP720 parts/team.yaml /composition/includes/0/source'])
  })
})

describe('signatures of a composed manifest', () => {
  const source = team(facts('two'))
  const ours = testKey()
  const verdicts = async (integrity: Fields | undefined, { hubSigned = false, sourceSigned = false } = {}) => {
    const hub = composing({ includes: [include('a.yaml', integrity ? { integrity } : {})] }, facts('one'))
    const ports = memoryPorts(
      memoryFiles({
        '/w/knowledge.yaml': hub,
        '/w/a.yaml': source,
        ...texts('one', 'two'),
        ...(hubSigned ? { '/w/knowledge.yaml.sig': ours.file(hub) } : {}),
        ...(sourceSigned ? { '/w/a.yaml.sig': ours.file(source) } : {}),
      }),
    )
    const restraints = { signatures: policy([listed('k', ours)], { allowDerivedOrigin: true }) }
    saveGrants(ports, proposeGrants(ports, '.', '/w', restraints), { follow: false, given: 'terminal' })
    const knowledge = await openKnowledge({ roots: ['/w'], ports, restraints })
    const tier = knowledge.catalog.entries[0]?.signature?.tier
    return [tier, (await knowledge.explain('unit:hub/one')).verdict, (await knowledge.explain('unit:hub/two')).verdict]
  }

  test('KL-057: the tier is that of the composing file alone', async () => {
    expect(await verdicts(undefined, { sourceSigned: true })).toEqual(['unsigned', 'allow', 'allow'])
  })

  test('KL-062: what a trusted manifest includes without a pin is denied, and with one it is used', async () => {
    expect(await verdicts(undefined, { hubSigned: true })).toEqual(['trusted', 'allow', 'deny'])
    expect(await verdicts({ manifest_hash: digest(source) }, { hubSigned: true })).toEqual([
      'trusted',
      'allow',
      'allow',
    ])
  })

  test('KL-061: the expected signer has to have signed', async () => {
    expect(await verdicts({ expected_signer: 'k' }, { sourceSigned: true })).toEqual(['unsigned', 'allow', 'allow'])
    expect(await verdicts({ expected_signer: 'k' })).toEqual(['unsigned', 'allow', 'deny'])
    expect(await verdicts({ expected_signer: 'other' }, { sourceSigned: true })).toEqual(['unsigned', 'allow', 'deny'])
  })
})

test('KL-057: init --update drafts no unit for what an include names or leaves out', () => {
  const files = memoryFiles({
    '/w/knowledge.yaml': composing({ includes: [include('parts/team.yaml')], excludes: ['three'] }, facts('one')),
    '/w/parts/team.yaml': team(facts('two'), facts('three')),
    ...texts('one', 'four', 'parts/two', 'parts/three'),
  })
  const { unnamed } = updateManifest(files, { root: '/w', shownRoot: '', paths: [], now: new Date(0) })
  expect(unnamed).toEqual(['four.md'])
})
