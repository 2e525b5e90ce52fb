import { describe, expect, test } from 'vitest'
import { validatePaths } from '../../../src/app/validate/validate-paths.ts'
import { parseDistribution } from '../../../src/parse/side-documents/distribution.ts'
import { parseLlmsTxt } from '../../../src/parse/side-documents/llms-txt.ts'
import { parseWellKnown } from '../../../src/parse/side-documents/well-known.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'

const codes = ({
  diagnostics,
}: {
  diagnostics: readonly { code: string; where: { pointer: string } }[]
}): readonly string[] => diagnostics.map(({ code, where }) => `${code} ${where.pointer}`.trim())

const header = (value: string): string => `# Harbor\n\n> Facts for staff.\n> knowledge: ${value}\n\n## Docs\n`

describe('llms.txt', () => {
  test('KCP-002: a header line names another location (App. C)', () => {
    const text =
      '# My Project\n\n> A project that does useful things.\n> knowledge: /docs/knowledge.yaml\n\n## Docs\n\n- /docs/overview.md: Project overview\n'
    expect(parseLlmsTxt(text)).toEqual({ value: { manifests: ['docs/knowledge.yaml'] }, diagnostics: [] })
  })

  test('KCP-003: a line after the first section is not used, and said to be so', () => {
    const read = parseLlmsTxt('# Harbor\n\n## Docs\n> knowledge: /docs/knowledge.yaml\n')
    expect([read.value?.manifests, read.diagnostics[0]?.severity, codes(read)]).toEqual([[], 'info', ['KCP505']])
    expect(read.diagnostics[0]?.where.range?.start).toEqual({ line: 4, column: 1 })
  })

  test.each([
    'docs/k.yaml',
    '/../k.yaml',
    '//host/k.yaml',
    '/a/%2e%2e/k.yaml',
    '/\\host\\k.yaml',
    'https://kiosks.example/k.yaml',
    '/',
    '',
  ])('KCP-004: "%s" is refused with a warning', (value) => {
    const read = parseLlmsTxt(header(value))
    expect([read.value?.manifests, codes(read), read.diagnostics[0]?.severity]).toEqual([[], ['KCP504'], 'warning'])
  })

  test('KCP-004: a refused line leaves the others standing, and the first of them is the default', () => {
    expect(
      parseLlmsTxt('> knowledge: k.yaml\r\n> knowledge: /a/k.yaml\r\n> knowledge: /b/k.yaml\r\n').value?.manifests,
    ).toEqual(['a/k.yaml', 'b/k.yaml'])
  })

  test('an absolute URL counts only on the origin the file came from', () => {
    const origin = 'https://kiosks.example'
    expect(parseLlmsTxt(header('https://kiosks.example/docs/k.yaml'), { origin }).value?.manifests).toEqual([
      'docs/k.yaml',
    ])
    expect(codes(parseLlmsTxt(header('https://elsewhere.example/docs/k.yaml'), { origin }))).toEqual(['KCP504'])
    expect(codes(parseLlmsTxt(header('http://kiosks.example/docs/k.yaml'), { origin }))).toEqual(['KCP504'])
  })

  test('a third-level heading does not end the header', () => {
    expect(parseLlmsTxt('### Note\n> knowledge: /k.yaml\n').value?.manifests).toEqual(['k.yaml'])
  })
})

const read = (value: unknown) => parseWellKnown(JSON.stringify(value))

describe('.well-known/kcp.json', () => {
  test.each([
    [{ manifest: '/k.yaml' }, ''],
    [{ kcp_version: '0.14' }, ''],
    [{ kcp_version: 0.14, manifest: '/k.yaml' }, '/kcp_version'],
    [{ kcp_version: '0.14', manifest: ' ' }, '/manifest'],
    [{ kcp_version: '0.14', manifest: null }, ''],
  ])('KCP-007: %j is an error and gives no value', (value, pointer) => {
    const found = read(value)
    expect([found.value, codes(found)]).toEqual([undefined, [`KCP218 ${pointer}`.trim()]])
  })

  test.each(['', '[]', '{ "kcp_version": "0.14", }', '"text"'])(
    'KCP-007: the text %j gives an error and no exception',
    (text) => {
      const found = parseWellKnown(text)
      expect([found.value, found.diagnostics.length, found.diagnostics[0]?.severity]).toEqual([undefined, 1, 'error'])
    },
  )

  test('KCP-010: the optional fields and unknown keys come back as written', () => {
    const network = { role: 'leaf', entry_point: 'https://hub.example/knowledge.yaml', registry_label: 'Harbor' }
    expect(
      read({
        kcp_version: '0.12',
        manifest: '/knowledge.yaml',
        title: 'T',
        description: 'D',
        spec: 'https://spec.example',
        network,
        'x-owner': { team: 'platform' },
      }),
    ).toEqual({
      value: {
        kcpVersion: '0.12',
        manifest: '/knowledge.yaml',
        title: 'T',
        description: 'D',
        spec: 'https://spec.example',
        network: { role: 'leaf', entryPoint: 'https://hub.example/knowledge.yaml', registryLabel: 'Harbor' },
        extensions: { 'x-owner': { team: 'platform' } },
      },
      diagnostics: [],
    })
  })

  test('KCP-018: an absent role is standalone, an unknown one too, with a warning', () => {
    const base = { kcp_version: '0.14', manifest: '/k.yaml' }
    expect(read(base)).toMatchObject({ value: { network: { role: 'standalone' } }, diagnostics: [] })
    const unknown = read({ ...base, network: { role: 'spoke' } })
    expect([unknown.value?.network.role, codes(unknown), unknown.diagnostics[0]?.severity]).toEqual([
      'standalone',
      ['KCP708 /network/role'],
      'warning',
    ])
  })

  test('KCP-020: the registry label is exposed', () => {
    expect(
      read({ kcp_version: '0.14', manifest: '/k.yaml', network: { registry_label: 'Harbor' } }).value?.network,
    ).toEqual({ role: 'standalone', registryLabel: 'Harbor' })
  })

  test('an optional field of the wrong type is a warning', () => {
    expect(codes(read({ kcp_version: '0.14', manifest: '/k.yaml', title: 3 }))).toEqual(['KCP301 /title'])
  })

  test('a manifest that is not served over HTTPS is a warning', () => {
    expect(codes(read({ kcp_version: '0.14', manifest: 'http://kiosks.example/k.yaml' }))).toEqual(['KCP320 /manifest'])
  })
})

const entry = (name: string, more = ''): string => `  - name: ${name}\n    source: ./${name}/knowledge.yaml\n${more}`
const catalog = (...entries: readonly string[]): string => `catalog_version: "0.1"\nentries:\n${entries.join('')}`

describe('.kcp/catalog.yaml', () => {
  test('the minimal example of the catalog document is read', () => {
    expect(
      parseDistribution('catalog_version: "0.1"\n\nentries:\n  - name: my-service\n    source: ./knowledge.yaml\n'),
    ).toEqual({
      value: {
        catalogVersion: '0.1',
        entries: [{ name: 'my-service', source: './knowledge.yaml', sourceKind: 'relative', index: 0 }],
      },
      diagnostics: [],
    })
  })

  test('the full example of the catalog document is read', () => {
    const { value, diagnostics } = parseDistribution(`catalog_version: "0.1"

catalog:
  name: acme-platform-cartridges
  description: "KCP manifests for the ACME platform services"
  maintainer: platform@acme.example

entries:
  - name: acme-auth
    source: git+https://github.com/acme/kcps.git//auth/knowledge.yaml@v1.2.0
    version: 1.2.0
    generated: "2026-03-01"
    source_commit: a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4e5f6a1b2
  - name: acme-api
    source: git+https://github.com/acme/kcps.git//api/knowledge.yaml@v0.9.1
    version: 0.9.1
    depends_on:
      - acme-auth
  - name: nis2-baseline
    source: https://raw.githubusercontent.com/example-org/kcps/main/nis2/knowledge.yaml
    version: 1.0.0
`)
    expect(diagnostics).toEqual([])
    expect(value?.about?.maintainer).toBe('platform@acme.example')
    expect(value?.entries.map(({ name, sourceKind, dependsOn }) => [name, sourceKind, dependsOn])).toEqual([
      ['acme-auth', 'git', undefined],
      ['acme-api', 'git', ['acme-auth']],
      ['nis2-baseline', 'https', undefined],
    ])
  })

  test.each([
    ['entries:\n  - name: a\n    source: ./k.yaml\n', ['KCP219']],
    ['catalog_version: "0.1"\n', ['KCP219']],
    ['catalog_version: "0.1"\nentries: []\n', ['KCP219 /entries']],
    ['catalog_version: "0.1"\nentries: [text]\n', ['KCP219 /entries/0']],
    ['catalog_version: "0.1"\nentries:\n  - source: ./k.yaml\n', ['KCP219 /entries/0']],
    ['catalog_version: "0.1"\nentries:\n  - name: a\n', ['KCP219 /entries/0']],
    ['catalog_version: "0.1"\nentries:\n  - name: ""\n    source: ./k.yaml\n', ['KCP219 /entries/0/name']],
    ['- a\n', ['KCP108']],
    ['a: [\n', ['KCP101']],
  ])('what is required is missed: %j', (text, expected) => {
    expect(codes(parseDistribution(text))).toEqual(expected)
  })

  test.each([
    ['http://kiosks.example/k.yaml', undefined],
    ['ftp://kiosks.example/k.yaml', undefined],
    ['knowledge.yaml', undefined],
    ['//host/k.yaml', undefined],
    ['git+https://git.example/harbor.git', undefined],
    ['git+https://git.example/harbor/k.yaml', undefined],
    ['git+ssh://git.example/harbor.git//k.yaml', undefined],
    ['../k.yaml', 'relative'],
    ['/srv/k.yaml', 'absolute'],
    ['https://kiosks.example/k.yaml', 'https'],
    ['git+https://git.example/harbor.git//k.yaml', 'git'],
  ])('the source %s is of kind %s', (source, kind) => {
    const read = parseDistribution(`catalog_version: "0.1"\nentries:\n  - name: a\n    source: ${source}\n`)
    expect([read.value?.entries[0]?.sourceKind, codes(read)]).toEqual([kind, kind ? [] : ['KCP506 /entries/0/source']])
  })

  test('an unknown dependency is an error with a suggestion', () => {
    const read = parseDistribution(
      catalog(entry('harbor-auth'), entry('harbor-api', '    depends_on: [harbour-auth]\n')),
    )
    expect([codes(read), read.diagnostics[0]?.help]).toEqual([
      ['KCP414 /entries/1/depends_on/0'],
      'Did you mean "harbor-auth"?',
    ])
  })

  test('a circle of dependencies is reported once, an entry that needs itself too', () => {
    const circle = parseDistribution(
      catalog(
        entry('a', '    depends_on: [b]\n'),
        entry('b', '    depends_on: [c]\n'),
        entry('c', '    depends_on: [a]\n'),
        entry('d', '    depends_on: [d, a]\n'),
      ),
    )
    expect(circle.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'KCP414 The entries "a" → "b" → "c" depend on each other.',
      'KCP414 The entry "d" depends on itself.',
    ])
  })

  test('a long chain of dependencies is walked without recursion', () => {
    const entries = Array.from(
      { length: 3_000 },
      (_, i) => `  - {name: e${i}, source: ./k.yaml, depends_on: [e${i + 1 === 3_000 ? 0 : i + 1}, e0]}\n`,
    )
    expect(
      parseDistribution(`catalog_version: "0.1"\nentries:\n${entries.join('')}`).diagnostics.length,
    ).toBeGreaterThan(0)
  })

  test('names are unique and written in small letters', () => {
    expect(codes(parseDistribution(catalog(entry('a'), entry('a'), entry('B'))))).toEqual([
      'KCP303 /entries/1/name',
      'KCP303 /entries/2/name',
    ])
  })

  test('an unquoted version keeps its digits and gets a warning', () => {
    const read = parseDistribution('catalog_version: 0.10\nentries:\n  - name: a\n    source: ./k.yaml\n')
    expect([read.value?.catalogVersion, codes(read)]).toEqual(['0.10', ['KCP305 /catalog_version']])
  })

  test('unknown fields are ignored silently', () => {
    expect(codes(parseDistribution(catalog(entry('a', '    x-team: platform\n'))))).toEqual([])
  })
})

const formats = (files: Readonly<Record<string, string>>, ...paths: readonly string[]) =>
  validatePaths(memoryFiles(files), paths, { cwd: '/w' }).documents.map(
    ({ path, format, valid }) => `${path} ${format} ${valid}`,
  )

describe('where they are judged', () => {
  const wellKnown = '{ "kcp_version": "0.14", "manifest": "/docs/knowledge.yaml" }'
  const tree = {
    '/w/llms.txt': '# Harbor\n> knowledge: /docs/knowledge.yaml\n',
    '/w/.well-known/kcp.json': wellKnown,
    '/w/.kcp/catalog.yaml': 'catalog_version: "0.1"\nentries:\n  - name: a\n    source: ./k.yaml\n',
    '/w/docs/llms.txt': '> knowledge: nowhere\n',
  }

  test('those at a walked root are judged, those below it are not', () => {
    expect(formats(tree, '.')).toEqual([
      'llms.txt llms true',
      '.well-known/kcp.json well-known true',
      '.kcp/catalog.yaml catalog true',
    ])
  })

  test('an llms.txt that says nothing about manifests is not ours', () => {
    expect(formats({ '/w/llms.txt': '# Harbor\n\n## Docs\n' }, '.')).toEqual([])
  })

  test('each is judged by its name when it is named', () => {
    expect(formats(tree, 'docs/llms.txt', '.well-known/kcp.json', '.kcp/catalog.yaml')).toEqual([
      'docs/llms.txt llms true',
      '.well-known/kcp.json well-known true',
      '.kcp/catalog.yaml catalog true',
    ])
  })

  test('every other JSON file is a record', () => {
    expect(formats({ '/w/a.json': '{ "claims": [] }' }, 'a.json')).toEqual(['a.json record true'])
  })

  test('one that cannot be opened is an error of its own format', () => {
    const files = memoryFiles({
      '/w/.well-known/kcp.json': { trouble: 'unreadable' },
      '/w/run.json': { trouble: 'unreadable' },
    })
    const { documents } = validatePaths(files, ['.', 'run.json'], { cwd: '/w' })
    expect(documents.map(({ format, parsed, diagnostics }) => [format, parsed, diagnostics[0]?.code])).toEqual([
      ['well-known', false, 'KCP107'],
      ['record', false, 'RUN106'],
    ])
  })
})
