import { describe, expect, test, vi } from 'vitest'
import { validateText } from '../../../src/app/index.ts'
import { parseManifest } from '../../../src/parse/manifest/manifest.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { codesIn, judge, pointersOf, withCode } from '../../support/validate-manifest.ts'
import type { MemoryContent } from '../../../src/io/memory/memory-files.ts'

const entry = (fields: Fields = {}): Fields => ({
  id: 'platform',
  url: 'https://platform.example.com/knowledge.yaml',
  label: 'Platform',
  relationship: 'foundation',
  ...fields,
})
const judgeEntries = (entries: readonly Fields[], files?: Record<string, MemoryContent>) =>
  judge(manifestText({ manifests: entries }), files && { 'setup.md': 'Plug it in.', ...files })

describe('entries', () => {
  test.each(['Platform_Team', 'platform team', 'plattförm', 'a/b'])('KCP-096: the id %j is an error', (id) => {
    const validation = judgeEntries([entry({ id })])
    expect([validation.valid, pointersOf(validation, 'KCP701')]).toEqual([false, ['/manifests/0/id']])
  })

  test('KCP-096: letters, digits, dots and hyphens are fine', () => {
    expect(judgeEntries([entry({ id: '2.platform-team' })]).diagnostics).toEqual([])
  })

  test('KCP-097: the second use of an id is an error that shows the first', () => {
    const validation = judgeEntries([entry(), entry({ id: 'legal' }), entry()])
    expect(validation.valid).toBe(false)
    expect(withCode(validation, 'KCP702')).toMatchObject([
      { where: { pointer: '/manifests/2/id' }, related: [{ where: { pointer: '/manifests/0/id' } }] },
    ])
  })

  test.each([
    'http://platform.example.com/knowledge.yaml',
    '/platform/knowledge.yaml',
    'platform.example.com',
    'ftp://platform.example.com/k',
    'file:///etc/passwd',
    'https:platform.example.com',
    'https://',
    'https:///knowledge.yaml',
    ' https://platform.example.com/',
    'https://plat form.example.com/',
    'data:text/yaml,project',
    'https://[::1',
    'https://\\evil',
  ])('KCP-098: the url %j is an error', (url) => {
    const validation = judgeEntries([entry({ url })])
    expect([validation.valid, pointersOf(validation, 'KCP703')]).toEqual([false, ['/manifests/0/url']])
  })

  test.each(['./platform/knowledge.yaml', 'platform.yml', '../platform/knowledge.yaml'])(
    'KL-119: the url %j is a warning, because it is a local manifest',
    (url) => {
      const validation = judgeEntries([entry({ url })])
      expect([validation.valid, withCode(validation, 'KCP703').map(({ severity }) => severity)]).toEqual([
        true,
        ['warning'],
      ])
    },
  )

  test('KCP-098: a missing url is an error', () => {
    const validation = judgeEntries([entry({ url: undefined })])
    expect([validation.valid, codesIn(validation)]).toEqual([false, ['KCP216']])
  })

  test('KCP-098: a message never shows the credentials of a url', () => {
    const [finding] = withCode(
      judgeEntries([entry({ url: 'http://kiosk:hunter22@platform.example.com/k?token=abc123' })]),
      'KCP703',
    )
    expect(finding?.message).toBe('The URL "http://…@platform.example.com/k?…" is not an absolute HTTPS URL.')
  })

  test.each([
    ['https://10.0.0.1/k.yaml', '10.0.0.1'],
    ['https://2130706433/k.yaml', '127.0.0.1'],
    ['https://0x7f.1/k.yaml', '127.0.0.1'],
    ['https://localhost:8443/k.yaml', 'localhost'],
    ['https://[::ffff:169.254.169.254]/k.yaml', '[::ffff:a9fe:a9fe]'],
    ['https://user@192.168.0.1/k.yaml', '192.168.0.1'],
  ])('KCP-099: the url %s warns and stays valid', (url, host) => {
    const validation = judgeEntries([entry({ url })])
    expect([validation.valid, withCode(validation, 'KCP704').map(({ message }) => message)]).toEqual([
      true,
      [`The URL points to "${host}", which is not on the public internet.`],
    ])
  })

  test('KCP-099: a host name is not judged before it is resolved', () => {
    expect(judgeEntries([entry({ url: 'https://wiki.corp.internal/knowledge.yaml' })]).diagnostics).toEqual([])
  })

  test('KCP-100: a missing label or relationship is mentioned on request only', () => {
    const text = { manifests: [entry({ label: undefined, relationship: undefined })] }
    expect(withCode(judge(manifestText(text)), 'KCP707')).toMatchObject([
      {
        severity: 'info',
        message: 'The federated manifest has no "label" and no "relationship".',
        where: { pointer: '/manifests/0/id' },
      },
    ])
    expect(parseManifest(manifestText(text)).diagnostics).toEqual([])
  })

  test('KCP-101, KL-118: the parser is silent about an unknown relationship and keeps the entry', () => {
    const { manifest, diagnostics } = parseManifest(manifestText({ manifests: [entry({ relationship: 'cousin' })] }))
    expect([manifest?.manifests?.[0]?.relationship, diagnostics]).toEqual(['cousin', []])
  })

  test.each([
    ['../../mirror.yaml', 'leaves its root folder'],
    ['/srv/mirror.yaml', 'is absolute'],
    ['C:/mirror.yaml', 'starts with a drive letter'],
    ['mirrors\\platform.yaml', 'uses backslashes'],
  ])('KCP-105: the mirror %s is refused', (mirror, problem) => {
    const validation = judgeEntries([entry({ local_mirror: mirror })])
    expect([validation.valid, withCode(validation, 'KCP503').map(({ message }) => message)]).toEqual([
      true,
      [`The local mirror "${mirror}" ${problem}.`],
    ])
  })

  test('KCP-105: a mirror inside the folder is fine', () => {
    expect(judgeEntries([entry({ local_mirror: './mirrors/../platform.yaml' })]).diagnostics).toEqual([])
  })
})

const dependency = (fields: Fields) =>
  judge(
    manifestText(
      { manifests: [entry()] },
      unitWith({ external_depends_on: [{ manifest: 'platform', unit: 'gdpr-policy', ...fields }] }),
    ),
  )

const relationship = (fields: Fields) =>
  judge(
    manifestText({
      manifests: [entry()],
      external_relationships: [
        { from_manifest: 'platform', from_unit: 'gdpr-policy', to_unit: 'setup', type: 'governs', ...fields },
      ],
    }),
  )

describe('references to other manifests', () => {
  test('KCP-118: an unknown manifest warns, a missing one is an error', () => {
    const unknown = dependency({ manifest: 'platfrom' })
    expect(withCode(unknown, 'KCP410')).toMatchObject([
      {
        message: 'The unit "setup" depends on the manifest "platfrom", which is not declared.',
        help: 'Did you mean "platform"?',
        where: { pointer: '/units/0/external_depends_on/0/manifest' },
      },
    ])
    expect(unknown.valid).toBe(true)
    expect(dependency({ manifest: undefined })).toMatchObject({ valid: false, diagnostics: [{ code: 'KCP213' }] })
  })

  test('KCP-119: the unit of another manifest is not looked for, but must be named', () => {
    expect(dependency({ unit: 'nobody-knows' }).diagnostics).toEqual([])
    expect(dependency({ unit: undefined })).toMatchObject({ valid: false, diagnostics: [{ code: 'KCP213' }] })
  })

  test.each(['from_unit', 'to_unit', 'type'])('KCP-121: a relationship without %s is an error', (field) => {
    const validation = relationship({ [field]: undefined })
    expect([validation.valid, codesIn(validation)]).toEqual([false, ['KCP214']])
  })

  test('KCP-122: a relationship that stays inside this manifest warns', () => {
    const validation = relationship({ from_manifest: undefined })
    expect([validation.valid, pointersOf(validation, 'KCP413')]).toEqual([true, ['/external_relationships/0']])
    expect(relationship({ from_manifest: undefined, to_manifest: 'platform' }).diagnostics).toEqual([])
  })

  test('KCP-123: an unknown type and unknown manifests warn', () => {
    expect(codesIn(relationship({ type: 'destroys' }))).toEqual(['KCP302'])
    expect(pointersOf(relationship({ from_manifest: 'law', to_manifest: 'order' }), 'KCP410')).toEqual([
      '/external_relationships/0/from_manifest',
      '/external_relationships/0/to_manifest',
    ])
  })

  test('KCP-124: a manifest that declares others is valid alone and nothing is fetched', () => {
    const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(() => {
      throw new Error('The network was used.')
    })
    const { valid } = judgeEntries([entry({ version_pin: '1.0.0' })])
    const calls = fetch.mock.calls.length
    fetch.mockRestore()
    expect([valid, calls]).toEqual([true, 0])
  })
})

const pinned = (pin: unknown, version: string | undefined, policy?: string) =>
  judgeEntries([entry({ version_pin: pin, version_policy: policy, local_mirror: 'mirrors/platform.yaml' })], {
    'mirrors/platform.yaml': manifestText({ version }),
  })

describe('KCP-125: version pins', () => {
  test.each([
    ['2.1.0', '2.1.0', 'exact', []],
    ['2.1.0', '2.1.1', 'exact', ['KCP706']],
    ['2.1.0', '2.0.9', 'minimum', ['KCP706']],
    ['2.1.0', '2.1.0-rc.1', 'minimum', ['KCP706']],
    ['2.1.0', '3.0.0', 'minimum', []],
    ['2.1.0', '2.3.0', undefined, []],
    ['2.1.0', '3.0.0', undefined, ['KCP706']],
    ['2.1.0', '3.0.0', 'strict', ['KCP302', 'KCP706']],
    ['2.1.0', undefined, undefined, ['KCP705']],
    ['two', '2.1.0', undefined, ['KCP705']],
  ])('pin %s, mirror %s, policy %s: %j', (pin, version, policy, codes) => {
    const validation = pinned(pin, version, policy)
    expect([codesIn(validation).toSorted(), validation.valid]).toEqual([codes, true])
  })

  test('a mismatch names both versions', () => {
    expect(withCode(pinned('2.1.0', '3.0.0'), 'KCP706').map(({ message, severity }) => [message, severity])).toEqual([
      ['The local mirror has the version "3.0.0", which does not satisfy the pin "2.1.0" (compatible).', 'warning'],
    ])
  })

  test('a pin without a mirror is told once for each', () => {
    const validation = judgeEntries([
      entry({ version_pin: '1.0.0' }),
      entry({ id: 'legal' }),
      entry({ id: 'press', version_pin: '2.0.0' }),
    ])
    expect(pointersOf(validation, 'KCP705')).toEqual(['/manifests/0/version_pin', '/manifests/2/version_pin'])
    expect(validation.diagnostics[0]).toMatchObject({
      severity: 'info',
      message: 'The version pin "1.0.0" was not verified: there is no local mirror, and nothing was fetched.',
    })
  })

  test('a mirror that does not exist, or lies outside, verifies nothing', () => {
    expect(codesIn(judgeEntries([entry({ version_pin: '1.0.0', local_mirror: 'gone.yaml' })], {}))).toEqual(['KCP705'])
    expect(codesIn(judgeEntries([entry({ version_pin: '1.0.0', local_mirror: '../m.yaml' })], {})).toSorted()).toEqual([
      'KCP503',
      'KCP705',
    ])
  })

  test('a number keeps the way it was written', () => {
    const text =
      'project: harbor\nmanifests: [{id: a, url: "https://a.example/k.yaml", version_pin: 1.0}]\nunits: [{id: a, path: a.md, intent: "What is it?", scope: global, audience: [agent]}]\n'
    expect(withCode(judge(text), 'KCP705')[0]?.message).toContain('"1.0"')
  })

  test('entries that are no mappings do not shift the places', () => {
    const text = manifestText({ manifests: ['oops', entry({ version_pin: '1.0.0' })] })
    expect(pointersOf(judge(text), 'KCP705')).toEqual(['/manifests/1/version_pin'])
  })
})

describe('federation choice', () => {
  const sourceCodes = (...manifests: readonly Record<string, unknown>[]): readonly string[] =>
    validateText(
      manifestText({
        manifests: manifests.map((entry, i) => ({
          id: `m${i}`,
          url: 'https://platform.example/knowledge.yaml',
          label: 'x',
          relationship: 'peer',
          ...entry,
        })),
      }),
      { file: 'knowledge.yaml', now: new Date('2026-05-06T09:00:00Z') },
    )
      .diagnostics.map(({ code, severity }) => `${code} ${severity}`)
      .filter((line) => line.startsWith('KCP71'))

  test.each([
    [{ context: [] }, ['KCP711 warning']],
    [{ context: ['production', 'any-label'] }, []],
    [{ context: 'production' }, []],
  ])('KL-065: the context of %j', (entry, expected) => {
    expect(sourceCodes(entry)).toEqual(expected)
  })

  test.each([
    [{ required: true }, ['KCP712 warning']],
    [{ required: true, credential_hint: 'spiffe' }, []],
    [{ required: false }, []],
    [{ required: true, credential_hint: 'api_key', issuer_hint: 'https://login.example' }, ['KCP712 warning']],
    [{ required: true, credential_hint: 'oauth2', issuer_hint: 'https://login.example' }, []],
  ])('KL-068: the agent_identity %j', (identity, expected) => {
    expect(sourceCodes({ agent_identity: identity })).toEqual(expected)
  })

  test.each([
    [[{ valid_from: '2026-06-01', valid_until: '2026-05-30' }], ['KCP713 warning']],
    [[{ valid_until: '2026-05-05' }], ['KCP713 warning']],
    [[{ valid_until: '2026-05-05', superseded_by: 'm1' }, {}], []],
    [[{ superseded_by: 'nobody' }], ['KCP713 warning']],
    [
      [{ superseded_by: 'm1' }, { superseded_by: 'm0' }],
      ['KCP714 error', 'KCP714 error'],
    ],
    [[{ valid_until: '2026-05-06' }], []],
  ])('KL-021: the windows %j', (windows, expected) => {
    expect(sourceCodes(...windows.map((temporal) => ({ temporal })))).toEqual(expected)
  })
})
