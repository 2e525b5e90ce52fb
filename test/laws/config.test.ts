import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openKnowledge, openOptionsFor, type Config } from '../../src/app/index.ts'
import { loadConfig } from '../../src/app/open/config.ts'
import { decisionOn } from '../support/gate-case.ts'
import { governedUnit, levels, rootFields, unitFields } from '../support/governed-manifests.ts'
import { memoryFiles } from '../../src/io/memory/memory-files.ts'
import { memoryPorts } from '../../src/io/memory/memory-ports.ts'

const folder = '/home/ada/.config/lorefence'
const strictness = (verdict: string): number => ['allow', 'ask', 'deny'].indexOf(verdict)

const pack = (name: string): string =>
  `---\nname: ${name}\ndescription: Facts on the Harbor Kiosk terminal.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n`
const tree = {
  '/w/kiosk/KNOWLEDGE.md': pack('kiosk'),
  '/w/drafts/warranty/KNOWLEDGE.md': pack('warranty'),
  '/org/refunds/KNOWLEDGE.md': pack('refunds'),
}

const globs = fc.array(fc.constantFrom('drafts', '!drafts', '**', '!**', 'kiosk/', '\\!drafts', '[', '*', ''), {
  maxLength: 4,
})
const refs = fc.array(fc.constantFrom('pack:kiosk', '!pack:kiosk', 'pack:warranty', '*'), { maxLength: 3 })
const odd = fc.constantFrom<unknown>(null, 0, -1, 1e300, 'plenty', '', true, [], {}, [null], {
  clearance: 'restricted',
})
const perhaps = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined })

/** Everything a config may say, sensible or not. */
const anyConfig = fc.record({
  requester: perhaps(
    fc.oneof(
      odd,
      fc.record({
        role: fc.constant('pilot'),
        environment: fc.constant('local'),
        clearance: fc.constantFrom(...levels),
        authenticated: fc.constant(true),
        model: fc.constant('local'),
        region: fc.constant('NO'),
        scopes: fc.constant(['ops']),
      }),
    ),
  ),
  roots: perhaps(fc.oneof(odd, fc.constant(['/org']))),
  organization: perhaps(fc.oneof(odd, fc.constant(['/org']))),
  grants: perhaps(fc.constantFrom<unknown>('unattended', 'always', 1)),
  records: perhaps(fc.constantFrom('files', 'memory')),
  budget: perhaps(fc.oneof(odd, fc.integer({ min: 1, max: 100_000 }))),
  max_clearance: perhaps(fc.oneof(odd, fc.constantFrom(...levels))),
  allow_types: perhaps(fc.constant(['anything'])),
  ignore: perhaps(fc.oneof(odd, globs)),
  disabled: perhaps(fc.oneof(odd, refs)),
})

/** What a user would write, so that the comparison has something to loosen. */
const userConfig = fc.record({
  requester: perhaps(
    fc.record({
      role: perhaps(fc.constant('cook')),
      clearance: perhaps(fc.constantFrom(...levels)),
      environment: perhaps(fc.constant('production')),
    }),
  ),
  budget: perhaps(fc.integer({ min: 1, max: 5000 })),
  max_clearance: perhaps(fc.constantFrom(...levels)),
  ignore: perhaps(fc.subarray(['drafts', 'kiosk'])),
  disabled: perhaps(fc.subarray(['pack:kiosk', 'pack:warranty'])),
})

function filesWith(user: object, workspace: string | undefined) {
  return memoryFiles({
    ...tree,
    [`${folder}/lorefence.yaml`]: JSON.stringify(user),
    ...(workspace === undefined ? {} : { '/w/lorefence.yaml': workspace }),
  })
}

const load = (user: object, workspace?: string): Config =>
  loadConfig(filesWith(user, workspace), { userFolder: folder, home: '/home/ada', workspaces: ['/w'], env: {} })

async function usableRefs(user: object, workspace?: string): Promise<readonly string[]> {
  const ports = memoryPorts(filesWith(user, workspace))
  const { catalog } = await openKnowledge({
    ...openOptionsFor(load(user, workspace), { workspaces: ['/w'], packs: [], home: '/home/ada' }),
    ports,
  })
  return catalog.entries.filter(({ enabled }) => enabled).map(({ ref }) => ref)
}

const scraps = fc
  .array(
    fc.constantFrom(
      'grants: unattended',
      'budget: ',
      '9',
      '\n',
      '[',
      '{',
      '"',
      'disabled',
      ': ',
      '- ',
      '\0',
      '!!js ',
      '&a ',
      '*a',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))
const workspaceTexts = fc.oneof(
  { weight: 4, arbitrary: anyConfig.map((config) => JSON.stringify(config)) },
  { weight: 1, arbitrary: scraps },
)

describe('no config of a workspace loosens anything', () => {
  test('no decision becomes looser', () => {
    const units = fc.tuple(unitFields, rootFields).map(([unit, root]) => governedUnit(unit, root))
    fc.assert(
      fc.property(units, userConfig, workspaceTexts, (subject, user, workspace) => {
        const before = decisionOn(subject, { as: load(user).requester })
        const after = decisionOn(subject, { as: load(user, workspace).requester })
        expect(strictness(after.verdict)).toBeGreaterThanOrEqual(strictness(before.verdict))
      }),
      { numRuns: 300 },
    )
  })

  test('no budget becomes higher, nothing is granted, no folder and no type is added', () => {
    fc.assert(
      fc.property(userConfig, workspaceTexts, (user, workspace) => {
        const [before, after] = [load(user), load(user, workspace)]
        expect(after.restraints.budget ?? Infinity).toBeLessThanOrEqual(before.restraints.budget ?? Infinity)
        const granted = ({ unattendedGrants, roots, organization, allowTypes, records }: Config) => ({
          unattendedGrants,
          roots,
          organization,
          allowTypes,
          records,
        })
        expect(granted(after)).toEqual(granted(before))
      }),
      { numRuns: 500 },
    )
  })

  test('AK-115: nothing more is listed', async () => {
    await fc.assert(
      fc.asyncProperty(userConfig, workspaceTexts, async (user, workspace) => {
        const before = await usableRefs(user)
        expect((await usableRefs(user, workspace)).filter((ref) => !before.includes(ref))).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

test("an error in the user's own config never makes a decision looser than the config without it", () => {
  const units = fc.tuple(unitFields, rootFields).map(([unit, root]) => governedUnit(unit, root))
  fc.assert(
    fc.property(units, userConfig, (subject, user) => {
      const { requester, trouble } = load({ ...user, records: 'cloud' })
      const before = decisionOn(subject, { as: load(user).requester })
      const after = trouble?.stops === 'everything' ? 'deny' : decisionOn(subject, { as: requester }).verdict
      expect(strictness(after)).toBeGreaterThanOrEqual(strictness(before.verdict))
    }),
    { numRuns: 300 },
  )
})
