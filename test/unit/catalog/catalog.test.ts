import { describe, expect, test } from 'vitest'
import { openScoped, type ScopedPack } from '../../support/scoped-packs.ts'

const trusts = ['official', 'user-confirmed', 'external', 'unreviewed'] as const
const pairs = trusts.flatMap((near, i) => trusts.map((far, j) => [near, far, i > j] as const))

async function settled(...packs: readonly ScopedPack[]) {
  const { catalog } = await openScoped(packs)
  return {
    used: catalog.entries.map(({ found }) => found.path),
    hidden: catalog.shadowed.map(({ found, why }) => [found.path, why]),
    told: catalog.diagnostics.map(({ name, severity }) => `${severity} ${name}`),
    diagnostics: catalog.diagnostics,
  }
}

const workspace = '.agents/knowledge/kiosk/KNOWLEDGE.md'
const user = '~/.agents/knowledge/kiosk/KNOWLEDGE.md'

describe('packs of one name', () => {
  test('AK-075, AK-107: a collision is told once, with the winner and the hidden ones', async () => {
    const { used, hidden, diagnostics } = await settled({ in: 'workspace' }, { in: 'user' })
    expect(used).toEqual([workspace])
    expect(hidden).toEqual([[user, 'precedence']])
    expect(diagnostics).toEqual([
      {
        code: 'AK803',
        name: 'collision',
        severity: 'info',
        message: `The name "kiosk" refers to "${workspace}"; "${user}" is hidden.`,
        where: { file: workspace, pointer: '/name' },
        help: 'Rename one, or select the shadowed one by its path.',
        spec: 'AK discovery, precedence',
        related: [{ message: 'It is hidden.', where: { file: user, pointer: '/name' } }],
      },
    ])
  })

  test.each([false, true])('AK-106: the nearest scope wins (granted: %s)', async (granted) => {
    const order = ['explicit', 'native', 'workspace', 'user', 'organization'] as const
    const winners = await Promise.all(
      order.map(async (_, i) => (await settled(...order.slice(i).map((scope) => ({ in: scope, granted })))).used),
    )
    expect(winners).toEqual([
      ['/bare/kiosk/KNOWLEDGE.md'],
      ['.lorefence/knowledge/kiosk/KNOWLEDGE.md'],
      [workspace],
      [user],
      ['/org/kiosk/KNOWLEDGE.md'],
    ])
  })

  test("AK-105, AK-109: in one scope the client's own folder wins, then the place in the tree", async () => {
    const { catalog } = await openScoped([{ in: 'workspace' }, { in: 'native' }], {
      '/w/docs/kiosk/KNOWLEDGE.md':
        '---\nname: kiosk\ndescription: Facts on the kiosk.\ntype: brand-product\nstatus: ready\n---\n',
    })
    expect([...catalog.entries, ...catalog.shadowed].map(({ found }) => found.path)).toEqual([
      '.lorefence/knowledge/kiosk/KNOWLEDGE.md',
      workspace,
      'docs/kiosk/KNOWLEDGE.md',
    ])
  })

  test.each(pairs)('AK-108, AK-307: a %s pack over a %s one is told when trust sinks', async (near, far, sinks) => {
    const { told } = await settled({ in: 'workspace', trust: near }, { in: 'user', trust: far })
    expect(told.includes('warning trust-shadow')).toBe(sinks)
  })

  test('AK-307: no trust counts as unreviewed', async () => {
    expect((await settled({ in: 'workspace' }, { in: 'user', trust: 'external' })).told).toContain(
      'warning trust-shadow',
    )
    expect((await settled({ in: 'workspace' }, { in: 'user', trust: 'unreviewed' })).told).not.toContain(
      'warning trust-shadow',
    )
  })

  test('C-12: a granted pack is used although an ungranted one is nearer, and both facts are told', async () => {
    const { used, hidden, diagnostics } = await settled(
      { in: 'workspace', trust: 'official' },
      { in: 'user', granted: true },
    )
    expect(used).toEqual([user])
    expect(hidden).toEqual([[workspace, 'ungranted']])
    expect(diagnostics.find(({ name }) => name === 'collision')?.related).toEqual([
      { message: 'It is nearer, but not granted.', where: { file: workspace, pointer: '/name' } },
    ])
  })

  test('AK-110, AK-106: a hidden pack can be chosen by its path', async () => {
    const { knowledge } = await openScoped(
      [
        { in: 'workspace', granted: true },
        { in: 'user', granted: true },
      ],
      {
        '/w/.agents/knowledge/kiosk/compiled/facts.md': '# Battery\n\nThe battery lasts nine hours.\n',
        '/home/.agents/knowledge/kiosk/compiled/facts.md': '# Battery\n\nThe battery lasts two hours.\n',
      },
    )
    const task = 'How long does the battery last?'
    expect((await knowledge.read({ task })).fenced).toContain('nine hours')
    expect((await knowledge.read({ task, packs: ['kiosk'] })).fenced).toContain('nine hours')
    expect((await knowledge.read({ task, packs: ['/home/.agents/knowledge/kiosk'] })).fenced).toContain('two hours')
  })
})

describe('AK-123: a stale pack gives way to a newer ready one', () => {
  const stale = { in: 'workspace', granted: true, status: 'stale', updated: '2025-02-01', version: '1.2.0' } as const

  test.each([
    ['a later date', { updated: '2026-02-01' }, user],
    ['a later version', { version: '1.10.0' }, user],
    ['an earlier date', { updated: '2024-02-01' }, workspace],
    ['the same date and version', { updated: '2025-02-01', version: '1.2.0' }, workspace],
    ['no date', {}, workspace],
    ['a later date, but draft', { updated: '2026-02-01', status: 'draft' }, workspace],
    ['a later date, but ungranted', { updated: '2026-02-01', granted: false }, workspace],
  ])('AK-123: %s', async (_, fields, expected) => {
    const { used, told } = await settled(stale, { in: 'user', granted: true, ...fields })
    expect(used).toEqual([expected])
    expect(told.includes('info newer-preferred')).toBe(expected === user)
  })
})

describe('quarantine', () => {
  const codesOf = async (fields: Readonly<Record<string, unknown>>) => {
    const { catalog } = await openScoped([
      { in: 'workspace', ...fields },
      { in: 'user', name: 'other' },
    ])
    return {
      listed: catalog.entries.map(({ ref }) => ref),
      quarantined: catalog.quarantined.map(({ diagnostics }) => diagnostics.map(({ code }) => code)),
      told: catalog.entries[0]?.diagnostics.map(({ code }) => code),
    }
  }

  test.each([
    ['no description', { description: undefined }, 'AK202'],
    ['no status', { status: undefined }, 'AK204'],
    ['a name that is no name', { name: 'Kiosk Brief' }, 'AK301'],
    ['a description of 1,025 characters', { description: 'x'.repeat(1025) }, 'AK302'],
    ['a path that leaves the pack', { metadata: { primaryDocument: '../secret.md' } }, 'AK501'],
  ])('AK-080, AK-082: %s, and the others are not affected', async (_, fields, code) => {
    const { listed, quarantined } = await codesOf(fields)
    expect(listed).toEqual(['pack:other'])
    expect(quarantined).toEqual([expect.arrayContaining([code])])
  })

  test.each([
    ['trust', { trust: 'total' }, 'AK305'],
    ['grounding', { grounding: 'some' }, 'AK306'],
    ['profile', { profile: 'pdf-first' }, 'AK307'],
    ['runtime.mode', { runtime: { mode: 'code' } }, 'AK308'],
  ])('AK-045, AK-047, AK-048: an unknown %s has a safe fallback and stays listed', async (_, fields, code) => {
    const { listed, told } = await codesOf(fields)
    expect(listed).toEqual(['pack:kiosk', 'pack:other'])
    expect(told).toContain(code)
  })

  test('AK-350: a profile that was defaulted is told with the entry', async () => {
    expect((await codesOf({ profile: undefined })).told).toEqual(['AK321'])
  })

  test('AK-081: broken YAML is told with line and column', async () => {
    const { catalog } = await openScoped([], { '/w/p/KNOWLEDGE.md': '---\nname: kiosk\ntype: [\n---\n' })
    expect(catalog.quarantined.map(({ diagnostics }) => diagnostics[0]?.where)).toMatchObject([
      { file: 'p/KNOWLEDGE.md', range: { start: { line: expect.any(Number) } } },
    ])
  })
})
