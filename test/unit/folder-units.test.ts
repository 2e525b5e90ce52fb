import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openKnowledge, proposeGrants, saveGrants, type Requester } from '../../src/app/index.ts'
import { diskFiles } from '../../src/io/disk/disk-files.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../src/io/memory/memory-ports.ts'
import { manifestText, unitWith, type Fields } from '../support/manifest-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

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
