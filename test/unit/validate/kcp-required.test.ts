import { describe, expect, test } from 'vitest'
import { parseManifest, validateText } from '../../../src/app/index.ts'
import { issuerMetadataUrls } from '../../../src/text/notations/urls.ts'
import { findingsIn, fixedText, toldIn } from '../../support/findings.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'

const auth = (...methods: readonly unknown[]): string => manifestText({ auth: { methods } })
const manifests = [{ id: 'security', url: 'https://security.harbor.example/knowledge.yaml' }]

const dependsOn = (entry: unknown): readonly string[] =>
  toldIn(manifestText({ manifests }, unitWith({ external_depends_on: [entry] })))
const conditionTold = (condition: unknown): readonly string[] =>
  toldIn(
    manifestText(
      { visibility: { default: 'internal', conditions: [condition] } },
      unitWith({ visibility: { conditions: [condition] } }),
    ),
  )
const atBoth = (rest: string): readonly string[] => [
  `warning KCP217 /visibility/conditions/0${rest}`,
  `warning KCP217 /units/0/visibility/conditions/0${rest}`,
]
const loop = (fields: Fields): Fields => ({ delegation: { human_in_the_loop: { required: true, ...fields } } })
const loopTold = (fields: Fields): readonly string[] => toldIn(manifestText(loop(fields), unitWith(loop(fields))))

const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name))
const rootWithout = (name: string): string => JSON.stringify(without(JSON.parse(manifestText()) as Fields, name))

describe('what a manifest cannot do without', () => {
  test.each([
    ['absent', rootWithout('project'), 'error KCP201'],
    ['empty', manifestText({ project: '' }), 'error KCP201 /project'],
    ['blank', manifestText({ project: '  \n' }), 'error KCP201 /project'],
    ['null', manifestText({ project: null }), 'error KCP201 /project'],
    ['a number', manifestText({ project: 2026 }), 'error KCP201 /project'],
    ['a list', manifestText({ project: ['harbor'] }), 'error KCP201 /project'],
  ])('KCP-033, KCP-213: a project that is %s makes the manifest invalid', (_, text, told) => {
    expect(toldIn(text)).toEqual([told])
    expect(validateText(text, { file: 'knowledge.yaml' })).toMatchObject({ parsed: true, valid: false })
  })

  test.each<[string, Fields, string]>([
    ['name', { name: 'Harbor works', id: 'hw', entity: { name: 'Crew' } }, 'Harbor works'],
    ['id', { id: 'hw', name: 7, entity: { name: 'Crew' } }, 'hw'],
    ['entity.name', { entity: { name: 'Crew' }, id: '  ' }, 'Crew'],
    ['the name of the folder', {}, 'pier'],
  ])('KL-107: without a project %s stands in, and the units are readable', (_, fields, project) => {
    const text = manifestText({ project: undefined, ...fields })
    const { manifest, diagnostics } = parseManifest(text, { file: 'docs/pier/knowledge.yaml' })
    expect(manifest).toMatchObject({ project, units: [{ id: 'setup' }] })
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['KCP201', 'error']])
  })

  test.each([
    ['absent', rootWithout('units'), 'error KCP202'],
    ['empty', rootWithout('units').replace(/}$/, ',"units":[]}'), 'error KCP202 /units'],
    ['null', rootWithout('units').replace(/}$/, ',"units":null}'), 'error KCP202 /units'],
    ['a mapping', rootWithout('units').replace(/}$/, ',"units":{"setup":{}}}'), 'error KCP202 /units'],
  ])('KCP-034, KCP-213: a list of units that is %s is an error and an empty model', (_, text, told) => {
    expect(toldIn(text)).toEqual([told])
    expect(validateText(text, { file: 'knowledge.yaml' })).toMatchObject({ parsed: true, valid: false, units: 0 })
    expect(parseManifest(text).manifest).toMatchObject({ project: 'harbor', units: [] })
  })

  test.each([
    ['id', 'KCP203'],
    ['path', 'KCP204'],
    ['intent', 'KCP205'],
  ])('KCP-133, KCP-136, KCP-141, KCP-213: a unit without %s makes the manifest invalid', (field, code) => {
    expect(toldIn(manifestText({}, without(unitWith(), field)))).toEqual([`error ${code} /units/0`])
    for (const value of ['', '   ', null, 7, ['a'], {}])
      expect(toldIn(manifestText({}, unitWith({ [field]: value })))).toEqual([`error ${code} /units/0/${field}`])
    expect(validateText(manifestText({}, unitWith({ [field]: '' })), { file: 'knowledge.yaml' }).valid).toBe(false)
  })

  test.each<[string, Fields, string]>([
    ['no path', unitWith({ id: 'gone', path: undefined }), 'it has no path'],
    ['a blank path', unitWith({ id: 'gone', path: ' ' }), 'it has no path'],
    ['a path that is a list', unitWith({ id: 'gone', path: ['a.md'] }), 'it has no path'],
  ])('KL-109: a unit with %s is unavailable, and the others work', (_, unit, problem) => {
    const { manifest } = parseManifest(manifestText({}, unitWith(), unit, unitWith({ id: 'tour' })))
    expect(manifest?.units.map(({ id }) => id)).toEqual(['setup', 'tour'])
    expect(manifest?.unusable).toEqual([{ index: 1, id: 'gone', problem }])
  })

  test.each<[string, Fields, string]>([
    ['the description', { description: 'Describes the kiosk', name: 'Kiosk' }, 'Describes the kiosk'],
    ['the name', { name: 'Kiosk', description: '' }, 'Kiosk'],
    ['the id', {}, 'setup'],
  ])('KL-108: without an intent %s stands in', (_, fields, intent) => {
    const unit = { ...unitWith({ intent: undefined, scope: undefined, audience: undefined }), ...fields }
    const manifest = parseManifest(manifestText({}, unit)).manifest
    expect(manifest?.units[0]?.intent).toBe(intent)
    expect(toldIn(manifestText({}, unit))).toEqual(
      expect.arrayContaining(['error KCP205 /units/0', 'warning KCP206 /units/0', 'warning KCP207 /units/0']),
    )
  })

  test('a unit that is no mapping makes the manifest invalid', () => {
    expect(toldIn(rootWithout('units').replace(/}$/, ',"units":[null, "setup.md"]}'))).toEqual([
      'error KCP220 /units/0',
      'error KCP220 /units/1',
    ])
  })

  test('a number where a text belongs only lacks its quotes', () => {
    const text =
      'kcp_version: "0.14"\nproject: 007\nversion: 1.0.0\nunits:\n  - id: 404\n    path: 404.md\n    intent: "What does error 404 mean?"\n    scope: global\n    audience: [agent]\n'
    expect(fixedText(text)).toBe(text.replace('007', '"007"').replace('id: 404', 'id: "404"'))
  })

  test('KCP-035: units keep the order of the file', () => {
    const ids = ['b', 'a', 'c']
    expect(
      parseManifest(manifestText({}, ...ids.map((id) => unitWith({ id })))).manifest?.units.map(({ id, index }) => [
        id,
        index,
      ]),
    ).toEqual([
      ['b', 0],
      ['a', 1],
      ['c', 2],
    ])
  })
})

describe('scope and audience', () => {
  test('KCP-145, KCP-219: a scope that is absent warns and is an error only when strict', () => {
    for (const unit of [without(unitWith(), 'scope'), unitWith({ scope: null })]) {
      expect(findingsIn(manifestText({}, unit)).map(({ severity, code }) => [severity, code])).toEqual([
        ['warning', 'KCP206'],
      ])
      expect(
        findingsIn(manifestText({}, unit), { strict: true }).map(({ severity, code }) => [severity, code]),
      ).toEqual([['error', 'KCP206']])
      expect(parseManifest(manifestText({}, unit)).manifest).toBeDefined()
    }
  })

  test('KCP-145: a scope that is empty or unknown is an error, and the model is still there', () => {
    for (const scope of ['universe', '', 'Global', 7, ['global'], true]) {
      const text = manifestText({}, unitWith({ scope }))
      expect(toldIn(text)).toEqual(['error KCP303 /units/0/scope'])
      expect(validateText(text, { file: 'knowledge.yaml' })).toMatchObject({ parsed: true, valid: false })
    }
    for (const scope of ['global', 'project', 'module'])
      expect(toldIn(manifestText({}, unitWith({ scope })))).toEqual([])
  })

  test('KCP-146, KCP-213, KCP-219: an audience that is absent or empty warns and is an error only when strict', () => {
    for (const unit of [without(unitWith(), 'audience'), unitWith({ audience: null }), unitWith({ audience: [] })]) {
      expect(findingsIn(manifestText({}, unit)).map(({ severity, code }) => [severity, code])).toEqual([
        ['warning', 'KCP207'],
      ])
      expect(
        findingsIn(manifestText({}, unit), { strict: true }).map(({ severity, code }) => [severity, code]),
      ).toEqual([['error', 'KCP207']])
    }
  })
})

describe('recommended fields', () => {
  test('KCP-036: a missing kcp_version warns and the manifest is read as the current version', () => {
    for (const text of [rootWithout('kcp_version'), manifestText({ kcp_version: null })]) {
      expect(findingsIn(text).map(({ code, severity, message }) => [code, severity, message])).toEqual([
        ['KCP208', 'warning', 'The field "kcp_version" is missing; the manifest is read with every known field.'],
      ])
      expect(parseManifest(text).manifest?.units.length).toBe(1)
    }
  })

  test('KCP-040: a missing version is worth a remark', () => {
    expect(toldIn(rootWithout('version'))).toEqual(['info KCP209'])
  })
})

describe('authentication methods', () => {
  const oauth2 = {
    type: 'oauth2',
    issuer: 'https://login.harbor.example',
    scopes: ['read:knowledge'],
    registration_url: 'https://harbor.example/join',
  }
  const apiKey = { type: 'api_key', header: 'X-Harbor-Key', registration_url: 'https://harbor.example/keys' }

  test('KCP-053: restricted units without auth stay usable', () => {
    const text = manifestText(
      {},
      unitWith({ access: 'restricted', auth_scope: 'crew' }),
      unitWith({ id: 'tour', access: 'authenticated' }),
    )
    expect(findingsIn(text).map(({ severity, code }) => [severity, code])).toEqual([['warning', 'KCP604']])
    expect(parseManifest(text).manifest?.auth).toBeUndefined()
  })

  test('KCP-054, KCP-056, KCP-062: the known types are read in order, with their fields', () => {
    expect(toldIn(auth(apiKey, oauth2, { type: 'none' }))).toEqual([])
    expect(parseManifest(auth(apiKey, oauth2, { type: 'none' })).manifest?.auth?.methods).toEqual([
      { type: 'api_key', header: 'X-Harbor-Key', registrationUrl: 'https://harbor.example/keys' },
      {
        type: 'oauth2',
        issuer: 'https://login.harbor.example',
        scopes: ['read:knowledge'],
        registrationUrl: 'https://harbor.example/join',
      },
      { type: 'none' },
    ])
  })

  test('KCP-055: a method without type warns and is skipped', () => {
    const text = auth(
      { issuer: 'https://login.harbor.example' },
      { type: '' },
      { type: 5 },
      { type: null },
      { type: 'none' },
    )
    expect(toldIn(text)).toEqual([
      'warning KCP210 /auth/methods/0',
      'warning KCP210 /auth/methods/1/type',
      'warning KCP210 /auth/methods/2/type',
      'warning KCP210 /auth/methods/3/type',
    ])
    expect(parseManifest(text).manifest?.auth?.methods).toEqual([{ type: 'none' }])
  })

  test('KCP-055: the methods of a federated manifest are held to the same', () => {
    const text = manifestText({
      manifests: [
        {
          id: 'security',
          url: 'https://security.harbor.example/knowledge.yaml',
          auth: { methods: [{ header: 'X' }, { type: 'api_key' }] },
        },
      ],
    })
    expect(toldIn(text)).toEqual([
      'warning KCP210 /manifests/0/auth/methods/0',
      'warning KCP211 /manifests/0/auth/methods/1',
    ])
    expect(parseManifest(text).manifest?.manifests?.[0]?.auth?.methods).toEqual([{ type: 'api_key' }])
  })

  test('KCP-057, KCP-067: unknown types and unknown fields of a method are passed over in silence', () => {
    expect(toldIn(auth({ type: 'kerberos', realm: 'harbor' }, { ...oauth2, audience_hint: 'kiosks' }))).toEqual([])
  })

  test('KCP-060: an issuer must be there and use HTTPS', () => {
    expect(toldIn(auth({ type: 'oauth2' }))).toEqual(['warning KCP211 /auth/methods/0'])
    expect(toldIn(auth({ type: 'oauth2', issuer: ' ' }))).toEqual(['warning KCP211 /auth/methods/0/issuer'])
    expect(toldIn(auth({ type: 'oauth2', issuer: 'http://login.harbor.example' }))).toEqual([
      'warning KCP320 /auth/methods/0/issuer',
    ])
  })

  test('KCP-061: the metadata of an issuer is found before its path as RFC 8414 says, then after it', () => {
    expect(issuerMetadataUrls('https://login.harbor.example')).toEqual([
      'https://login.harbor.example/.well-known/oauth-authorization-server',
    ])
    expect(issuerMetadataUrls('https://login.harbor.example/')).toEqual([
      'https://login.harbor.example/.well-known/oauth-authorization-server',
    ])
    expect(issuerMetadataUrls('https://login.harbor.example/crew')).toEqual([
      'https://login.harbor.example/.well-known/oauth-authorization-server/crew',
      'https://login.harbor.example/crew/.well-known/oauth-authorization-server',
    ])
    for (const issuer of [
      'http://login.harbor.example',
      'login',
      'https://user@login.harbor.example',
      'https://login.harbor.example?x=1',
    ])
      expect(issuerMetadataUrls(issuer)).toEqual([])
  })

  test('KCP-063: an API key needs its header', () => {
    expect(toldIn(auth({ type: 'api_key' }))).toEqual(['warning KCP211 /auth/methods/0'])
    expect(findingsIn(auth({ type: 'api_key' }))[0]?.help).toBe(
      'Add header: with the name of the HTTP header that carries the key.',
    )
  })

  test('KCP-066, KCP-210: only unknown types warn once and reject nothing', () => {
    expect(findingsIn(auth({ type: 'kerberos' })).map(({ code, severity }) => [code, severity])).toEqual([
      ['KCP605', 'warning'],
    ])
    expect(validateText(auth({ type: 'kerberos' }), { file: 'knowledge.yaml' })).toMatchObject({
      parsed: true,
      valid: true,
    })
  })
})

describe('entries with required fields', () => {
  test('KCP-118, KCP-119: an external dependency names its manifest and its unit', () => {
    expect(dependsOn({ manifest: 'security', unit: 'gdpr-policy' })).toEqual([])
    expect(dependsOn({ unit: 'gdpr-policy' })).toEqual(['error KCP213 /units/0/external_depends_on/0'])
    expect(dependsOn({ manifest: 'security', unit: 7 })).toEqual(['error KCP213 /units/0/external_depends_on/0/unit'])
    expect(dependsOn('gdpr-policy')).toEqual(['error KCP213 /units/0/external_depends_on/0'])
    expect(dependsOn({})).toHaveLength(2)
  })

  test('KCP-121: an external relationship names both units and its type', () => {
    const whole = { from_manifest: 'security', from_unit: 'gdpr-policy', to_unit: 'setup', type: 'governs' }
    expect(toldIn(manifestText({ manifests, external_relationships: [whole] }))).toEqual([])
    for (const field of ['from_unit', 'to_unit', 'type']) {
      expect(toldIn(manifestText({ manifests, external_relationships: [without(whole, field)] }))).toEqual([
        'error KCP214 /external_relationships/0',
      ])
    }
  })

  test('a relationship names both units and its type, else it is ignored', () => {
    const whole = { from: 'setup', to: 'setup', type: 'context' }
    for (const field of ['from', 'to', 'type']) {
      const text = manifestText({ relationships: [without(whole, field)] })
      expect(toldIn(text)).toEqual(['warning KCP215 /relationships/0'])
      expect(parseManifest(text).manifest?.relationships).toEqual([])
    }
  })

  test('KCP-098: a federated manifest has an id and a url', () => {
    expect(
      toldIn(
        manifestText({
          manifests: [{ url: 'https://security.harbor.example/knowledge.yaml' }, { id: 'crew', url: null }],
        }),
      ),
    ).toEqual(['error KCP216 /manifests/0', 'error KCP216 /manifests/1/url'])
  })

  test('KCP-177, KCP-212: a visibility condition says when and then', () => {
    const when = { environment: 'local' }
    expect(conditionTold({ when, then: { sensitivity: 'public' } })).toEqual([])
    expect(conditionTold({ then: { sensitivity: 'public' } })).toEqual(atBoth(''))
    expect(conditionTold({ when })).toEqual(atBoth(''))
    expect(conditionTold({ when: {}, then: { sensitivity: 'public' } })).toEqual(atBoth('/when'))
    expect(conditionTold({ when: null, then: { sensitivity: 'public' } })).toEqual(atBoth('/when'))
    expect(conditionTold('local')).toEqual(atBoth(''))
  })

  test('KCP-076: a custom approval mechanism says where it is described', () => {
    expect(loopTold({ approval_mechanism: 'custom', docs_url: 'https://harbor.example/approve' })).toEqual([])
    expect(loopTold({ approval_mechanism: 'oauth_consent' })).toEqual([])
    expect(loopTold({ approval_mechanism: 'custom' })).toEqual([
      'warning KCP212 /delegation/human_in_the_loop/approval_mechanism',
      'warning KCP212 /units/0/delegation/human_in_the_loop/approval_mechanism',
    ])
  })
})

describe('paths', () => {
  test.each([
    '../x.md',
    'a/../../x.md',
    '/abs/x.md',
    '\\\\server\\x.md',
    '\\x.md',
    'C:/x.md',
    'c:x.md',
    '%2e%2e/x.md',
    '.%2E/x.md',
    'a%2f..%2f..%2fx.md',
    'a\0.md',
    'http://harbor.example/x.md',
    'ftp://harbor.example/x.md',
    '..\\x.md',
  ])('KCP-138, KL-112: the path %j is an error, its unit is refused and the manifest stays', (path) => {
    const text = manifestText({}, unitWith({ path }), unitWith({ id: 'tour' }))
    expect(toldIn(text)).toEqual(['error KCP501 /units/0/path'])
    expect(validateText(text, { file: 'knowledge.yaml' })).toMatchObject({ parsed: true, valid: false })
    expect(parseManifest(text).manifest?.units.map(({ id }) => id)).toEqual(['tour'])
  })

  test('KL-111: an https:// path is a link, with a warning', () => {
    const text = manifestText({}, unitWith({ path: 'https://harbor.example/x.md' }))
    expect(toldIn(text)).toEqual(['warning KCP509 /units/0/path'])
    expect(parseManifest(text).manifest?.units[0]?.path).toBe('https://harbor.example/x.md')
  })

  test.each(['docs/../a.md', './a.md', 'a..b.md', '..a/b.md', '.husky/pre-commit', 'docs/50%.md', 'a b/ç.md'])(
    'KCP-138: the path %j stays inside',
    (path) => {
      expect(toldIn(manifestText({}, unitWith({ path })))).toEqual([])
    },
  )

  test('KCP-136: backslashes warn, are read as slashes and can be mended', () => {
    const text =
      'kcp_version: "0.14"\nproject: harbor\nversion: 1.0.0\nunits:\n  - id: setup\n    path: docs\\kiosk\\setup.md\n    intent: "How do I set up a kiosk?"\n    scope: global\n    audience: [agent]\n'
    expect(toldIn(text)).toEqual(['warning KCP502 /units/0/path'])
    expect(parseManifest(text).manifest?.units[0]?.path).toBe('docs/kiosk/setup.md')
    expect(fixedText(text)).toBe(text.replace('docs\\kiosk\\setup.md', '"docs/kiosk/setup.md"'))
  })
})
