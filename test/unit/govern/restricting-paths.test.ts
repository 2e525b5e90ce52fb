import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeApproval, proposeGrants, saveApprovals, saveGrants } from '../../../src/app/index.ts'
import { memoryFiles, memoryPorts } from '../../../src/testing.ts'
import { pathReadings } from '../../../src/text/paths/path-readings.ts'
import { cpuTime } from '../../support/cpu-time.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'

const zebra = '# Zebra\n\nThe zebra token is TOK.\n'

/** A granted manifest with an open unit for each of two files, and one more unit. */
function worldOf(unit: Fields, open = 'docs/café.md') {
  const ports = memoryPorts(
    memoryFiles({
      '/w/knowledge.yaml': manifestText(
        {},
        unitWith({ id: 'more', intent: 'What is the zebra token?', ...unit }),
        unitWith({ id: 'zebra', path: open, intent: 'What is the zebra token?' }),
        unitWith({ id: 'lion', path: 'lion.md', intent: 'What is the lion token?' }),
      ),
      '/w/docs/café.md': zebra,
      '/w/lion.md': '# Lion\n\nThe lion token is LIO.\n',
    }),
  )
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: false, given: 'terminal' })
  return ports
}

/** Whether the files of the two units come out on any path. */
async function released(ports: ReturnType<typeof worldOf>): Promise<readonly string[]> {
  const knowledge = await openKnowledge({ roots: ['/w'], ports })
  const texts = await Promise.all(
    [knowledge, knowledge.forModel()].flatMap((view) => [
      view.read({ task: 'What is the zebra token?' }),
      view.read({ task: 'What is the lion token?' }),
      view.unit('unit:harbor/zebra'),
      view.unit('unit:harbor/more'),
    ]),
  )
  const all = JSON.stringify(texts)
  return ['TOK', 'LIO'].filter((token) => all.includes(token))
}

describe('KCP-138, KL-112: a restriction applies to the file that an unusual path plausibly means', () => {
  test.each([
    'docs/café.md#tokens',
    'docs/café.md?raw=1',
    'docs/caf%C3%A9.md',
    '%64ocs/café.md',
    ' docs/café.md',
    'docs/café.md ',
    'docs/*.md',
    'docs/**',
    'docs/*',
    '**/caf*.md',
    'file:docs/café.md',
    'docs\\café.md',
    './docs//café.md',
    'docs/café.md'.normalize('NFD'),
    'DOCS/Café.MD',
    'docs/{a,café}.md',
    'docs/café.md:12',
    '"docs/café.md"',
    "'docs/café.md'",
    '`docs/café.md`',
    '@docs/café.md',
    '[Café](docs/café.md)',
    'docs/ café.md',
    'docs/café.md\u200B',
    '\u202Edocs/café.md',
    'docs/café.md\ndocs/gone.md\n',
    'docs#tokens',
  ])('%j', async (path) => {
    expect(await released(worldOf({ path, access: 'restricted' }))).toEqual(['LIO'])
    expect(await released(worldOf({ path, access: 'restricted' }, 'docs'))).toEqual(['LIO'])
    expect(await released(worldOf({ path }))).toEqual(['TOK', 'LIO'])
  })

  test.each<[string, Fields]>([
    ['access', { access: 'restricted' }],
    ['visibility', { visibility: { default: 7 } }],
    ['delegation', { delegation: { max_depth: 0 } }],
    ['integrity', { content_hash: { value: 7 } }],
    ['sensitivity', { sensitivity: 'restricted' }],
    ['authority', { authority: { read: 'denied' } }],
    ['compliance', { compliance: { restrictions: ['no-external-llm'] } }],
    ['temporal', { temporal: { valid_until: '2020-01-01' } }],
    ['indexing', { indexing: { deny: ['read'] } }],
    ['payment', { payment: { default_tier: 'metered' } }],
  ])('the gate "%s" of a section closes its file for every other unit', async (_, fields) => {
    expect(await released(worldOf({ path: 'docs/café.md#tokens', ...fields }))).toEqual(['LIO'])
  })

  test('"docs/café.md, lion.md" means both', async () => {
    expect(await released(worldOf({ path: 'docs/café.md, lion.md', access: 'restricted' }))).toEqual([])
  })

  test.each(['$DOCS/secret.md', 'docs/gone.md#x', '~/secret.md', 'file:///secret.md'])(
    '%j means no file: the manifest asks, and one approval opens it',
    async (path) => {
      const ports = worldOf({ path, access: 'restricted' })
      expect(await released(ports)).toEqual([])
      const knowledge = await openKnowledge({ roots: ['/w'], ports })
      const { reasons } = await knowledge.explain('unit:harbor/lion')
      const asking = reasons.filter(({ verdict }) => verdict === 'ask')
      expect(asking.map(({ change }) => change)).toEqual(['A person can run "lorefence approve manifest:harbor".'])
      expect(asking[0]?.sentence).toContain('units.0.access: "restricted", of a unit')
      const proposal = proposeApproval(knowledge.catalog, 'manifest:harbor', { ports, requester: {}, restraints: {} })
      if (proposal) saveApprovals(ports, proposal, 'terminal')
      expect(await released(ports)).toEqual(['TOK', 'LIO'])
    },
  )

  test.each<[string, Fields]>([
    ['a plain path of a file that is not there yet', { path: 'docs/planned.md', access: 'restricted' }],
    ['an unusual path without a restriction', { path: '$DOCS/secret.md' }],
    ['an open value', { path: '$DOCS/secret.md', access: 'public' }],
    ['a section that is deprecated', { path: 'docs/café.md#old', deprecated: true }],
    ['a section that is a skill', { path: 'docs/café.md#run', kind: 'skill' }],
    ['an https address', { path: 'https://example.org/a.md?x#y', access: 'restricted' }],
  ])('%s closes nothing else', async (_, unit) => {
    expect(await released(worldOf(unit))).toEqual(['TOK', 'LIO'])
  })
})

describe('KL-035: a content_hash holds for the file, whichever unit names it', () => {
  const hashOf = (text: string): Fields => ({ value: createHash('sha256').update(text).digest('hex') })

  test.each([
    ['another unit', 'docs/café.md', 'docs/café.md'],
    ['a folder unit', 'docs/café.md', 'docs'],
    ['a unit of the folder above', 'docs/café.md', '.'],
    ['another unit, by an unusual path', 'docs/café.md#tokens', 'docs/café.md'],
    ['another unit, by a hash of its folder', 'docs', 'docs/café.md'],
  ])('%s', async (_, path, open) => {
    const ports = worldOf({ path, content_hash: hashOf('other') }, open)
    expect(await released(ports)).toEqual(['LIO'])
    const knowledge = await openKnowledge({ roots: ['/w'], ports })
    const { omitted } = await knowledge.read({ task: 'What is the zebra token?', packs: ['unit:harbor/zebra'] })
    expect(omitted.map(({ reason, code, detail }) => [reason, code, detail?.includes('content_hash')])).toContainEqual([
      'refused',
      'hash-mismatch',
      true,
    ])
  })

  test('and the bytes that have it come out', async () => {
    expect(await released(worldOf({ path: 'docs/café.md', content_hash: hashOf(zebra) }, 'docs'))).toEqual([
      'TOK',
      'LIO',
    ])
    const listing = `café.md\0${createHash('sha256').update(zebra).digest('hex')}\n`
    expect(await released(worldOf({ path: 'docs', content_hash: hashOf(listing) }))).toEqual(['TOK', 'LIO'])
  })
})

test.each([':1', '"', '{a,b}', '%25', ' '])(
  'a path of many %j takes time in proportion to its length',
  async (part) => {
    const cpu = await cpuTime(() => {
      for (const times of [200, 200_000]) pathReadings(`a${part.repeat(times)}x`)
    })
    expect(cpu).toBeLessThan(3000)
  },
)

test.each(['later/*.md', 'docs/new-*.md', 'docs/later/**', '**/later.md'])(
  'KCP-138: a pattern that matches nothing today restricts the file that appears tomorrow: %s',
  async (pattern) => {
    const file = { 'later/*.md': 'later/a.md', 'docs/new-*.md': 'docs/new-a.md', 'docs/later/**': 'docs/later/a.md' }[
      pattern
    ]
    const path = file ?? 'docs/later.md'
    const tree: Record<string, string> = {
      '/w/knowledge.yaml': manifestText(
        {},
        unitWith({ id: 'closed', path: pattern, intent: 'What is secret?', sensitivity: 'restricted' }),
        unitWith({ id: 'zebra', path, intent: 'What is the zebra token?' }),
      ),
      '/w/docs/plain.md': '# Plain\n',
    }
    const ports = memoryPorts(memoryFiles(tree))
    saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: true, given: 'terminal' })
    const knowledge = await openKnowledge({ roots: ['/w'], ports })
    await knowledge.read({ task: 'What is the zebra token?' })
    tree[`/w/${path}`] = zebra
    for (const view of [knowledge, knowledge.forModel()])
      expect(
        JSON.stringify([await view.read({ task: 'What is the zebra token?' }), await view.unit('unit:harbor/zebra')]),
      ).not.toContain('TOK')
  },
)
