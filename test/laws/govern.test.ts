import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Subject } from '../../src/govern/gate.ts'
import { gates } from '../../src/govern/gates.ts'
import { sentenceCodes } from '../../src/govern/sentences.ts'
import { closeUnreadable } from '../../src/govern/unreadable.ts'
import { gateNames, type Decision, type Verdict } from '../../src/model/decisions/decision.ts'
import type { Requester } from '../../src/model/decisions/requester.ts'
import { activationModes, packStatuses } from '../../src/model/tables/vocabulary.ts'
import { decisionOn, packOf, ungranted } from '../support/gate-case.ts'
import {
  actions,
  conditionalFields,
  environments,
  governedUnit,
  levels,
  operations,
  readableFields,
  requesters,
  restrictions,
  roles,
  rootFields,
  unitFields,
} from '../support/governed-manifests.ts'
import type { Fields } from '../support/manifest-text.ts'

const strictness = (verdict: Verdict): number => ['allow', 'ask', 'deny'].indexOf(verdict)
const activation = fc.constantFrom(...activationModes)
const asked = fc.record({ as: requesters, action: fc.constantFrom(...actions, 'constructor'), activation })
const packs = fc.constantFrom(...packStatuses).map((status) => packOf(`status: ${status}`))
const units = fc.tuple(unitFields, rootFields).map(([unit, root]) => governedUnit(unit, root))
const subjects: fc.Arbitrary<Subject> = fc.oneof({ weight: 5, arbitrary: units }, { weight: 1, arbitrary: packs })

const codesIn = ({ reasons }: Decision): readonly string[] => reasons.map(({ code }) => code)

/** No gate becomes looser, and so the whole does not. */
function expectNoLooser(after: Decision, before: Decision): void {
  const looser = after.reasons.filter(
    (reason, i) => strictness(reason.verdict) < strictness(before.reasons[i]?.verdict ?? 'allow'),
  )
  expect(looser.map(({ gate, code }) => [gate, code])).toEqual([])
  expect(strictness(after.verdict)).toBeGreaterThanOrEqual(strictness(before.verdict))
}

describe('the laws of the gates', () => {
  test('KCP-093: every gate speaks, every code has a sentence, and the strictest verdict wins', () => {
    fc.assert(
      fc.property(subjects, asked, (subject, circumstances) => {
        const { reasons, verdict } = decisionOn(subject, circumstances)
        expect(reasons.map(({ gate }) => gate)).toEqual(gateNames)
        expect(
          reasons.filter(({ code }) => !sentenceCodes.includes(code.split(':')[0] ?? '')).map(({ code }) => code),
        ).toEqual([])
        expect(strictness(verdict)).toBe(Math.max(...reasons.map((reason) => strictness(reason.verdict))))
      }),
      { numRuns: 500 },
    )
  })

  test('the order of the gates is irrelevant', () => {
    const order = fc.shuffledSubarray([...gateNames], { minLength: gateNames.length })
    fc.assert(
      fc.property(subjects, asked, order, (subject, { as, ...rest }, names) => {
        const circumstances = { ...rest, now: new Date('2026-05-06T09:10:00Z') }
        const found = new Map(
          names.map(
            (name) =>
              [name, closeUnreadable(name, gates[name](subject, as, circumstances), subject, circumstances)] as const,
          ),
        )
        expect(gateNames.map((name) => found.get(name)?.code)).toEqual(codesIn(decisionOn(subject, { as, ...rest })))
      }),
    )
  })

  test('KCP-074, KCP-183: an approval never makes it stricter', () => {
    fc.assert(
      fc.property(subjects, asked, fc.subarray([...sentenceCodes]), (subject, circumstances, approvals) => {
        expectNoLooser(decisionOn(subject, circumstances), decisionOn({ ...subject, approvals }, circumstances))
      }),
    )
  })

  test('KCP-182: a refusal cannot be approved away', () => {
    fc.assert(
      fc.property(subjects, asked, (subject, circumstances) => {
        const before = decisionOn(subject, circumstances)
        const after = decisionOn({ ...subject, approvals: [...sentenceCodes, ...codesIn(before)] }, circumstances)
        expect(after.reasons.filter(({ verdict }) => verdict === 'deny')).toEqual(
          before.reasons.filter(({ verdict }) => verdict === 'deny'),
        )
      }),
    )
  })

  test('AK-112, AK-143: trust cannot be approved, in no mode', () => {
    fc.assert(
      fc.property(subjects, asked, (subject, circumstances) => {
        const nobodys = ungranted(subject)
        const approvals = [...sentenceCodes, ...codesIn(decisionOn(nobodys, circumstances))]
        expect(decisionOn({ ...nobodys, approvals }, circumstances).verdict).not.toBe('allow')
      }),
    )
  })
})

const without = (requester: Requester, fact: keyof Requester): Requester =>
  Object.fromEntries(Object.entries(requester).filter(([name]) => name !== fact))

describe('what is unknown', () => {
  const facts = [
    'audience',
    'region',
    'model',
    'authenticated',
    'scopes',
    'parentScopes',
    'capabilities',
    'clearance',
  ] as const
  test.each(facts)('KCP-081, KCP-086: a requester without %s is never better off', (fact) => {
    fc.assert(
      fc.property(subjects, asked, (subject, circumstances) => {
        expectNoLooser(
          decisionOn(subject, { ...circumstances, as: without(circumstances.as, fact) }),
          decisionOn(subject, circumstances),
        )
      }),
    )
  })

  /** The same unit as if no condition matched: under `default`, or under the flat fields. */
  const byDefault = (fields: Fields): Fields => {
    const { visibility } = fields
    return typeof visibility === 'object' && visibility !== null
      ? { ...fields, visibility: { ...visibility, conditions: [] } }
      : fields
  }

  const sighted = fc.record({
    environment: fc.constantFrom(...environments),
    role: fc.constantFrom(...roles),
    clearance: fc.constantFrom(...levels),
    authenticated: fc.boolean(),
  })
  test.each([[['environment']], [['role']], [['environment', 'role']]] as const)(
    'KCP-174: A-25: a requester without %j is not better off than before and than under the default',
    (unknown) => {
      fc.assert(
        fc.property(
          conditionalFields,
          sighted,
          fc.constantFrom(...actions),
          fc.boolean(),
          (fields, known, action, atRoot) => {
            const ask = (declared: Fields, as: Requester): Decision =>
              decisionOn(atRoot ? governedUnit({}, declared) : governedUnit(declared, {}), { as, action })
            const less = unknown.reduce<Requester>((requester, fact) => without(requester, fact), known)
            const [before, standard] = [ask(fields, known), ask(byDefault(fields), less)]
            const better = ask(fields, less).reasons.filter(
              ({ verdict }, i) =>
                strictness(verdict) <
                Math.min(...[before, standard].map(({ reasons }) => strictness(reasons[i]?.verdict ?? 'allow'))),
            )
            expect(better.map(({ gate, code }) => [gate, code])).toEqual([])
          },
        ),
        { numRuns: 400 },
      )
    },
  )

  test('KCP-174: who knows neither environment nor role is under the default', () => {
    fc.assert(
      fc.property(unitFields, rootFields, asked, (unit, root, circumstances) => {
        const nobody = { ...circumstances, as: without(without(circumstances.as, 'environment'), 'role') }
        expectNoLooser(
          decisionOn(governedUnit(unit, root), nobody),
          decisionOn(governedUnit(byDefault(unit), byDefault(root)), nobody),
        )
      }),
    )
  })
})

describe('what a manifest says', () => {
  const strange = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 6 }).map((name) => `x-${name}`),
    fc.jsonValue({ maxDepth: 1 }),
    { minKeys: 1, maxKeys: 2 },
  )
  /** In an authority block every name is an action, so nothing there is unknown. */
  const withUnknown = (value: unknown, extras: Fields, name = ''): unknown => {
    if (Array.isArray(value)) return value.map((item) => withUnknown(item, extras))
    if (value === null || typeof value !== 'object' || name === 'authority') return value
    return {
      ...Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withUnknown(inner, extras, key)])),
      ...extras,
    }
  }

  test('KCP-025: unknown fields change nothing', () => {
    fc.assert(
      fc.property(unitFields, rootFields, asked, strange, (unit, root, circumstances, extras) => {
        const plain = decisionOn(governedUnit(unit, root), circumstances)
        expect(
          decisionOn(
            governedUnit(withUnknown(unit, extras) as Fields, withUnknown(root, extras) as Fields),
            circumstances,
          ),
        ).toEqual(plain)
      }),
    )
  })

  type Tighten = (fields: Fields) => Fields
  const inBlock =
    (name: string, change: (block: Fields) => Fields): Tighten =>
    (fields) => {
      const block = typeof fields[name] === 'object' ? (fields[name] as Fields) : {}
      return { ...fields, [name]: { ...block, ...change(block) } }
    }
  const listed = (list: unknown, more: string): unknown => (Array.isArray(list) ? [...list, more] : [more])
  const lower = (limit: unknown, to: number): number => Math.min(to, typeof limit === 'number' ? limit : to)
  const fewer = ({ data_residency: regions, restrictions: words }: Fields): Fields => {
    if (Array.isArray(regions)) return { data_residency: regions.slice(1) }
    // A border that was nowhere is met once it is named.
    return Array.isArray(words) && words.includes('no-cross-border') ? {} : { data_residency: ['EEA'] }
  }

  /** What cannot be read asks, whatever a condition says; a word that can be read, a condition may replace. */
  const authority =
    (action: string, word: string) =>
    (block: Fields): Fields =>
      block[action] === 'denied' || block[action] === 'maybe' ? {} : { [action]: word }

  const tightenings: readonly (readonly [string, Tighten])[] = [
    [
      'access',
      (fields) => ({ ...fields, access: (fields['access'] ?? 'public') === 'public' ? 'authenticated' : 'restricted' }),
    ],
    [
      'sensitivity',
      (fields) => ({
        ...fields,
        sensitivity: levels[Math.min(3, levels.findIndex((known) => known === fields['sensitivity']) + 1)],
      }),
    ],
    ['deprecated', (fields) => ({ ...fields, deprecated: true })],
    ...restrictions.map(
      (word) =>
        [word, inBlock('compliance', ({ restrictions: words }) => ({ restrictions: listed(words, word) }))] as const,
    ),
    ['data_residency', inBlock('compliance', fewer)],
    ['max_depth', inBlock('delegation', ({ max_depth: depth }) => ({ max_depth: lower(depth, 1) }))],
    ['attenuation', inBlock('delegation', () => ({ require_capability_attenuation: true }))],
    ['human in the loop', inBlock('delegation', () => ({ human_in_the_loop: { required: true } }))],
    ...operations.map(
      (operation) =>
        [
          `no ${operation}`,
          (fields: Fields) =>
            typeof fields['indexing'] === 'string'
              ? fields
              : inBlock('indexing', ({ deny }) => ({ deny: listed(deny, operation) }))(fields),
        ] as const,
    ),
    ['no indexing', (fields) => ({ ...fields, indexing: 'none' })],
    ...actions.map((action) => [`no ${action}`, inBlock('authority', authority(action, 'denied'))] as const),
    ['approval to read', inBlock('authority', authority('read', 'requires_approval'))],
    [
      'a price',
      inBlock('payment', ({ default_tier: tier = 'free' }) => (tier === 'free' ? { default_tier: 'metered' } : {})),
    ],
    [
      'a limit',
      inBlock('rate_limits', ({ default: limits }) => ({
        default: {
          ...(limits as Fields | undefined),
          requests_per_day: lower((limits as Fields | undefined)?.['requests_per_day'], 1),
        },
      })),
    ],
    ['block when stale', inBlock('freshness_policy', () => ({ on_stale: 'block' }))],
    ['a shorter life', inBlock('freshness_policy', ({ max_age_days: days }) => ({ max_age_days: lower(days, 0) }))],
    ['no longer there', inBlock('discovery', () => ({ verification_status: 'deprecated' }))],
  ]

  test.each(tightenings)('KCP-071, KCP-229: adding a restriction never makes it looser: %s', (_, tighten) => {
    fc.assert(
      fc.property(readableFields, asked, (fields, circumstances) => {
        expectNoLooser(
          decisionOn(governedUnit(tighten(fields), {}), circumstances),
          decisionOn(governedUnit(fields, {}), circumstances),
        )
      }),
    )
  })
})
