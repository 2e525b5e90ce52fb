import { describe, expect, test } from 'vitest'
import { removeGrants, stillGranted, withUnlisted } from '../../../src/app/index.ts'
import { commandsForOmitted } from '../../../src/app/index.ts'
import { openKnowledge, proposeGrants, saveGrants } from '../../../src/index.ts'
import { memoryFiles, memoryPorts, type MemoryPorts } from '../../../src/testing.ts'
import { packText } from '../../support/judge-pack.ts'

const head = 'kcp_version: "0.32"\nversion: 1.0.0\n'
const task = 'What is the zebra token?'
const open = (project: string, path: string): string =>
  `${head}project: ${project}\nunits: [{id: s, path: ${path}, intent: Where is the zebra?}]\n`
const restricting = (project: string, path: string): string =>
  `${head}project: ${project}\nunits: [{id: s, path: ${path}, intent: Zebra?, access: restricted}]\n`
const zebra = '# Zebra\n\nThe zebra token is TOK.\n'

const nested = {
  '/w/knowledge.yaml': open('harbor', 'docs/'),
  '/w/docs/sub/knowledge.yaml': restricting('sub', 's.md'),
  '/w/docs/sub/s.md': zebra,
}

function world(tree: Readonly<Record<string, string>> = nested, follow = false) {
  const files: Record<string, string> = { ...tree }
  const disk = (): MemoryPorts => ({ ...ports, files: memoryFiles(files) })
  const ports = memoryPorts(memoryFiles(files))
  const trust = (path = '/w'): void => {
    let missing: Parameters<typeof saveGrants>[2]['missing']
    const proposals = proposeGrants(disk(), path, '/', {
      onLapsed: (lapsed) => void (missing = lapsed.filter((entry) => entry.lapsed === 'missing')),
    })
    saveGrants(disk(), proposals, { follow, given: 'terminal', ...(missing ? { missing } : {}) })
  }
  trust()
  const read = async (options: { root?: string; ignore?: string[]; ask?: string } = {}) => {
    const knowledge = await openKnowledge({
      roots: [options.root ?? '/w'],
      ports: disk(),
      restraints: { ignore: options.ignore ?? [] },
    })
    const own = await knowledge.read({ task: options.ask ?? task })
    const model = await knowledge.forModel().read({ task: options.ask ?? task })
    const commands = commandsForOmitted(knowledge.catalog, own.omitted, { cwd: options.root ?? '/w' })
    return { ...own, text: own.fenced + model.fenced, commands, catalog: knowledge.catalog }
  }
  return { files, ports, disk, trust, read }
}

describe.each([
  ['pinned', false],
  ['followed', true],
])('a %s manifest that restricts a file', (_, follow) => {
  const gone = async () => {
    const made = world(nested, follow)
    expect((await made.read()).text).not.toContain('TOK')
    delete made.files['/w/docs/sub/knowledge.yaml']
    return made
  }

  test('restricts it after it is deleted, and the reply names the command', async () => {
    const { read } = await gone()
    const { text, outcome, omitted, commands } = await read()
    expect(text).not.toContain('TOK')
    expect(outcome).toBe('withheld')
    expect(omitted).toContainEqual(
      expect.objectContaining({ path: 'docs/sub/s.md', reason: 'changed', code: 'source-missing' }),
    )
    expect(commands).toEqual(['lorefence trust --remove docs/sub/knowledge.yaml'])
  })

  test('restricts it after it is renamed, until it is granted by its new name', async () => {
    const { files, read, trust } = await gone()
    files['/w/docs/sub/other.yaml'] = open('sub', 's.md')
    expect((await read()).text).not.toContain('TOK')
    files['/w/docs/sub/llms.txt'] = '> knowledge: other.yaml\n'
    trust('/w/docs/sub')
    trust('/w')
    expect((await read()).text).toContain('TOK')
  })

  test('restricts it no longer once a person has run the command', async () => {
    const { ports, disk, read } = await gone()
    const removed = removeGrants(disk(), 'docs/sub/knowledge.yaml', '/w')
    expect(removed.map(({ path }) => path)).toEqual(['/w/docs/sub/knowledge.yaml'])
    expect(stillGranted(ports, removed)).toEqual(['/w'])
    expect((await read()).text).toContain('TOK')
  })

  test('restricts it no longer once a person has granted what is there now', async () => {
    const { trust, read, ports } = await gone()
    trust()
    expect(ports.grants.find('/w/docs/sub')).toBeUndefined()
    expect((await read()).text).toContain('TOK')
  })

  test('closes nothing after its folder is gone', async () => {
    const { files, read, trust } = await gone()
    delete files['/w/docs/sub/s.md']
    files['/w/docs/zebra.md'] = zebra
    expect((await read()).catalog.withheld).toBeUndefined()
    trust()
    expect((await read()).text).toContain('TOK')
  })

  const moved = () => {
    const made = world(nested, follow)
    for (const name of ['knowledge.yaml', 's.md']) {
      made.files[`/w/docs/moved/${name}`] = made.files[`/w/docs/sub/${name}`] ?? ''
      delete made.files[`/w/docs/sub/${name}`]
    }
    return made
  }

  test('restricts it after its folder is moved, edited or not, until what is there now is granted', async () => {
    const { files, read, trust, ports } = moved()
    const { text, omitted } = await read()
    expect(text).not.toContain('TOK')
    // What was pinned is not open at another place anyway.
    if (follow)
      expect(omitted).toContainEqual(
        expect.objectContaining({ path: 'docs/moved/s.md', reason: 'changed', code: 'source-missing' }),
      )
    files['/w/docs/moved/knowledge.yaml'] = open('sub', 's.md')
    expect((await read()).text).not.toContain('TOK')
    trust()
    expect(ports.grants.find('/w/docs/sub')).toBeUndefined()
    expect((await read()).text).toContain('TOK')
  })

  test.each([
    ['is invalid', 'moved/knowledge.yaml', 'units: [<<<<<<< HEAD\n'],
    ['left a file behind', 'sub/build.log', 'built\n'],
  ])('restricts it after it was moved and %s', async (_why, path, text) => {
    const { files, read } = moved()
    files[`/w/docs/${path}`] = text
    expect((await read()).text).not.toContain('TOK')
  })

  test('restricts it after its folder is moved and granted there', async () => {
    const { trust, read } = moved()
    trust()
    expect((await read()).text).not.toContain('TOK')
  })

  test('closes nothing beside a manifest that has none of its files', async () => {
    const { files, read } = moved()
    files['/w/docs/moved/zebra.md'] = zebra
    delete files['/w/docs/moved/s.md']
    expect((await read()).catalog.withheld).toBeUndefined()
    if (follow) expect((await read()).text).toContain('TOK')
  })

  test('restricts it where a config of the workspace ignores the manifest, or its name', async () => {
    const { read } = world(nested, follow)
    for (const ignore of ['docs/sub/knowledge.yaml', '**/sub/knowledge.yaml'])
      expect((await read({ ignore: [ignore] })).text).not.toContain('TOK')
  })

  test('restricts it where it cannot be read, and the reply names the fix', async () => {
    const { files, read } = world(nested, follow)
    files['/w/docs/sub/knowledge.yaml'] += 'units: [\n'
    const { text, commands } = await read()
    expect(text).not.toContain('TOK')
    const fix = 'lorefence validate docs/sub/knowledge.yaml'
    expect(commands).toEqual([follow ? fix : `${fix} && lorefence trust docs/sub`])
  })

  test('restricts it where the nearest workspace is below it, also after it is deleted', async () => {
    const { files, read } = world(
      {
        '/w/knowledge.yaml': restricting('harbor', 'docs/sub/s.md'),
        '/w/docs/sub/knowledge.yaml': open('sub', 's.md'),
        '/w/docs/sub/s.md': zebra,
      },
      follow,
    )
    expect((await read({ root: '/w/docs/sub' })).text).not.toContain('TOK')
    delete files['/w/knowledge.yaml']
    const { text, commands } = await read({ root: '/w/docs/sub' })
    expect(text).not.toContain('TOK')
    expect(commands).toEqual(['lorefence trust --remove /w/knowledge.yaml'])
  })
})

test('what a granted manifest above asks can be approved from the folder below', async () => {
  const { read } = world({
    '/w/knowledge.yaml': `${head}project: harbor\nunits: [{id: s, path: sub/s.md, intent: Zebra?, payment: {default_tier: metered}}]\n`,
    '/w/sub/knowledge.yaml': open('sub', 's.md'),
    '/w/sub/s.md': zebra,
  })
  const { catalog, text } = await read({ root: '/w/sub' })
  expect(text).not.toContain('TOK')
  expect(withUnlisted(catalog).entries.map(({ ref }) => ref)).toEqual(['manifest:sub', 'manifest:harbor'])
})

test('a deleted manifest with a folder as unit also closes files that were added later', async () => {
  const { files, read, ports } = world({
    '/w/knowledge.yaml': open('harbor', 'docs/'),
    '/w/docs/knowledge.yaml': restricting('docs', 'sub/'),
    '/w/docs/sub/old.md': '# Old\n\nNothing.\n',
  })
  ports.grants.save({ path: '/w', given: 'terminal', at: '2026-05-01T08:00:00Z', follow: true })
  files['/w/docs/sub/s.md'] = zebra
  expect((await read()).text).not.toContain('TOK')
  delete files['/w/docs/knowledge.yaml']
  expect((await read()).text).not.toContain('TOK')
})

describe('a pack and a manifest in one folder', () => {
  const both = {
    '/w/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }),
    '/w/kiosk/compiled/zebra.md': zebra,
    '/w/kiosk/compiled/hours.md': '# Hours\n\nThe harbor opens at nine.\n',
    '/w/kiosk/knowledge.yaml': restricting('kiosk', 'compiled/zebra.md'),
  }

  test('wait with the files of the manifest, and only with these, when it changes', async () => {
    const { files, read } = world(both)
    expect((await read()).text).not.toContain('TOK')
    files['/w/kiosk/knowledge.yaml'] = open('kiosk', 'compiled/zebra.md')
    const { text, omitted } = await read()
    expect(text).not.toContain('TOK')
    expect(omitted).toContainEqual(
      expect.objectContaining({ ref: 'pack:kiosk', path: 'compiled/zebra.md', code: 'source-changed' }),
    )
    expect((await read({ ask: 'When does the harbor open?' })).text).toContain('nine')
  })

  test('are granted one by one: the other keeps its grant', async () => {
    const { ports, disk, read, trust } = world(both)
    const before = ports.grants.find('/w/kiosk')
    trust('/w/kiosk/KNOWLEDGE.md')
    expect(ports.grants.find('/w/kiosk')).toEqual(before)
    removeGrants(disk(), '/w/kiosk/KNOWLEDGE.md', '/')
    expect(Object.keys(ports.grants.find('/w/kiosk')?.entries ?? {})).toEqual(['knowledge.yaml'])
    expect((await read()).text).not.toContain('TOK')
  })

  test('the grant of an invalid manifest outlasts a new grant of the pack', async () => {
    const { files, read, trust } = world(both)
    files['/w/kiosk/knowledge.yaml'] += 'units: [\n'
    trust()
    expect((await read()).text).not.toContain('TOK')
  })
})

test('trust of a manifest file grants that manifest and none that it declares', () => {
  const tree = {
    '/w/knowledge.yaml': `${open('harbor', 'a.md')}manifests: [{id: sub, url: sub/knowledge.yaml}]\n`,
    '/w/a.md': '# A\n',
    '/w/sub/knowledge.yaml': open('sub', 's.md'),
    '/w/sub/s.md': zebra,
  }
  const ports = memoryPorts(memoryFiles(tree))
  let declared = 0
  const proposals = proposeGrants(ports, 'knowledge.yaml', '/w', { onDeclared: (count) => void (declared = count) })
  expect([proposals.map(({ ref }) => ref), declared]).toEqual([['manifest:harbor'], 1])
})

describe('AK-362: a pinned pack with a source map', () => {
  const map = (status: string): string =>
    JSON.stringify({
      claims: [
        {
          claim_id: 'z',
          text: 'The zebra token is TOK.',
          status,
          source: { path: 'sources/x.md', anchor: 'L1' },
          compiled_into: ['compiled/zebra.md'],
        },
      ],
    })
  const tree = {
    '/w/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }),
    '/w/kiosk/compiled/zebra.md': zebra,
    '/w/kiosk/indexes/source-map.json': map('disputed'),
  }

  test.each([
    ['changed', map('confirmed')],
    ['empty', '{"claims": []}'],
    ['gone', undefined],
  ])('stays closed when the map is %s', async (_, now) => {
    const { files, read } = world(tree)
    expect((await read()).text).not.toContain('TOK')
    if (now === undefined) delete files['/w/kiosk/indexes/source-map.json']
    else files['/w/kiosk/indexes/source-map.json'] = now
    const { text, outcome, commands } = await read({ ask: 'What is the zebra token of the kiosk?' })
    expect([text, outcome, commands]).toEqual(['', 'withheld', ['lorefence trust kiosk']])
  })

  test('is open again once a person has granted the new map', async () => {
    const { files, read, trust } = world(tree)
    files['/w/kiosk/indexes/source-map.json'] = map('confirmed')
    trust()
    expect((await read()).text).toContain('TOK')
  })
})

test('a pinned manifest that is gone closes nothing beside an ungranted one while the file that it named is where it was', async () => {
  const { files, read } = world()
  delete files['/w/docs/sub/knowledge.yaml']
  files['/w/docs/other/knowledge.yaml'] = open('other', 's.md')
  files['/w/docs/other/s.md'] = zebra
  expect((await read()).catalog.withheld).toEqual([expect.not.objectContaining({ moved: expect.anything() })])
})
