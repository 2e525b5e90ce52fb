import { describe, expect, test } from 'vitest'
import { validatePaths } from '../../../src/app/index.ts'
import { diskFiles } from '../../../src/io/disk/disk-files.ts'
import { main } from '../../../src/serve/cli/main.ts'
import { fakeTerminal } from '../../support/fake-terminal.ts'
import { checkPack, packText } from '../../support/judge-pack.ts'

const judgeFixture = (name: string) => {
  const [document] = validatePaths(diskFiles, [`test/fixtures/packs/${name}`], { cwd: process.cwd() }).documents
  return { valid: document?.valid, told: document?.diagnostics.map(({ severity, code }) => `${severity} ${code}`) }
}
const document = { 'documents/manual.md': '# Manual\n' }
const wiki = { 'wiki/index.md': '# Index\n' }

describe('what a pack needs', () => {
  test('AK-003: four fields are enough', () => {
    expect(judgeFixture('minimal')).toEqual({ valid: true, told: ['warning AK321'] })
  })

  test('AK-028: a pack of v0.4 stays valid, with a compatibility note', () => {
    expect(judgeFixture('version-four')).toEqual({ valid: true, told: ['warning AK321'] })
  })

  test.each([
    ['minimal', 0],
    ['version-four', 0],
    ['kiosk-brief', 0],
    ['nofm', 1],
    ['edge-badvalues', 1],
    ['edge-escape', 1],
  ])('AK-002, AK-003, AK-028: validating %s ends with exit code %i', async (name, code) => {
    expect(await main(['validate', `test/fixtures/packs/${name}`], fakeTerminal({ cwd: process.cwd() }))).toBe(code)
  })

  test('AK-298, AK-302: a guide and one compiled file, made by hand, need no provenance, scripts or model', () => {
    expect(checkPack(packText(), { 'compiled/facts.md': '# Facts\n' }).told).toEqual([])
  })

  test('AK-029, AK-352: unknown folders are tolerated and mentioned, hidden ones not even that', () => {
    const { valid, diagnostics } = checkPack(packText(), {
      'raw/sheet.md': '# Sheet\n',
      'outputs/a.md': '# A\n',
      '.cache/b.md': 'b',
    })
    expect([valid, diagnostics.map(({ code, where }) => [code, where.file])]).toEqual([
      true,
      [
        ['AK114', 'outputs/'],
        ['AK114', 'raw/'],
      ],
    ])
  })

  test('AK-352: a misspelled folder is offered its right name', () => {
    expect(checkPack(packText(), { 'complied/facts.md': '# Facts\n' }).diagnostics.map(({ help }) => help)).toEqual([
      'Did you mean "compiled/"?',
    ])
  })

  test('AK-019: what lies in indexes/ is not read as text', () => {
    const { told, opened } = checkPack(packText(), {
      'indexes/vector/a.bin': new Uint8Array([0, 255, 0]),
      'indexes/full-text/b': new Uint8Array([255]),
      'indexes/graph/c.json': '{',
    })
    expect(told).toEqual([])
    expect(opened.filter((path) => path.startsWith('indexes/'))).toEqual([])
  })

  test.each<[string, Uint8Array]>([
    ['documents/manual.md', new Uint8Array([35, 32, 228, 10])],
    ['wiki/index.md', new Uint8Array([255, 254, 35, 0, 10, 0])],
  ])('AK-019: text in another encoding is not passed over in silence: %s', (path, bytes) => {
    const { valid, diagnostics } = checkPack(packText(), { [path]: bytes })
    expect([valid, diagnostics.map(({ code, severity, message }) => [code, severity, message])]).toEqual([
      true,
      [['AK113', 'info', `The file "${path}" is not UTF-8 text and cannot be used.`]],
    ])
  })

  test.each([
    ['{"splits": [', ['warning AK112']],
    [new Uint8Array([255]), ['warning AK112']],
    ['{"splits": []}', []],
    ['[]', []],
  ])('AK-015: compiled/index.json as %j', (index, expected) => {
    const { valid, told, diagnostics } = checkPack(packText(), { 'compiled/index.json': index })
    expect([valid, told]).toEqual([true, expected])
    for (const { where } of diagnostics)
      expect([where.file, where.range?.start.line]).toEqual(['compiled/index.json', 1])
  })
})

describe('the primary path', () => {
  test('AK-005: documents/ and wiki/ without a profile', () => {
    expect(checkPack(packText({ profile: undefined }), { ...document, ...wiki }).told).toEqual([
      'warning AK321',
      'warning AK402 /profile',
    ])
    expect(checkPack(packText({ profile: 'wiki-first' }), { ...document, ...wiki }).told).toEqual([])
  })

  test('AK-005, C-07: documents/ alone without a profile is used, and that is said', () => {
    const { diagnostics } = checkPack(packText({ profile: undefined }), document)
    expect(diagnostics.map(({ message }) => message)).toEqual([
      'The profile is missing and taken as "wiki-first".',
      'No profile is declared and only "documents/" contains facts, so its sections are used.',
    ])
    expect(checkPack(packText({ profile: undefined }), { ...document, 'compiled/facts.md': '# Facts\n' }).told).toEqual(
      ['warning AK321'],
    )
  })

  test('AK-005: hybrid needs a primary document or a context map', () => {
    const both = { ...document, ...wiki }
    expect(checkPack(packText({ profile: 'hybrid' }), both).told).toEqual(['warning AK402 /profile'])
    expect(
      checkPack(packText({ profile: 'hybrid', metadata: { primaryDocument: 'documents/manual.md' } }), both).told,
    ).toEqual([])
    expect(checkPack(packText({ profile: 'hybrid' }, '## Context map\n\n- `wiki/index.md`\n'), both).told).toEqual([])
  })

  const first = { profile: 'document-first' }
  const second = { 'documents/warranty.md': '# Warranty\n' }
  test.each([
    ['no documents', first, {}, ['warning AK401 /profile']],
    ['one document', first, document, []],
    ['two documents', first, { ...document, ...second }, ['warning AK401 /profile']],
    [
      'two documents, one declared',
      { ...first, metadata: { primaryDocument: 'documents/manual.md' } },
      { ...document, ...second },
      [],
    ],
    [
      'a declared document that is missing',
      { ...first, metadata: { primaryDocument: 'documents/none.md' } },
      document,
      ['warning AK401 /metadata/primaryDocument'],
    ],
    [
      'an empty declaration',
      { ...first, metadata: { primaryDocument: '' } },
      document,
      ['warning AK401 /metadata/primaryDocument'],
    ],
    [
      'a declared folder',
      { ...first, metadata: { primaryDocument: 'documents' } },
      document,
      ['warning AK401 /metadata/primaryDocument'],
    ],
    [
      'a declared document that is missing, in another profile',
      { metadata: { primaryDocument: 'documents/none.md' } },
      document,
      ['warning AK401 /metadata/primaryDocument'],
    ],
  ])('AK-084: document-first with %s', (_, fields, files, expected) => {
    const { valid, told } = checkPack(packText(fields), files)
    expect([valid, told]).toEqual([true, expected])
  })

  test.each([
    ['ontology', 'primaryOntology', 'AK403', 'AK-050'],
    ['answers', 'primaryAnswers', 'AK404', 'AK-051'],
  ])('AK-050, AK-051: %s/ and metadata.%s', (folder, field, code) => {
    const files = { [`${folder}/main.json`]: '[]' }
    const toldFor = (metadata: Readonly<Record<string, string>> | undefined) =>
      checkPack(packText({ metadata }), files).told.filter((finding) => finding.includes('/metadata'))
    expect(toldFor(undefined)).toEqual([`warning ${code} /metadata/${field}`])
    expect(toldFor({ [field]: `${folder}/none.json` })).toEqual([`error AK405 /metadata/${field}`])
    expect(toldFor({ [field]: `${folder}/main.json` })).toEqual([])
    expect(checkPack(packText()).told).toEqual([])
  })

  test('AK-091, AK-274: a content-ontology pack needs ontology/', () => {
    const without = checkPack(packText({ type: 'content-ontology' }))
    expect([without.valid, without.told]).toEqual([false, ['error AK411 /type']])
    expect(without.diagnostics[0]?.message).toContain('"ontology/"')
    const manifest = '{"name": "kiosks", "scope": "terminals", "files": ["concepts.json"], "status": "reviewed"}'
    const metadata = { primaryOntology: 'ontology/ontology.json' }
    expect(
      checkPack(packText({ type: 'content-ontology', metadata }), {
        'ontology/ontology.json': manifest,
        'ontology/concepts.json': '[]',
      }).valid,
    ).toBe(true)
  })
})

describe('AK-085: a persona needs boundaries', () => {
  const persona = { type: 'brand-persona', runtime: { mode: 'persona' } }

  test.each<[string, string, Record<string, string>]>([
    ['none', '# Voice\n\nWarm and brief.\n', {}],
    ['a mention in the text only', '# Voice\n\nMind the boundaries.\n', { 'compiled/voice.md': '# Voice\n' }],
  ])('is warned about with %s', (_, body, files) => {
    const { valid, told } = checkPack(packText(persona, body), files)
    expect([valid, told]).toEqual([true, ['warning AK604 /runtime/mode']])
  })

  test.each<[string, string, Record<string, string>]>([
    ['a heading', '# Voice\n\n## Taboos\n\nNo prices.\n', {}],
    ['a Chinese heading', '# 语气\n\n## 边界\n\n不谈价格。\n', {}],
    [
      'a line of the context map',
      '## Context map\n\n- limits of what may be promised: `compiled/promises.md`\n',
      { 'compiled/promises.md': '# Promises\n' },
    ],
    ['a compiled file', '# Voice\n', { 'compiled/boundaries.md': '# Boundaries\n' }],
    ['a split', '# Voice\n', { 'compiled/splits/founder/taboos.md': '# Taboos\n' }],
    ['a label', '# Voice\n\n**Boundaries:** prices are for the sales desk.\n', {}],
    ['an item that says never', '# Voice\n\n- Warm and brief.\n- Never promise a discount.\n', {}],
    ['a section of a compiled file', '# Voice\n', { 'compiled/voice.md': '# Voice\n\n## Boundaries\n\nNo prices.\n' }],
    ['a page of the wiki', '# Voice\n', { 'wiki/taboos.md': '# What we leave to others\n' }],
  ])('is content with %s', (_, body, files) => {
    expect(checkPack(packText(persona, body), files).told).toEqual([])
  })

  test('is content with a section of the primary document', () => {
    const fields = { ...persona, profile: 'document-first', metadata: { primaryDocument: 'documents/founder.md' } }
    expect(
      checkPack(packText(fields), { 'documents/founder.md': '# Founder\n\n## What she never says\n' }).told,
    ).toEqual([])
  })

  test('is not asked for in data mode', () => {
    expect(checkPack(packText()).told).toEqual([])
  })
})

describe('the guide', () => {
  test('AK-089: a broken link has its file and line', () => {
    const { diagnostics } = checkPack(packText({}, '# Harbor Kiosk\n\nSee\n[the facts](compiled/none.md).\n'))
    expect(diagnostics.map(({ code, severity, where }) => [code, severity, where.file, where.range])).toEqual([
      [
        'AK406',
        'warning',
        'packs/kiosk-brief/KNOWLEDGE.md',
        { start: { line: 12, column: 13 }, end: { line: 12, column: 29 } },
      ],
    ])
  })

  test.each([
    ['anchors, web addresses and mail', '[a](#below) [b](https://example.com/x.md) [c](mailto:a@example.com)'],
    [
      'files, folders and anchors in files',
      '[a](compiled/facts.md#battery) [b](compiled/) [c](./compiled/facts.md "t") [d](compiled/my%20notes.md)',
    ],
    ['code', '`[a](none.md)`\n\n```\n[b](none.md)\n```\n\n    [c](none.md)\n\n<!-- [d](none.md) -->'],
    ['back-quoted paths outside the context map', 'See `compiled/none.md`.'],
    ['patterns in the context map', '## Context map\n\n- `compiled/splits/*/*.md`, `wiki/<topic>.md`'],
  ])('AK-089: %s are no broken links', (_, body) => {
    expect(
      checkPack(packText({}, `${body}\n`), { 'compiled/facts.md': '# Facts\n', 'compiled/my notes.md': '# Notes\n' })
        .told,
    ).toEqual([])
  })

  test('AK-089: reference links, images and the context map are looked at', () => {
    const body = '[a][x] ![b](img.png)\n\n[x]: none.md\n\n## Context map\n\n- `compiled/none.md` first\n'
    expect(checkPack(packText({}, body)).diagnostics.map(({ message }) => message)).toEqual([
      'The guide points to "img.png", which does not exist.',
      'The guide points to "none.md", which does not exist.',
      'The guide points to "compiled/none.md", which does not exist.',
    ])
  })

  test('AK-089: a percent sign in a link is undone before the path is judged', () => {
    const files = { 'compiled/facts.md': '# Facts\n' }
    expect(checkPack(packText({}, '[a](compiled%2Ffacts.md)\n'), files).told).toEqual([])
    expect(checkPack(packText({}, '[a](%252e%252e/facts.md) [b](..%2Ffacts.md)\n'), files).told).toEqual([
      'error AK501',
      'error AK501',
    ])
  })

  test('AK-089: footnotes are no broken links', () => {
    expect(checkPack(packText({}, 'Nine hours.[^1]\n\n[^1]: Older kiosks last six.\n')).told).toEqual([])
  })

  test('AK-089: a guide with thousands of broken links shows a hundred and counts the rest', () => {
    const { diagnostics } = checkPack(packText({}, '[a](none.md)\n\n'.repeat(150)))
    expect([diagnostics.length, diagnostics.at(-1)?.message]).toEqual([
      100,
      'The guide points to "none.md", which does not exist; the same applies to 50 more places.',
    ])
  })

  test('C-15: a line of the context map without a path is hinted at', () => {
    const { diagnostics } = checkPack(packText({}, '## Context map\n\n- Start with the briefing.\n'))
    expect(diagnostics.map(({ code, severity, where }) => [code, severity, where.range?.start])).toEqual([
      ['AK327', 'info', { line: 11, column: 3 }],
    ])
  })
})

describe('AK-049, AK-313: no path leads out of the pack', () => {
  const ways = [
    '../secret.md',
    'documents/../../secret.md',
    '/etc/passwd',
    'C:\\secret.md',
    'C:/secret.md',
    '\\\\server\\share\\secret.md',
    '//server/share/secret.md',
    '%2e%2e/secret.md',
    'file:///etc/passwd',
  ]
  const outside = { '/packs/secret.md': 'SECRET', '/secret.md': 'SECRET', '/etc/passwd': 'SECRET' }

  test.each(ways)('in the metadata: %s', (path) => {
    for (const field of ['primaryDocument', 'primaryOntology', 'primaryAnswers']) {
      const { valid, told, opened } = checkPack(packText({ metadata: { [field]: path } }), outside)
      expect([valid, told]).toEqual([false, [`error AK501 /metadata/${field}`]])
      expect(opened.filter((opening) => opening !== 'KNOWLEDGE.md')).toEqual([])
    }
  })

  test.each(ways)('in a link or the context map: %s', (path) => {
    const { diagnostics, opened } = checkPack(
      packText({}, `See [this](<${path.replaceAll('\\', '\\\\')}>).\n\n## Context map\n\n- \`${path}\`\n`),
      outside,
    )
    expect(diagnostics.map(({ code, where }) => [code, where.range?.start.line])).toEqual([
      ['AK501', 9],
      ['AK501', 13],
    ])
    expect(opened.filter((opening) => opening !== 'KNOWLEDGE.md')).toEqual([])
  })

  test('in a licence', () => {
    expect(checkPack(packText({ license: '../LICENSE' })).told).toEqual(['error AK501 /license'])
  })

  test('by a link on disk', () => {
    const link = { trouble: 'outside' } as const
    expect(
      checkPack(packText({ metadata: { primaryDocument: 'documents/a.md' } }), { 'documents/a.md': link }).told,
    ).toEqual(['error AK501 /metadata/primaryDocument'])
    expect(
      checkPack(packText({ metadata: { primaryAnswers: 'answers/a.json' } }), { 'answers/a.json': link }).told,
    ).toEqual(['error AK501 /metadata/primaryAnswers'])
    expect(checkPack(packText({}, '[a](wiki/a.md)\n'), { 'wiki/a.md': link }).told).toEqual(['error AK501'])
  })

  test('in the pack that tries it', () => {
    expect(judgeFixture('edge-escape')).toEqual({ valid: false, told: ['info AK318', 'error AK501'] })
  })
})

describe('packs as they come', () => {
  test.each([
    ['kiosk-brief', true, ['info AK801']],
    ['playbook', true, ['warning AK604']],
    ['edge-archived', true, ['warning AK321', 'info AK318']],
    ['edge-crlf', true, ['warning AK321', 'info AK318']],
    ['edge-folded', true, ['warning AK321', 'info AK318', 'info AK316']],
  ])('%s', (name, valid, told) => {
    expect(judgeFixture(name)).toEqual({ valid, told })
  })
})
