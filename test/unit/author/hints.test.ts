import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { parseManifest } from '../../../src/app/index.ts'
import { bumpedVersion, setRootFields, unitChanges } from '../../../src/author/manifest-upkeep/root-fields.ts'
import { authorWorld, type AuthorWorld } from '../../support/author-world.ts'

const unit = (id: string, more = ''): string =>
  `  - id: ${id}\n    path: docs/${id}.md\n    intent: "How is the ${id} used?"\n    scope: global\n    audience: [agent]\n${more}`
const manifest = (units: string, head = ''): string =>
  `# Ours\nkcp_version: "0.14"\nproject: harbor\nversion: 1.2.3\n${head}units:\n${units}`
const none = { added: [], removed: [], changed: [], moved: [] }

const world = (text: string): AuthorWorld =>
  authorWorld({
    '/knowledge.yaml': text,
    '/docs/kiosk.md': '# Kiosk\n\nThe kiosk prints tickets for the ferry.\n',
    '/docs/printer.md': '# Printer\n\nThe printer needs paper.\n',
  })

describe('the hints of a manifest', () => {
  test('KCP-168: --write computes every aggregate, and keeps every other byte', async () => {
    const own = world(manifest(unit('kiosk', '    hints: {token_estimate: 40, chunked: true}\n') + unit('printer')))
    const before = own.text('knowledge.yaml')
    expect((await own.run('hints')).code).toBe(1)
    expect(own.text('knowledge.yaml')).toBe(before)
    expect((await own.run('hints', '--write')).code).toBe(0)
    const after = own.text('knowledge.yaml')
    const added = /hints:\n(?: {2}\w+: \w+\n){4}/.exec(after)?.[0] ?? ''
    expect(after.replace(added, '')).toBe(before)
    const { hints } = parseManifest(after).manifest ?? {}
    expect(hints).toEqual({
      totalTokenEstimate: expect.any(Number),
      unitCount: 2,
      hasSummaries: false,
      hasChunks: true,
    })
    expect(hints?.totalTokenEstimate).toBeGreaterThan(40)
    expect((await own.run('hints', '--write')).err).toContain('The hints match the units.')
    expect((await own.run('validate', 'knowledge.yaml', '--strict')).code).toBe(0)
  })

  test('KCP-168: declared hints are corrected in their form, and an entry point stays', async () => {
    const head = 'hints: {unit_count: 9, recommended_entry_point: kiosk}\n'
    const own = world(manifest(unit('kiosk', '    hints: {token_estimate: 7}\n'), head))
    await own.run('hints', '--write')
    expect(parseManifest(own.text('knowledge.yaml')).manifest?.hints).toEqual({
      totalTokenEstimate: 7,
      unitCount: 1,
      recommendedEntryPoint: 'kiosk',
      hasSummaries: false,
      hasChunks: false,
    })
  })

  test('a file that cannot be changed line by line is left alone', () => {
    expect(setRootFields('{project: x, units: []}', { hints: { unit_count: 0 } })).toBeUndefined()
    expect(setRootFields('project: x\nhints: 3\nunits: []\n', { hints: { unit_count: 0 } })).toBeUndefined()
    expect(
      setRootFields('project: x\nhints:\n    unit_count: 4 # four\nunits: []\n', {
        hints: { unit_count: 0, has_chunks: false },
      }),
    ).toBe('project: x\nhints:\n    has_chunks: false\n    unit_count: 0 # four\nunits: []\n')
  })
})

describe('the version of a manifest', () => {
  test.each([
    ['1.2.3', { ...none, removed: ['a'] }, '2.0.0'],
    ['1.2.3', { ...none, moved: ['a'], changed: ['a'] }, '2.0.0'],
    ['0.2.3', { ...none, removed: ['a'] }, '0.3.0'],
    ['1.2.3', { ...none, added: ['a'] }, '1.3.0'],
    ['1.2.3', { ...none, changed: ['a'] }, '1.2.4'],
    ['1.2.3', none, undefined],
    ['one', { ...none, added: ['a'] }, undefined],
  ])('KCP-044: %s with %j becomes %s', (version, changes, wanted) => {
    expect(bumpedVersion(version, changes)).toBe(wanted)
  })

  test('changes are found by id', () => {
    const of = (...units: readonly object[]): object => ({ units })
    expect(
      unitChanges(
        of({ id: 'a', path: 'a' }, { id: 'b', path: 'b' }, { id: 'c', path: 'c' }),
        of({ id: 'c', path: 'd' }, { id: 'a', path: 'a', intent: 'x' }, { id: 'e', path: 'e' }),
      ),
    ).toEqual({ added: ['e'], removed: ['b'], moved: ['c'], changed: ['c', 'a'] })
  })

  test('KCP-044: units that came or went with the same version are a warning, and --write sets the next one', async () => {
    const own = world(manifest(unit('kiosk')))
    const git = (...argv: readonly string[]): Buffer =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...argv], {
        cwd: own.cwd,
        stdio: 'pipe',
      })
    git('init', '-q')
    git('add', '-A')
    git('commit', '-qm', 'first')
    expect((await own.json('hints', '--since', 'HEAD'))['version']).toMatchObject({ unbumped: false })
    own.write('knowledge.yaml', manifest(unit('kiosk') + unit('printer')))
    const { err, code } = await own.run('hints', '--since', 'HEAD')
    expect([code, err.split('\n')[0]]).toEqual([
      1,
      'warning: units changed (1 added) and the version is still "1.2.3"; it should be "1.3.0".',
    ])
    await own.run('hints', '--since', 'HEAD', '--write')
    expect(parseManifest(own.text('knowledge.yaml')).manifest?.version).toBe('1.3.0')
    expect((await own.json('hints', '--since', 'HEAD'))['version']).toMatchObject({ unbumped: false })
  })
})

test('triggers are proposed from tasks that matched a unit only weakly, and what was not found is listed', async () => {
  const own = world(manifest(unit('kiosk') + unit('printer')))
  await own.run('trust', '.', '--yes')
  await own.run('read', 'Does the printer accept foreign banknotes and vouchers?')
  await own.run('read', 'Zebra crossing quagga?')
  const { missed } = (await own.json('hints')) as {
    missed: { proposed: readonly { id: string; triggers: readonly string[] }[]; unanswered: readonly string[] }
  }
  expect(missed.proposed.map(({ id }) => id)).toEqual(['printer'])
  expect(missed.proposed[0]?.triggers).toEqual(expect.arrayContaining(['banknotes', 'vouchers']))
  expect(missed.proposed[0]?.triggers).not.toContain('printer')
  expect(missed.unanswered).toEqual(['Zebra crossing quagga?'])
})
