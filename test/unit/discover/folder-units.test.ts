import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  openKnowledge,
  proposeApproval,
  proposeGrants,
  saveApprovals,
  saveGrants,
  type Requester,
} from '../../../src/app/index.ts'
import { folderUnits } from '../../../src/app/shared/folder-units.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../../src/io/memory/memory-ports.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const handbook = {
  '/w/docs/zebra.md': '# Zebra\n\nThe zebra crossing is painted every spring.\n',
  '/w/docs/README.md': '# Handbook\n\nThis handbook describes the harbor.\n',
  '/w/docs/deep/ferry.md': '# Ferry\n\nThe ferry leaves at nine in the morning.\n',
  '/w/docs/logo.png': 'The ferry leaves at ten.',
  '/w/docs/.hidden.md': 'The ferry leaves at eleven.',
  '/w/docs/node_modules/ferry.md': 'The ferry leaves at twelve.',
  '/w/docs/ignored.md': 'The ferry leaves at thirteen.',
  '/w/.gitignore': 'ignored.md\n',
  '/w/other.md': 'The ferry leaves at fourteen.',
}

const folderUnit = (fields: Fields = {}): Fields =>
  unitWith({ id: 'docs', path: 'docs/', intent: 'What does the handbook say?', ...fields })

async function world(
  units: readonly Fields[],
  options: {
    readonly more?: Readonly<Record<string, string>>
    readonly requester?: Requester
    readonly follow?: boolean
    readonly root?: Fields
  } = {},
) {
  const { more = {}, requester = { clearance: 'internal' }, follow = false, root = {} } = options
  const tree: Record<string, string> = { ...handbook, ...more, '/w/knowledge.yaml': manifestText(root, ...units) }
  const files = memoryFiles(tree)
  const ports = memoryPorts(files)
  saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow, given: 'terminal' })
  const knowledge = await openKnowledge({ roots: ['/w'], ports, requester })
  return { knowledge, tree, ports, opened: files.opened }
}

const task = 'When does the ferry leave?'

describe('KL-110: a unit whose path is a folder', () => {
  test.each([true, false])('is read: its text files and no others (followed: %s)', async (follow) => {
    const { knowledge } = await world([folderUnit()], { follow })
    const { excerpts, fenced } = await knowledge.read({ task })
    expect(excerpts.map(({ ref, path }) => [ref, path])).toEqual([['unit:harbor/docs', 'docs/deep/ferry.md']])
    expect(fenced).toContain('nine')
    expect(fenced).not.toMatch(/at (?:ten|eleven|twelve|thirteen|fourteen)/)
  })

  test('is given whole by its id, README first, then as a tree is read', async () => {
    const { knowledge } = await world([folderUnit()], { more: { '/w/docs/Anchor.md': '# Anchor\n\nIt is heavy.\n' } })
    const given = await knowledge.unit('docs')
    if (given.outcome !== 'given') throw new Error(JSON.stringify(given))
    expect([...given.fenced.matchAll(/\[from docs: ([^\]]+)\]/g)].map(([, path]) => path)).toEqual([
      'docs/README.md',
      'docs/Anchor.md',
      'docs/zebra.md',
      'docs/deep/ferry.md',
    ])
    expect(given.receipt.spans.map(({ path }) => path)).toEqual([
      'docs/README.md',
      'docs/Anchor.md',
      'docs/zebra.md',
      'docs/deep/ferry.md',
    ])
    expect(await knowledge.replay(given.receipt.id)).toMatchObject({ outcome: 'same', fenced: given.fenced })
  })

  test('gives as many files as fit, and says how many do not', async () => {
    const more = { '/w/docs/large.md': `# Large\n\n${'Many words about nothing. '.repeat(400)}\n` }
    const { knowledge } = await world([folderUnit()], { more })
    const given = await knowledge.unit('docs', { maxTokens: 400 })
    if (given.outcome !== 'given') throw new Error(JSON.stringify(given))
    expect(given.tokens).toBeLessThanOrEqual(400)
    expect(given.fenced).toContain('docs is a folder of 4 files; 1 did not fit and can be read with a task.')
    expect(given.fenced).toContain('nine')
  })

  test('is described by its intent, which counts as words of its README', async () => {
    const { knowledge } = await world([folderUnit({ triggers: ['quayside'] })])
    const { excerpts } = await knowledge.read({ task: 'quayside' })
    expect(excerpts.map(({ path }) => path)).toEqual(['docs/README.md'])
  })

  test.each(['.', './', 'docs', 'docs/', './docs//'])('may be written "%s"', async (path) => {
    const { knowledge } = await world([folderUnit({ path })], { more: { '/w/other.md': 'Nothing here.' } })
    expect((await knowledge.read({ task })).fenced).toContain('nine')
  })

  test('of the root does not contain its own manifest', async () => {
    const { knowledge } = await world([folderUnit({ path: '.', intent: 'What is here, marmalade?' })])
    expect((await knowledge.unit('docs')).outcome).toBe('given')
    expect((await knowledge.read({ task: 'kcp_version of the project' })).excerpts).toEqual([])
  })

  test('has no text: that is said', async () => {
    const { knowledge } = await world([folderUnit({ path: 'pictures' })], { more: { '/w/pictures/a.png': '' } })
    expect((await knowledge.read({ task, packs: ['docs'] })).omitted).toContainEqual(
      expect.objectContaining({ ref: 'unit:harbor/docs', reason: 'not-text' }),
    )
  })

  test('a pinned grant is for the files that were there: a new or changed one is not read', async () => {
    const { knowledge, tree } = await world([folderUnit()])
    tree['/w/docs/deep/ferry.md'] = 'The ferry leaves at midnight.'
    const { fenced, omitted } = await knowledge.read({ task })
    expect(fenced).not.toContain('midnight')
    expect(omitted).toContainEqual(
      expect.objectContaining({ ref: 'unit:harbor/docs', path: 'docs/deep/ferry.md', reason: 'changed' }),
    )
  })
})

describe('KL-110: what another unit refuses does not come out of a folder', () => {
  const secret = unitWith({ id: 'secret', path: 'docs/deep/ferry.md', sensitivity: 'restricted' })
  const inner = unitWith({ id: 'inner', path: 'docs/deep', sensitivity: 'restricted' })

  test.each([
    ['a file', secret],
    ['a folder inside', inner],
  ])('%s', async (_, refused) => {
    const { knowledge, opened } = await world([folderUnit({ sensitivity: 'public' }), refused])
    opened.length = 0
    const { fenced } = await knowledge.read({ task })
    const given = await knowledge.unit('docs')
    expect(fenced + ('fenced' in given ? given.fenced : '')).not.toContain('nine')
    expect(given.outcome).toBe('given')
    expect(opened).not.toContain('/w/docs/deep/ferry.md')
  })

  test('a file of a refused folder does not come out as a unit of its own', async () => {
    const { knowledge } = await world([
      folderUnit({ sensitivity: 'restricted' }),
      unitWith({ id: 'ferry', path: 'docs/deep/ferry.md', sensitivity: 'public' }),
    ])
    expect((await knowledge.read({ task })).fenced).not.toContain('nine')
    expect((await knowledge.unit('ferry')).outcome).toBe('refused')
  })

  test('nor does a file of a pack that lies in a refused folder', async () => {
    const guide =
      '---\nname: kiosk\ndescription: Facts on the ferry.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n\n# Kiosk\n\nStart with the facts.\n'
    const more = {
      '/w/docs/kiosk/KNOWLEDGE.md': guide,
      '/w/docs/kiosk/compiled/facts.md': '# Ferry\n\nThe ferry leaves at noon.\n',
    }
    const open = await world([folderUnit({ sensitivity: 'public' })], { more })
    expect((await open.knowledge.read({ task, packs: ['kiosk'] })).fenced).toContain('noon')
    const closed = await world([folderUnit({ sensitivity: 'restricted' })], { more })
    expect((await closed.knowledge.read({ task, packs: ['kiosk'] })).fenced).not.toContain('noon')
  })

  test('what a file obliges to holds where its folder gives it', async () => {
    const { knowledge } = await world([
      folderUnit({ sensitivity: 'public' }),
      unitWith({ id: 'ferry', path: 'docs/deep/ferry.md', license: { spdx: 'X', attribution_required: true } }),
    ])
    const { fenced } = await knowledge.read({ task, packs: ['unit:harbor/docs'] })
    expect(fenced).toMatch(/^obligations: attribution$/m)
  })
})

test('KL-110: a link out of the folder of the manifest is not followed, neither as the folder nor inside it', async () => {
  const top = tempFolder()
  const root = join(top, 'w')
  mkdirSync(join(root, 'docs'), { recursive: true })
  mkdirSync(join(top, 'outside'))
  writeFileSync(join(top, 'outside/ferry.md'), 'The ferry leaves at midnight.')
  writeFileSync(join(root, 'docs/README.md'), '# Docs\n\nThe ferry leaves at nine.\n')
  symlinkSync(join(top, 'outside'), join(root, 'linked'))
  symlinkSync(join(top, 'outside/ferry.md'), join(root, 'docs/ferry.md'))
  symlinkSync(join(top, 'outside'), join(root, 'docs/more'))
  writeFileSync(
    join(root, 'knowledge.yaml'),
    manifestText({}, folderUnit(), unitWith({ id: 'linked', path: 'linked' })),
  )
  const ports = memoryPorts(diskFiles)
  const proposals = proposeGrants(ports, root, '/')
  expect(Object.keys(proposals[0]?.files ?? {})).toEqual(['knowledge.yaml', 'docs/README.md'])
  // Not even the names of what is outside.
  expect(JSON.stringify(proposals)).not.toContain('ferry.md')
  saveGrants(ports, proposals, { follow: true, given: 'terminal' })
  const knowledge = await openKnowledge({ roots: [root], ports })
  const { fenced } = await knowledge.read({ task })
  expect([fenced.includes('nine'), fenced.includes('midnight')]).toEqual([true, false])
  expect((await knowledge.unit('linked')).outcome).toBe('refused')
})

describe('KL-110: a folder that is not searched by itself', () => {
  const ferry = (word: string): string => `# Ferry\n\nThe ferry leaves at ${word}.\n`

  test.each(['.github/docs', 'vendor/guide', 'drafts'])('is read where a unit names it: %s', async (path) => {
    const more = {
      [`/w/${path}/ferry.md`]: ferry('noon'),
      [`/w/${path}/.hidden/ferry.md`]: ferry('one'),
      [`/w/${path}/node_modules/ferry.md`]: ferry('two'),
      [`/w/${path}/ignored.md`]: ferry('three'),
      '/w/.gitignore': 'ignored.md\ndrafts/\n',
    }
    const given = await (await world([folderUnit({ path })], { more })).knowledge.unit('docs')
    expect('fenced' in given && given.fenced.match(/leaves at \w+/g)).toEqual(['leaves at noon'])
  })

  test.each(['.git', '.git/docs', '.ssh', '.AWS', '.env.d', 'node_modules/x', 'docs/.lorefence', '.Git/docs'])(
    'stays closed if it is private, and that is said: %s',
    async (path) => {
      const { knowledge, opened } = await world([folderUnit({ path })], {
        more: { [`/w/${path}/a.md`]: ferry('noon') },
      })
      const [name] = /\.git|\.ssh|\.aws|\.env\.d|node_modules|\.lorefence/i.exec(path) ?? []
      const omission = {
        ref: 'unit:harbor/docs',
        path,
        reason: 'refused',
        detail: `Folders such as "${name}" are never read.`,
      }
      expect(await knowledge.unit('docs')).toMatchObject({ outcome: 'refused', verdict: 'deny', omitted: [omission] })
      expect((await knowledge.read({ task, packs: ['docs'] })).omitted).toContainEqual(omission)
      expect(opened).not.toContain(`/w/${path}/a.md`)
    },
  )

  test('stays closed if the config ignores it', async () => {
    const tree = { '/w/docs/ferry.md': ferry('nine'), '/w/knowledge.yaml': manifestText({}, folderUnit()) }
    const ports = memoryPorts(memoryFiles(tree))
    saveGrants(ports, proposeGrants(ports, '/w', '/'), { follow: true, given: 'terminal' })
    const knowledge = await openKnowledge({ roots: ['/w'], ports, restraints: { ignore: ['docs'] } })
    expect(await knowledge.unit('docs')).toMatchObject({ omitted: [{ detail: 'The config ignores its folder.' }] })
  })

  test('is not opened by a link to it, and rules for the real path apply behind a link', async () => {
    const root = tempFolder({
      '.gitignore': 'secret/\n/guide/draft.md\n/linked/old.md\n',
      'secret/ferry.md': ferry('ten'),
      'guide/ferry.md': ferry('nine'),
      'guide/draft.md': ferry('eleven'),
      'guide/old.md': ferry('twelve'),
      'knowledge.yaml': manifestText(
        {},
        unitWith({ id: 'ignored', path: 'alias' }),
        unitWith({ id: 'deeper', path: 'alias/deep' }),
        unitWith({ id: 'linked', path: 'linked' }),
      ),
    })
    mkdirSync(join(root, 'secret/deep'))
    writeFileSync(join(root, 'secret/deep/ferry.md'), ferry('thirteen'))
    symlinkSync('secret', join(root, 'alias'))
    symlinkSync('guide', join(root, 'linked'))
    const ports = memoryPorts(diskFiles)
    saveGrants(ports, proposeGrants(ports, root, '/'), { follow: true, given: 'terminal' })
    const knowledge = await openKnowledge({ roots: [root], ports })
    const given = await knowledge.unit('linked')
    expect('fenced' in given && given.fenced.match(/leaves at \w+/g)).toEqual(['leaves at nine'])
    for (const id of ['ignored', 'deeper'])
      expect(await knowledge.unit(id)).toMatchObject({
        outcome: 'refused',
        omitted: [
          { reason: 'refused', detail: 'Its path is a link to a folder that is hidden, generated or ignored.' },
        ],
      })
  })
})

describe('KL-110: files of a folder that are no documents of it', () => {
  const nested = manifestText(
    { project: 'nested' },
    unitWith({ id: 'ferry', path: 'ferry.md', intent: 'ferry marmalade' }),
  )
  const names = ['lorefence.yaml', 'package-lock.json', 'yarn.lock', 'ferry.md.sig', 'server.pem', 'prod.env', 'id_rsa']

  async function textsIn(more: Readonly<Record<string, string>>) {
    const { knowledge } = await world([folderUnit({ path: 'guide' })], { more: { '/w/guide/a.md': 'plain', ...more } })
    const given = await knowledge.unit('unit:harbor/docs')
    return 'fenced' in given ? [...given.fenced.matchAll(/\[from docs: ([^\]]+)\]/g)].map(([, path]) => path) : given
  }

  test('entry files of packs and manifests, usable or not; a note named KNOWLEDGE.md is one', async () => {
    const more = {
      '/w/guide/one/knowledge.yaml': nested,
      '/w/guide/two/knowledge.yaml': 'units: [',
      '/w/guide/three/KNOWLEDGE.md': '---\nname: [\n---\n\nThe ferry.\n',
      '/w/guide/four/KNOWLEDGE.md': '# What we know\n\nThe ferry.\n',
      '/w/llms.txt': '# Site\n\n> knowledge: /knowledge.yaml\n> knowledge: /guide/five/other.yaml\n',
      '/w/guide/five/other.yaml': nested,
    }
    expect(await textsIn(more)).toEqual(['guide/a.md', 'guide/four/KNOWLEDGE.md'])
  })

  test('settings, lock files, signatures and keys', async () => {
    expect(await textsIn(Object.fromEntries(names.map((name) => [`/w/guide/${name}`, 'x'])))).toEqual(['guide/a.md'])
  })

  test('the documents of a nested manifest without a grant are read; a granted one that refuses them withholds them', async () => {
    const inner = (sensitivity: string): Record<string, string> => ({
      '/w/docs/deep/knowledge.yaml': manifestText(
        { project: 'nested' },
        unitWith({ id: 'ferry', path: 'ferry.md', sensitivity }),
      ),
    })
    const open = await world([folderUnit({ sensitivity: 'public' })], { more: inner('restricted') })
    expect((await open.knowledge.read({ task })).fenced).not.toContain('nine')
    expect(open.ports.grants.remove('/w/docs/deep')).toBe(true)
    const knowledge = await openKnowledge({ roots: ['/w'], ports: open.ports, requester: { clearance: 'internal' } })
    expect((await knowledge.read({ task })).fenced).toContain('nine')
  })
})

test.each(['docs/.internal.md', 'docs/vendor/ferry.md', 'docs/ignored.md', 'docs/logo.svg'])(
  'KL-110: a restricted folder covers %s, although it would not give it as content',
  async (path) => {
    const { knowledge, opened } = await world(
      [folderUnit({ sensitivity: 'restricted' }), unitWith({ id: 'plain', path, sensitivity: 'public' })],
      { more: { [`/w/${path}`]: 'The ferry leaves at midnight.' } },
    )
    opened.length = 0
    expect((await knowledge.unit('plain')).outcome).toBe('refused')
    expect((await knowledge.read({ task })).fenced).not.toContain('midnight')
    expect(opened).not.toContain(`/w/${path}`)
  },
)

describe('KL-110: a folder with more than a limit allows', () => {
  const sentence = 'Its folder has more than 12 levels of folders; the deeper ones are not read.'
  const more = { '/w/many/README.md': 'The ferry.', [`/w/many/${'d/'.repeat(13)}a.md`]: 'The ferry.' }

  test('the grant, the read and the whole unit say so', async () => {
    const { knowledge, ports } = await world([folderUnit({ path: 'many' })], { more })
    expect(proposeGrants(ports, '/w', '/').map(({ uncovered }) => uncovered)).toEqual([[`"many": ${sentence}`]])
    const { fenced, omitted } = await knowledge.read({ task: 'ferry' })
    expect(fenced).toContain(`docs: ${sentence}`)
    expect(omitted).toContainEqual({
      ref: 'unit:harbor/docs',
      path: 'many',
      reason: 'not-opened',
      detail: `${sentence} Name the others as units of their own.`,
    })
    const given = await knowledge.unit('docs', { maxTokens: 400 })
    expect('fenced' in given && given.fenced).toContain(`docs: ${sentence}`)
  })

  test('has the first 20,000 files as a tree is read, README first', () => {
    const names = Array.from({ length: 20_001 }, (_, i) => `${100_000 + i}.md`)
    const tree = Object.fromEntries([...names, 'readme.md', 'a/b.md'].map((name) => [`/w/many/${name}`, '']))
    const found = folderUnits(memoryFiles(tree))({ folder: '/w', root: '/w', file: 'knowledge.yaml' }, 'many')
    expect(found?.files).toEqual(['readme.md', ...names.slice(0, 19_999)].map((name) => `many/${name}`))
    expect(found?.beyond).toBe('Its folder has more than 20000 text files; only the first 20000 are read.')
  })
})

describe('a unit whose path is a file in a folder of version control or keys', () => {
  const closed = { reason: 'refused', detail: 'Folders such as ".git" are never read.' }
  const secret = unitWith({ id: 'secret', path: '.git/config', intent: 'When does the ferry leave?', format: 'text' })
  const more = { '/w/.git/config': 'The ferry leaves with the token.\n' }

  test.each([true, false])('gives nothing and says so (followed: %s)', async (follow) => {
    const { knowledge, opened } = await world([secret], { more, follow })
    const { excerpts, omitted } = await knowledge.read({ task })
    expect(excerpts).toEqual([])
    expect(omitted).toMatchObject([{ ref: 'unit:harbor/secret', ...closed }])
    expect(await knowledge.unit('secret')).toMatchObject({ outcome: 'refused', omitted: [closed] })
    expect(opened).not.toContain('/w/.git/config')
  })

  test('gives nothing through a link either', () => {
    const folder = tempFolder({ '.git/config': 'token', 'docs/plain.md': 'plain' })
    symlinkSync('../.git/config', join(folder, 'docs/setup.md'))
    symlinkSync('.git', join(folder, 'notes'))
    const filesOf = folderUnits(diskFiles)
    const found = { folder, root: folder, file: 'knowledge.yaml' }
    expect(filesOf(found, 'docs/setup.md')).toEqual({ files: [], closed: closed.detail })
    expect(filesOf(found, 'notes/config')).toEqual({ files: [], closed: closed.detail })
    expect(filesOf(found, 'docs/plain.md')).toBeUndefined()
  })

  test('a file of another hidden folder that a unit names is read', async () => {
    const named = unitWith({ id: 'ferry', path: '.github/ferry.md', intent: 'When does the ferry leave?' })
    const { knowledge } = await world([named], { more: { '/w/.github/ferry.md': 'The ferry leaves at nine.\n' } })
    expect((await knowledge.read({ task })).excerpts).toMatchObject([{ path: '.github/ferry.md' }])
  })
})

describe('a unit whose path is a file of keys, passwords or accounts', () => {
  const unit = (path: string): Fields =>
    unitWith({ id: 'ferry', path, intent: 'When does the ferry leave?', format: 'text', sensitivity: 'public' })
  const worldOf = (path: string): ReturnType<typeof world> =>
    world([unit(path)], {
      follow: true,
      more: { [`/w/${path.replace('./', '')}`]: 'The ferry leaves with the token at nine.\n' },
    })

  test.each([
    '.env',
    './.env',
    '.ENV.local',
    'config/prod.env',
    'keys/server.pem',
    'id_ed25519',
    '.netrc',
    'config/credentials.json',
    'secrets.yaml',
    '.aws/config',
    '.env.d/harbor.txt',
  ])('asks, and one approval opens it: %s', async (path) => {
    const { knowledge, ports, opened } = await worldOf(path)
    const granting = opened.length
    const before = [
      await knowledge.read({ task }),
      await knowledge.unit('ferry'),
      await knowledge.query({ terms: ['ferry'] }),
    ]
    expect(before).toMatchObject([
      { outcome: 'withheld', fenced: '', omitted: [{ reason: 'ask', code: 'private-file' }] },
      { outcome: 'refused', verdict: 'ask' },
      { results: [] },
    ])
    expect(opened.slice(granting)).not.toContain(`/w/${path.replace('./', '')}`)
    const asking = { ports, requester: { clearance: 'internal' }, restraints: {}, action: 'read' } as const
    const proposal = proposeApproval(knowledge.catalog, 'unit:harbor/ferry', asking)
    expect(proposal?.asks.map(({ code }) => code)).toEqual(['private-file'])
    if (proposal) saveApprovals(ports, proposal, 'terminal')
    expect((await knowledge.read({ task })).fenced).toContain('at nine')
  })

  test.each(['.env.example', 'docs/env.md', 'docs/credentials.md', 'id_ed25519.pub', 'docs/secrets-of-the-sea.md'])(
    'others are read: %s',
    async (path) => {
      const { knowledge } = await worldOf(path)
      expect((await knowledge.read({ task })).fenced).toContain('at nine')
    },
  )

  test('a link with another name stays closed', () => {
    const folder = tempFolder({ '.env': 'token', 'docs/plain.md': 'plain' })
    symlinkSync('../.env', join(folder, 'docs/setup.md'))
    const closed = 'Its path is a link to ".env", which is private by convention.'
    const found = { folder, root: folder, file: 'knowledge.yaml' }
    expect(folderUnits(diskFiles)(found, 'docs/setup.md')).toEqual({ files: [], closed })
  })
})
