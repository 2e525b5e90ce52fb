import { describe, expect, test } from 'vitest'
import { rootsOf } from '../../../src/discover/roots.ts'
import { examineKnowledge, proposeGrants, saveGrants, type Examination } from '../../../src/app/index.ts'
import { loadConfig } from '../../../src/app/open/config.ts'
import type { StateHealth } from '../../../src/model/records/health.ts'
import { packText } from '../../support/judge-pack.ts'
import { manifestText, unitWith } from '../../support/manifest-text.ts'
import { memoryFiles, type MemoryContent } from '../../../src/io/memory/memory-files.ts'
import { memoryPorts, type MemoryPorts } from '../../../src/io/memory/memory-ports.ts'

const packs = '/w/.agents/knowledge'
const sound: StateHealth = { folder: '/state', unusable: [], open: [], damaged: [] }

interface World {
  readonly tree: Readonly<Record<string, MemoryContent>>
  /** What stood there when everything was granted; nothing was, where it is absent. */
  readonly grantedTree?: Readonly<Record<string, MemoryContent>>
  readonly prepare?: (ports: MemoryPorts) => void
  readonly state?: Partial<StateHealth>
  readonly organization?: readonly string[]
  readonly options?: readonly string[]
}

async function examine({
  tree,
  grantedTree,
  prepare,
  state,
  organization = [],
  options = [],
}: World): Promise<Examination> {
  const ports = memoryPorts(memoryFiles(tree))
  if (grantedTree) {
    const before = { ...ports, files: memoryFiles(grantedTree) }
    saveGrants(before, proposeGrants(before, '/w', '/w'), { follow: false, given: 'terminal' })
  }
  prepare?.(ports)
  const config = loadConfig(ports.files, {
    userFolder: '/home/.config/lorefence',
    home: '/home',
    workspaces: ['/w'],
    env: {},
  })
  const open = {
    roots: rootsOf({ workspaces: ['/w'], home: '/home', organization }),
    requester: config.requester,
    restraints: config.restraints,
  }
  return examineKnowledge({ config, open, state: { ...sound, ...state }, ports, cwd: '/w', options })
}

function itemsOf({ checks }: Examination, id: string) {
  const check = checks.find((candidate) => candidate.id === id)
  return check?.items.map(({ ref, path, command }) => [check.state, ref ?? path, command])
}

const detailsOf = ({ checks }: Examination, id: string) =>
  checks.find((check) => check.id === id)?.items.map(({ detail }) => detail)

/** What a pack needs so that a test can spoil one thing. */
const granted = (tree: World['tree'], others: Omit<World, 'tree' | 'grantedTree'> = {}): World => ({
  tree,
  grantedTree: tree,
  ...others,
})
const kiosk = { [`${packs}/kiosk/KNOWLEDGE.md`]: packText({ name: 'kiosk' }) }

describe('doctor', () => {
  test('a granted, ready and valid workspace needs no mending', async () => {
    const found = await examine(granted({ ...kiosk, '/w/knowledge.yaml': manifestText(), '/w/setup.md': '# Setup\n' }))
    expect(found).toMatchObject({ healthy: true, packs: 1, manifests: 1 })
    expect(found.checks.filter(({ state }) => state !== 'ok')).toEqual([])
  })

  test('a unit that asks, is expired or not valid yet, and an archived pack are notes, each with its command', async () => {
    const units = [
      unitWith({ id: 'asks', path: 'setup.md', delegation: { human_in_the_loop: { required: true } } }),
      unitWith({ id: 'expired', path: 'old.md', temporal: { valid_until: '2020-12-31' } }),
      unitWith({ id: 'open', path: 'open.md' }),
    ]
    const texts = { '/w/setup.md': '# Setup\n', '/w/old.md': '# Old\n', '/w/open.md': '# Open\n' }
    const manifest = { '/w/knowledge.yaml': manifestText({}, ...units), ...texts }
    const archived = { [`${packs}/kiosk/KNOWLEDGE.md`]: packText({ name: 'kiosk', status: 'archived' }) }
    const found = await examine(granted({ ...manifest, ...archived }))
    expect(itemsOf(found, 'asking')).toEqual([
      ['note', 'unit:harbor/asks', 'lorefence approve unit:harbor/asks'],
      ['note', 'unit:harbor/expired', 'lorefence approve unit:harbor/expired'],
      ['note', 'pack:kiosk', 'lorefence approve pack:kiosk'],
    ])
    expect(detailsOf(found, 'asking')).toEqual([
      'A person must approve it before it is loaded.',
      'It was valid until 2020-12-31.',
      'It is archived.',
    ])
  })

  test('a draft pack and what is not granted are reported once, by their own checks', async () => {
    const draft = { [`${packs}/kiosk/KNOWLEDGE.md`]: packText({ name: 'kiosk', status: 'draft' }) }
    expect(itemsOf(await examine(granted(draft)), 'asking')).toEqual([])
    const unit = unitWith({ delegation: { human_in_the_loop: { required: true } } })
    expect(itemsOf(await examine({ tree: { '/w/knowledge.yaml': manifestText({}, unit) } }), 'asking')).toEqual([])
  })

  test('a messy workspace names what is hidden, quarantined, ungranted, changed and stale, and the command for each', async () => {
    const pack = (name: string, fields = {}): Record<string, string> => ({
      [`${packs}/${name}/KNOWLEDGE.md`]: packText({ name, ...fields }),
    })
    const before = {
      ...kiosk,
      ...pack('paper'),
      ...pack('old', { status: 'stale' }),
      '/w/tools/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk', trust: 'official' }),
    }
    const found = await examine({
      tree: {
        ...before,
        ...pack('paper', { version: '2.0.0' }),
        ...pack('fresh'),
        ...pack('broken', { type: undefined }),
      },
      grantedTree: before,
    })
    const told = found.checks.flatMap(({ id, items }) =>
      items.map(({ ref, path, command }) => `${id} ${ref ?? path} $ ${command}`),
    )
    expect(told).toEqual([
      'quarantined .agents/knowledge/broken/KNOWLEDGE.md $ lorefence validate .agents/knowledge/broken/KNOWLEDGE.md',
      'approval-stale pack:paper $ lorefence trust .agents/knowledge/paper',
      'ungranted pack:fresh $ lorefence trust .agents/knowledge/fresh',
      'shadowed pack:kiosk $ lorefence activate tools/kiosk',
      'stale-packs pack:old $ lorefence trust .agents/knowledge/old',
    ])
  })

  test('a granted file that was exchanged for something that cannot be read counts as changed', async () => {
    const file = `${packs}/kiosk/wiki/battery.md`
    const found = await examine({
      tree: { ...kiosk, [file]: { trouble: 'unreadable' } },
      grantedTree: { ...kiosk, [file]: 'Nine hours.' },
    })
    expect(detailsOf(found, 'approval-stale')).toEqual(['changed: "wiki/battery.md". Review it, then grant it again.'])
  })

  test('a folder without knowledge is healthy', async () => {
    expect(await examine({ tree: { '/w/readme.md': '' } })).toMatchObject({ healthy: true, packs: 0, manifests: 0 })
  })

  test('AK-101: an entry that nobody granted is named with the command that grants it, wherever it stands', async () => {
    const found = await examine({
      tree: {
        ...kiosk,
        '/home/.agents/knowledge/returns/KNOWLEDGE.md': packText({ name: 'returns' }),
        '/w/knowledge.yaml': manifestText(),
      },
    })
    expect(itemsOf(found, 'ungranted')).toEqual([
      ['fix', 'manifest:harbor', 'lorefence trust .'],
      ['fix', 'pack:kiosk', 'lorefence trust .agents/knowledge/kiosk'],
      ['fix', 'pack:returns', 'lorefence trust /home/.agents/knowledge/returns'],
    ])
    expect(found.healthy).toBe(false)
  })

  test('a folder name that a shell would obey is quoted in the command', async () => {
    const found = await examine({ tree: { "/w/a'; rm -rf $HOME/KNOWLEDGE.md": packText({ name: 'kiosk' }) } })
    expect(itemsOf(found, 'ungranted')).toEqual([
      ['fix', 'pack:kiosk', String.raw`lorefence trust 'a'\''; rm -rf $HOME'`],
    ])
  })

  test('AK-118: an entry that changed since its grant names the files that are changed, new and missing', async () => {
    const before = {
      ...kiosk,
      [`${packs}/kiosk/wiki/battery.md`]: 'Nine hours.',
      [`${packs}/kiosk/wiki/screen.md`]: 'Ten inches.',
    }
    const now = {
      ...kiosk,
      [`${packs}/kiosk/wiki/battery.md`]: 'Ten hours.',
      [`${packs}/kiosk/wiki/paper.md`]: 'Thermal.',
    }
    const found = await examine({ tree: now, grantedTree: before })
    expect(itemsOf(found, 'approval-stale')).toEqual([['fix', 'pack:kiosk', 'lorefence trust .agents/knowledge/kiosk']])
    expect(detailsOf(found, 'approval-stale')).toEqual([
      'changed: "wiki/battery.md"; new: "wiki/paper.md"; missing: "wiki/screen.md". Review it, then grant it again.',
    ])
  })

  test('AK-118: a changed entry file counts as changed, not as never granted', async () => {
    const found = await examine({
      tree: { [`${packs}/kiosk/KNOWLEDGE.md`]: packText({ name: 'kiosk', version: '2.0.0' }) },
      grantedTree: kiosk,
    })
    expect(detailsOf(found, 'approval-stale')).toEqual(['changed: "KNOWLEDGE.md". Review it, then grant it again.'])
    expect(itemsOf(found, 'ungranted')).toEqual([])
  })

  test('a pack and a manifest that share a folder and a grant do not miss each other', async () => {
    const found = await examine(
      granted({
        '/w/p/KNOWLEDGE.md': packText({ name: 'kiosk' }),
        '/w/p/knowledge.yaml': manifestText(),
        '/w/p/setup.md': '# Setup\n',
      }),
    )
    expect(itemsOf(found, 'approval-stale')).toEqual([])
  })

  test('a quarantined document shows its first error and how to see the rest', async () => {
    const found = await examine({
      tree: {
        [`${packs}/kiosk/KNOWLEDGE.md`]: packText({ name: 'kiosk', description: undefined }),
        '/w/knowledge.yaml': '{',
      },
    })
    expect(itemsOf(found, 'quarantined')).toEqual([
      ['fix', 'knowledge.yaml', 'lorefence validate knowledge.yaml'],
      ['fix', '.agents/knowledge/kiosk/KNOWLEDGE.md', 'lorefence validate .agents/knowledge/kiosk/KNOWLEDGE.md'],
    ])
    expect(detailsOf(found, 'quarantined')?.[1]).toBe('AK202: The field "description" is missing.')
  })

  test('AK-107: a pack that a nearer one hides is a note, with the way to reach it', async () => {
    const found = await examine({
      ...granted({ ...kiosk, '/w/tools/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }) }),
    })
    expect(itemsOf(found, 'shadowed')).toEqual([['note', 'pack:kiosk', 'lorefence activate tools/kiosk']])
    expect(detailsOf(found, 'shadowed')).toEqual([
      '".agents/knowledge/kiosk/KNOWLEDGE.md" has precedence; use the path of this one.',
    ])
  })

  test('AK-108: a pack that a less trusted one hides needs mending', async () => {
    const found = await examine(
      granted({ ...kiosk, '/w/tools/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk', trust: 'official' }) }),
    )
    expect(itemsOf(found, 'shadowed')?.[0]?.[0]).toBe('fix')
    expect(detailsOf(found, 'shadowed')?.[0]).toContain('of trust "unreviewed" hides one of trust "official"')
  })

  test('a nearer pack that gave way because nobody granted it is mended by a grant', async () => {
    const other = { '/w/tools/kiosk/KNOWLEDGE.md': packText({ name: 'kiosk' }) }
    const found = await examine({ tree: { ...kiosk, ...other }, grantedTree: other })
    expect(itemsOf(found, 'shadowed')).toEqual([['fix', 'pack:kiosk', 'lorefence trust .agents/knowledge/kiosk']])
  })

  test('AK-124: a stale pack is granted again after it was renewed; a followed one only has to be valid', async () => {
    const tree = {
      [`${packs}/kiosk/KNOWLEDGE.md`]: packText({ name: 'kiosk', status: 'stale', updated: '2025-02-03' }),
    }
    expect(itemsOf(await examine(granted(tree)), 'stale-packs')).toEqual([
      ['fix', 'pack:kiosk', 'lorefence trust .agents/knowledge/kiosk'],
    ])
    const follow = ({ grants }: MemoryPorts): void =>
      grants.save({ path: `${packs}/kiosk`, given: 'terminal', at: '2026-05-01T00:00:00Z', follow: true })
    const found = await examine({ tree, prepare: follow })
    expect(itemsOf(found, 'stale-packs')).toEqual([
      ['fix', 'pack:kiosk', 'lorefence validate .agents/knowledge/kiosk/KNOWLEDGE.md'],
    ])
    expect(detailsOf(found, 'stale-packs')).toEqual([
      'It is used with a warning, last updated 2025-02-03. Update it and set "status: ready".',
    ])
  })

  test('units past their freshness policy are told by the clock of today', async () => {
    const policy = { freshness_policy: { max_age_days: 30, on_stale: 'block', review_contact: 'ops@harbor.example' } }
    const units = [
      unitWith({ validated: '2026-04-05' }),
      unitWith({ id: 'paper', path: 'paper.md', validated: '2026-04-06' }),
    ]
    const found = await examine(
      granted({ '/w/knowledge.yaml': manifestText(policy, ...units), '/w/setup.md': '', '/w/paper.md': '' }),
    )
    expect(itemsOf(found, 'stale-units')).toEqual([['fix', 'unit:harbor/setup', 'lorefence trust .']])
    expect(detailsOf(found, 'stale-units')).toEqual([
      'Validated 2026-04-05, more than 30 days ago; it is refused. Check its content or ask "ops@harbor.example", then update "validated".',
    ])
  })

  test('drafts and disputed packs wait for an approval until one holds', async () => {
    const tree = {
      [`${packs}/draft/KNOWLEDGE.md`]: packText({ name: 'draft', status: 'draft' }),
      [`${packs}/argued/KNOWLEDGE.md`]: packText({ name: 'argued', status: 'disputed' }),
    }
    expect(itemsOf(await examine(granted(tree, { options: ['--root', '/w/a b'] })), 'waiting')).toEqual([
      ['fix', 'pack:argued', "lorefence approve pack:argued --root 'a b'"],
      ['fix', 'pack:draft', "lorefence approve pack:draft --root 'a b'"],
    ])
    const approve = ({ approvals }: MemoryPorts): void =>
      approvals.save({
        ref: 'pack:draft',
        path: `${packs}/draft`,
        code: 'status-draft',
        given: 'terminal',
        at: '2026-05-06T09:00:00Z',
        until: '2026-05-07T09:00:00Z',
      })
    expect(itemsOf(await examine(granted(tree, { prepare: approve })), 'waiting')?.map(([, ref]) => ref)).toEqual([
      'pack:argued',
    ])
  })

  test('an approval that ended needs mending while the ask is there, one that ends soon is a note', async () => {
    const tree = {
      '/w/knowledge.yaml': manifestText({}, unitWith({ delegation: { human_in_the_loop: { required: true } } })),
      '/w/setup.md': '',
    }
    const until =
      (end: string) =>
      ({ approvals }: MemoryPorts): void =>
        approvals.save({
          ref: 'unit:harbor/setup',
          path: '/w',
          code: 'human-approval',
          given: 'terminal',
          at: '2026-05-05T09:00:00Z',
          until: end,
        })
    const ended = await examine(granted(tree, { prepare: until('2026-05-06T09:00:00Z') }))
    expect(itemsOf(ended, 'approvals')).toEqual([['fix', 'unit:harbor/setup', 'lorefence approve unit:harbor/setup']])
    const ending = await examine(granted(tree, { prepare: until('2026-05-06T10:00:00Z') }))
    expect(itemsOf(ending, 'approvals')).toEqual([['note', 'unit:harbor/setup', 'lorefence approve unit:harbor/setup']])
    const fine = await examine(granted(tree, { prepare: until('2026-05-06T20:00:00Z') }))
    expect(itemsOf(fine, 'approvals')).toEqual([])
  })

  test('what is switched off is a note, and is not looked at further', async () => {
    const found = await examine({
      tree: {
        ...kiosk,
        [`${packs}/paper/KNOWLEDGE.md`]: packText({ name: 'paper' }),
        '/w/lorefence.yaml': 'disabled: ["pack:paper"]\n',
      },
      prepare: ({ switchedOff }) => void switchedOff.add('pack:kiosk'),
    })
    expect(itemsOf(found, 'disabled')).toEqual([
      ['note', 'pack:kiosk', 'lorefence enable pack:kiosk'],
      ['note', 'pack:paper', undefined],
    ])
    expect(found.healthy).toBe(true)
  })

  test('governance fields that cannot be read are named, of a manifest, a unit and a pack', async () => {
    const manifest = manifestText({ delegation: 'deep' }, unitWith({ access: 'Restricted-ish' }))
    const found = await examine(
      granted({
        [`${packs}/kiosk/KNOWLEDGE.md`]: packText({ name: 'kiosk', trust: 'very' }),
        '/w/knowledge.yaml': manifest,
        '/w/setup.md': '',
      }),
    )
    expect(itemsOf(found, 'unreadable-fields')).toEqual([
      ['fix', 'manifest:harbor', 'lorefence validate knowledge.yaml'],
      ['fix', 'unit:harbor/setup', 'lorefence validate knowledge.yaml'],
      ['fix', 'pack:kiosk', 'lorefence validate .agents/knowledge/kiosk/KNOWLEDGE.md'],
    ])
    expect(detailsOf(found, 'unreadable-fields')?.[1]).toBe(
      'access: "Restricted-ish" cannot be read, so its use asks for approval.',
    )
  })

  test('AK-115: a folder of the organisation that is not there needs mending, an absent home folder does not', async () => {
    const found = await examine({ tree: { '/w/readme.md': '' }, organization: ['/org'] })
    expect(itemsOf(found, 'roots')).toEqual([['fix', '/org', undefined]])
  })

  test('a limit of the walk, a folder that cannot be listed and a link are told with a way on', async () => {
    const deep = `/w/${Array.from({ length: 13 }, (_, level) => `d${level}`).join('/')}`
    const found = await examine({
      tree: {
        [`${deep}/x.md`]: '',
        '/w/locked': { trouble: 'unreadable-folder' },
        [`${packs}/linked`]: { trouble: 'link-to-folder' },
      },
    })
    expect(itemsOf(found, 'scan')).toEqual([
      ['fix', '.agents/knowledge/linked', 'lorefence catalog --packs .agents/knowledge/linked'],
      ['fix', 'locked', 'chmod u+rx locked'],
      ['fix', deep.slice(3), `lorefence catalog --root ${deep.slice(3)}`],
    ])
  })

  test('a manifest that is named and gone has no command that would find nothing', async () => {
    const found = await examine({
      tree: { '/w/.well-known/kcp.json': '{"kcp_version": "0.14", "manifest": "/knowledge.yaml"}' },
    })
    expect(itemsOf(found, 'scan')).toEqual([['fix', '.well-known/kcp.json', undefined]])
  })

  test('a broken config of the user says what it stops, one of a workspace what it may not set', async () => {
    const found = await examine({
      tree: { '/home/.config/lorefence/lorefence.yaml': 'budget: many\n', '/w/lorefence.yaml': 'grants: unattended\n' },
    })
    expect(itemsOf(found, 'config')).toEqual([
      [
        'fix',
        '/home/.config/lorefence/lorefence.yaml:1:9',
        'lorefence validate /home/.config/lorefence/lorefence.yaml',
      ],
      ['fix', '/w/lorefence.yaml:1:1', 'lorefence validate lorefence.yaml'],
    ])
    expect(detailsOf(found, 'config')?.[0]).toMatch(/Until it is fixed, nothing is read\.$/)
  })

  test('a state folder that others may read or nobody may write is mended by its mode, and the rest is still looked at', async () => {
    const found = await examine({
      tree: kiosk,
      state: {
        unusable: [{ path: '/state/receipts', trouble: 'unwritable' }],
        open: [{ path: '/state/grants', mode: '0755' }],
      },
    })
    expect(itemsOf(found, 'state')).toEqual([
      ['fix', '/state/receipts', 'chmod u+rwx /state/receipts'],
      ['fix', '/state/grants', 'chmod go-rwx /state/grants'],
    ])
    expect(itemsOf(found, 'ungranted')).toHaveLength(1)
  })

  test('a state folder that cannot be made needs another place', async () => {
    const found = await examine({ tree: {}, state: { unusable: [{ path: '/state', trouble: 'cannot-be-made' }] } })
    expect(detailsOf(found, 'state')?.[0]).toMatch(/Set LOREFENCE_STATE to another folder\.$/)
  })

  test('a damaged record of the state stops what could only be guessed beside it', async () => {
    const found = await examine({ tree: kiosk, state: { damaged: ['/state/grants/a.json'] } })
    expect(found.checks.map(({ id, state }) => [id, state])).toEqual([
      ['config', 'ok'],
      ['state', 'fix'],
      ['store', 'ok'],
    ])
  })
})

describe('limits that cannot be enforced', () => {
  const governed = manifestText(
    {
      compliance: { data_residency: ['EEA'], regulations: ['GDPR'], restrictions: ['no_ai_training', 'no-logging'] },
      delegation: { max_depth: 2 },
      license: 'CC-BY-4.0',
      trust: { provenance: { publisher: 'Harbor' } },
    },
    unitWith({
      access: 'restricted',
      auth_scope: 'ops',
      authority: { read: 'initiative', modify: 'denied', share_externally: 'requires_approval', execute: 'denied' },
    }),
  )

  test('KCP-230: the advisory fields in use are listed with the refs that declare them, as notes', async () => {
    const found = await examine(granted({ '/w/knowledge.yaml': governed, '/w/setup.md': '' }))
    const listed = found.checks
      .find(({ id }) => id === 'advisory')
      ?.items.map(({ ref, detail }) => `${detail.split(':')[0]} ${ref}`)
    expect(listed).toEqual([
      'access unit:harbor/setup',
      'authority.modify unit:harbor/setup',
      'authority.share_externally unit:harbor/setup',
      'authority.execute unit:harbor/setup',
      'delegation.max_depth manifest:harbor',
      'compliance.data_residency manifest:harbor',
      'compliance.regulations manifest:harbor',
      'no-ai-training manifest:harbor',
      'no-logging manifest:harbor',
      'license manifest:harbor',
      'trust.provenance manifest:harbor',
    ])
    expect(found.healthy).toBe(true)
  })

  test('KCP-230: what is open or only a default is not listed', async () => {
    const open = manifestText(
      {},
      unitWith({
        access: 'public',
        authority: { execute: 'initiative' },
        indexing: 'open',
        payment: { default_tier: 'free' },
      }),
    )
    expect(itemsOf(await examine(granted({ '/w/knowledge.yaml': open, '/w/setup.md': '' })), 'advisory')).toEqual([])
  })
})
