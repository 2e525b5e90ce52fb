import { describe, expect, test } from 'vitest'
import { countReleased } from '../../../src/app/shared/record-release.ts'
import { packText } from '../../support/judge-pack.ts'
import { unitWorld } from '../../support/unit-world.ts'

const refs = (entries: readonly { readonly ref: string }[]): readonly string[] => entries.map(({ ref }) => ref)

describe('which units pass', () => {
  test('a granted unit carries what its file may be', () => {
    const [unit] = unitWorld([{ id: 'setup' }]).units()
    expect(unit).toMatchObject({
      kind: 'unit',
      ref: 'unit:harbor/setup',
      manifestRef: 'manifest:harbor',
      root: '/w',
      entryFile: 'knowledge.yaml',
      path: 'docs/setup.md',
      named: false,
    })
    expect([...(unit?.granted ?? new Map<string, string>()).keys()].sort()).toEqual(['docs/setup.md', 'knowledge.yaml'])
  })

  test('AK-111: without a grant a number stands for all entries', () => {
    const { allowed, omitted, decisions } = unitWorld([{ id: 'a' }, { id: 'b' }], { granted: [] }).ask()
    expect([refs(allowed), omitted.map(({ ref, reason }) => [ref, reason]), refs(decisions)]).toEqual([
      [],
      [['ungranted', 'ungranted']],
      [],
    ])
  })

  test('AK-111: one that is named is told by itself', () => {
    expect(
      unitWorld([{ id: 'a' }, { id: 'b' }], { granted: [] })
        .ask(['unit:harbor/b'])
        .omitted.map(({ ref, reason, code }) => [ref, reason, code]),
    ).toEqual([['unit:harbor/b', 'ungranted', 'approval-required']])
  })

  test.each([
    ['a unit ref', 'unit:harbor/b', ['unit:harbor/b'], true],
    ['an id that only one manifest has', 'b', ['unit:harbor/b'], true],
    ['a manifest ref', 'manifest:harbor', ['unit:harbor/a', 'unit:harbor/b'], false],
    ['the slug of a manifest', 'harbor', ['unit:harbor/a', 'unit:harbor/b'], false],
    ['the folder of a manifest', '/w', ['unit:harbor/a', 'unit:harbor/b'], false],
    ['the file of a unit', '/w/docs/b.md', ['unit:harbor/b'], true],
    ['something else', 'c', [], false],
  ])('%s names them', (_, written, expected, named) => {
    const units = unitWorld([{ id: 'a' }, { id: 'b' }]).units([written])
    expect([refs(units), units.every((unit) => unit.named === named)]).toEqual([expected, true])
  })

  test('KCP-157: deprecated is left out unless it is named, and the successor is offered', () => {
    const world = unitWorld([
      { id: 'old', deprecated: true },
      { id: 'new', supersedes: 'old' },
    ])
    expect([refs(world.units()), refs(world.units(['manifest:harbor'])), refs(world.units(['old']))]).toEqual([
      ['unit:harbor/new'],
      ['unit:harbor/new'],
      ['unit:harbor/old'],
    ])
    expect(world.ask().omitted).toEqual([
      {
        ref: 'unit:harbor/old',
        reason: 'refused',
        code: 'deprecated-superseded',
        detail: expect.stringContaining('"new" replaces it') as string,
      },
    ])
  })

  test('what is switched off is passed over, and told to whoever names it', () => {
    const world = unitWorld([{ id: 'a' }, { id: 'b' }], {
      before: (ports) => ports.switches.set('unit:harbor/a', false),
    })
    expect([refs(world.units()), world.ask().omitted, world.ask(['a']).omitted.map(({ reason }) => reason)]).toEqual([
      ['unit:harbor/b'],
      [],
      ['disabled'],
    ])
  })

  test('a manifest that is switched off gives none of its units', () => {
    const world = unitWorld([{ id: 'a' }], { before: (ports) => ports.switches.set('manifest:harbor', false) })
    expect([
      refs(world.units()),
      world.ask().omitted,
      world.ask(['harbor']).omitted.map(({ ref, reason }) => [ref, reason]),
    ]).toEqual([[], [], [['manifest:harbor', 'disabled']]])
  })

  test('of two units with one id the first counts', () => {
    expect(
      unitWorld([
        { id: 'a', path: 'docs/one.md' },
        { id: 'a', path: 'docs/two.md' },
      ])
        .units()
        .map(({ path }) => path),
    ).toEqual(['docs/one.md'])
  })

  test('KCP-074: an approval lets its ask pass', () => {
    const approval = {
      ref: 'unit:harbor/a',
      path: '/w',
      code: 'authority-requires-approval',
      given: 'terminal',
      at: '2026-05-06T08:00:00.000Z',
      until: '2026-05-07T08:00:00.000Z',
    } as const
    const unit = { id: 'a', authority: { read: 'requires_approval' } }
    expect(refs(unitWorld([unit]).units())).toEqual([])
    expect(refs(unitWorld([unit], { before: (ports) => ports.approvals.save(approval) }).units())).toEqual([
      'unit:harbor/a',
    ])
  })
})

test('a pack of the same name is meant before a manifest', () => {
  const files = { '/w/.agents/knowledge/harbor/KNOWLEDGE.md': packText({ name: 'harbor' }) }
  const world = unitWorld([{ id: 'a' }], { files })
  expect([refs(world.ask(['harbor']).allowed), refs(world.ask(['manifest:harbor']).allowed)]).toEqual([
    ['pack:harbor'],
    ['unit:harbor/a'],
  ])
})

test('whoever names a unit of a manifest that is switched off is told', () => {
  const world = unitWorld([{ id: 'a' }], { before: (ports) => ports.switches.set('manifest:harbor', false) })
  expect(world.ask(['unit:harbor/a']).omitted.map(({ ref, reason }) => [ref, reason])).toEqual([
    ['manifest:harbor', 'disabled'],
  ])
})

describe('one file with several names', () => {
  test('a file that another manifest restricts stays refused when it is declared public', () => {
    const world = unitWorld([
      { id: 'crew', path: 'docs/crew.md', access: 'restricted', auth_scope: 'ops' },
      { id: 'leak', path: 'docs/../docs/./crew.md', access: 'public', sensitivity: 'public' },
    ])
    expect([refs(world.units()), refs(world.units(['leak']))]).toEqual([[], []])
    expect(world.ask(['leak']).omitted.map(({ ref, reason, code }) => [ref, reason, code])).toEqual([
      ['unit:harbor/leak', 'refused', 'credential-unobtainable'],
    ])
  })

  test('a file of a pack that nobody granted is given where it was granted as the file of a unit', () => {
    const pack = '/w/.agents/knowledge/kiosk'
    const files = {
      [`${pack}/KNOWLEDGE.md`]: packText({ name: 'kiosk', status: 'draft' }),
      [`${pack}/compiled/facts.md`]: 'Nine hours.\n',
    }
    const unit = { id: 'facts', path: '.agents/knowledge/kiosk/compiled/facts.md' }
    expect(refs(unitWorld([unit], { files, granted: ['/w'] }).units())).toEqual(['unit:harbor/facts'])
    expect(refs(unitWorld([unit], { files }).units())).toEqual([])
  })

  test('what another name of the file obliges to is not lost', () => {
    const world = unitWorld([
      { id: 'a', path: 'docs/x.md' },
      { id: 'b', path: 'docs/x.md', license: { spdx: 'CC-BY-4.0', attribution_required: true } },
    ])
    expect(world.units(['a'])[0]?.decision.reasons.find(({ gate }) => gate === 'indexing')?.obligations).toEqual([
      'attribution',
    ])
  })
})

test('KCP-159: each unit given out counts once, what is no unit does not', () => {
  const world = unitWorld([{ id: 'a', rate_limits: { default: { requests_per_day: 1 } } }, { id: 'b' }])
  const now = world.ports.clock.now()
  expect(refs(world.units())).toEqual(['unit:harbor/a', 'unit:harbor/b'])
  countReleased(world.ports, ['unit:harbor/a', 'unit:harbor/a', 'pack:kiosk'], now)
  expect([world.ports.usage.count('unit:harbor/a', now).day, world.ports.usage.count('pack:kiosk', now).day]).toEqual([
    1, 0,
  ])
  expect([refs(world.units()), world.ask().omitted.map(({ ref, reason, code }) => [ref, reason, code])]).toEqual([
    ['unit:harbor/b'],
    [['unit:harbor/a', 'refused', 'rate-day']],
  ])
})

test('stores are asked once for an entry, not once for a unit', () => {
  const world = unitWorld(Array.from({ length: 50 }, (_, i) => ({ id: `u${i}` })))
  const asked: string[] = []
  const { grants, switches, approvals } = world.ports
  const ports = {
    ...world.ports,
    grants: { ...grants, find: (path: string) => (asked.push('grant'), grants.find(path)) },
    switches: { ...switches, disabled: () => (asked.push('switches'), switches.disabled()) },
    approvals: { ...approvals, find: (ref: string) => (asked.push('approval'), approvals.find(ref)) },
  }
  Object.assign(world.reader, { ports })
  expect([world.units().length, asked]).toEqual([50, ['switches', 'grant']])
})

test('two thousand names of one file are decided twice each, not once for each pair', () => {
  const names = Array.from({ length: 1_999 }, (_, i) => ({ id: `u${i}`, path: 'docs/crew.md' }))
  const world = unitWorld([{ id: 'crew', path: 'docs/crew.md', access: 'restricted', auth_scope: 'ops' }, ...names], {
    root: { rate_limits: { default: { requests_per_day: 9 } } },
  })
  let counted = 0
  const { usage } = world.ports
  Object.assign(world.reader, {
    ports: {
      ...world.ports,
      usage: { ...usage, count: (ref: string, now: Date) => (counted++, usage.count(ref, now)) },
    },
  })
  const { allowed, omitted } = world.ask()
  expect([allowed.length, omitted.length, counted]).toEqual([0, 2_000, 4_000])
})
