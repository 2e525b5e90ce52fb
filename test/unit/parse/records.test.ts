import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { recordSchema } from '../../../src/author/schema/schemas.ts'
import { validatePaths } from '../../../src/app/validate/validate-paths.ts'
import type { RecordKind } from '../../../src/model/tables/run-fields.ts'
import { runName } from '../../../src/parse/records/record-kind.ts'
import { readRecord } from '../../../src/parse/records/record.ts'
import { selectionSuite } from '../../../src/parse/records/selection-suite.ts'
import { validateRecord } from '../../../src/validate/validate-record.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'
import { recordSchemas } from '../../support/record-schemas.ts'
import { fullRecords, withValue } from '../../support/sample-records.ts'

type Path = readonly (string | number)[]
type Case = readonly [kind: RecordKind, path: Path, value: unknown]

const kinds = Object.keys(fullRecords) as RecordKind[]

/** What the upstream schemas say, by a validator that is not ours. */
const ajv = new Ajv2020()
const judges: Readonly<Record<RecordKind, (value: unknown) => boolean>> = {
  'context-resolution': ajv.compile(recordSchemas['context-resolution']),
  'compile-run': ajv.compile(recordSchemas['compile-run']),
  'source-map': ajv.compile(recordSchemas['source-map']),
  'selection-eval': ajv.compile(recordSchemas['selection-eval']),
}

const judge = (record: unknown, options: { kind?: RecordKind; lenient?: boolean } = {}) =>
  validateRecord(JSON.stringify(record), options)
const pack =
  '---\nname: p\ndescription: Facts about the harbor kiosks, for service staff; no prices.\ntype: brand-product\nstatus: ready\nprofile: wiki-first\n---\n'

/** Findings of a pack that keeps these files, as `code file pointer`. */
function packFindings(tree: Readonly<Record<string, unknown>>): readonly string[] {
  const files = Object.fromEntries(
    Object.entries(tree).map(([path, content]) => [
      `/p/${path}`,
      typeof content === 'string' ? content : JSON.stringify(content),
    ]),
  )
  const { documents } = validatePaths(memoryFiles({ '/p/KNOWLEDGE.md': pack, ...files }), ['/p'], { cwd: '/' })
  return documents
    .flatMap(({ diagnostics }) => diagnostics)
    .filter(({ code }) => code.startsWith('RUN') || code === 'AK328')
    .map(({ code, where }) => `${code} ${where.file} ${where.pointer}`)
}

const context = 'context-resolution'
const second: Path = ['activated_packs', 1]
const chapter: Path = ['chapters', 0]
const claim: Path = ['claims', 0]

/** Removing or changing these leaves a valid record: 40 cases with the four full ones. */
const validCases: readonly Case[] = [
  ...['resolver', 'missing', 'token_estimate', 'wrapper_order'].map((field): Case => [context, [field], undefined]),
  ...[
    'status',
    'trust',
    'grounding',
    'source_anchors',
    'warnings',
    'profile',
    'runtime_mode',
    'selected_documents',
    'selected_splits',
    'wrapper_order',
    'builder_skill',
  ].map((field): Case => [context, [...second, field], undefined]),
  [context, [...second, 'selected_files'], []],
  [context, [...second, 'warnings', 0, 'path'], undefined],
  [context, [...second, 'builder_skill', 'digest'], undefined],
  [context, ['query'], ' '],
  [context, ['token_estimate'], 0],
  ...[
    'compiler',
    'diagnostics',
    'review',
    'profile',
    'primary_document',
    'builder_skill',
    'documents',
    'chapters',
    'quality_issues',
  ].map((field): Case => ['compile-run', [field], undefined]),
  ['compile-run', ['inputs'], []],
  ['compile-run', ['outputs', 0, 'operation'], 'unchanged'],
  ['source-map', ['claims'], []],
  ['source-map', ['document_sections'], undefined],
  ['source-map', [...claim, 'status'], 'missing'],
  ['selection-eval', ['cases', 0, 'reason'], undefined],
  ['selection-eval', ['cases', 2, 'expected_warnings'], []],
]

const invalidCases: readonly Case[] = [
  ...['run_id', 'query', 'status', 'activated_packs'].map((field): Case => [context, [field], undefined]),
  ...['name', 'activation', 'selected_files'].map((field): Case => [context, [...second, field], undefined]),
  [context, ['run_id'], ''],
  [context, ['status'], 'ready'],
  [context, ['activated_packs'], []],
  [context, ['missing'], 'x'],
  [context, ['token_estimate'], 1.5],
  [context, ['token_estimate'], null],
  [context, ['wrapper_order'], 1],
  [context, ['recommendation'], 'Ask.'],
  [context, ['resolver', 'model'], 'x'],
  [context, [...second, 'selected_files'], [1, 2]],
  [context, [...second, 'wrapper_order'], ['kiosk-brief']],
  [context, [...second, 'bogus'], 1],
  [context, [...second, 'builder_skill', 'kind'], 'skill'],
  [context, [...second, 'builder_skill', 'source'], 'x'],
  [context, [...second, 'builder_skill', 'name'], undefined],
  [context, [...second, 'warnings', 0, 'severity'], 'fatal'],
  [context, [...second, 'warnings', 0, 'message'], undefined],
  ['compile-run', ['trigger'], undefined],
  ['compile-run', ['trigger'], 'cron'],
  ['compile-run', ['inputs', 0, 'path'], undefined],
  ['compile-run', ['outputs', 0, 'operation'], 'moved'],
  ['compile-run', ['diagnostics', 0, 'path'], undefined],
  ['compile-run', ['review', 'required'], 'yes'],
  ['compile-run', ['builder_skill', 'name'], undefined],
  ['compile-run', ['builder_skill', 'kind'], 'skill'],
  ['compile-run', [...chapter, 'coverage'], 'half'],
  ['compile-run', [...chapter, 'tokens'], '120'],
  ['source-map', [...claim, 'status'], 'sure'],
  ['source-map', [...claim, 'source'], 'sources/sheet.md'],
  ['source-map', [...claim, 'compiled_into', 0], null],
  ['source-map', ['document_sections', 0, 'title'], ''],
  ['selection-eval', ['cases'], []],
  ['selection-eval', ['cases', 1, 'expected'], 'ignore'],
]

/** Paths of everything inside a value. */
function placesIn(value: unknown): readonly Path[] {
  if (typeof value !== 'object' || value === null) return []
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return entries.flatMap(([key, inner]: [string | number, unknown]): Path[] => [
    [key],
    ...placesIn(inner).map((path) => [key, ...path]),
  ])
}

const agrees = ({ kind, record }: { kind: RecordKind; record: unknown }): boolean =>
  judge(record, { kind }).valid === judges[kind](JSON.parse(JSON.stringify(record)))

describe('AK-212: records are judged as a draft 2020-12 validator judges them', () => {
  test('there are 40 valid and 40 mutated records', () => {
    expect([validCases.length + kinds.length, invalidCases.length]).toEqual([40, 40])
  })

  test.each(kinds)('a %s with every field is valid', (kind) => {
    expect([judges[kind](fullRecords[kind]), judge(fullRecords[kind]).diagnostics]).toEqual([true, []])
  })

  test.each(validCases)('a %s stays valid: %j %j', (kind, path, value) => {
    const record = withValue(fullRecords[kind], path, value)
    expect([judges[kind](record), judge(record).valid, judge(record).schema]).toEqual([true, true, kind])
  })

  test.each(invalidCases)('a %s becomes invalid: %j %j', (kind, path, value) => {
    const record = withValue(fullRecords[kind], path, value)
    expect([judges[kind](record), judge(record).valid, judge(record).schema]).toEqual([false, false, kind])
  })

  test.each(kinds)('the schema that we publish says the same of a %s', (kind) => {
    const published = new Ajv2020().compile(recordSchema(kind))
    for (const [, path, value] of [...validCases, ...invalidCases].filter(([other]) => other === kind)) {
      const record = withValue(fullRecords[kind], path, value)
      expect([path, published(record)]).toEqual([path, judges[kind](record)])
    }
  })

  test.each(kinds)('every place of a %s is judged alike, whatever stands there', (kind) => {
    const values = [undefined, null, '', 'x', -1, 1.5, true, [], {}, [1], ['x'], { x: 1 }]
    for (const path of placesIn(fullRecords[kind])) {
      for (const value of values)
        expect([path, value, agrees({ kind, record: withValue(fullRecords[kind], path, value) })]).toEqual([
          path,
          value,
          true,
        ])
    }
  })

  test('any value at any place is judged alike', () => {
    const mutation = fc
      .constantFrom(...[...validCases, ...invalidCases].filter(([, path]) => path.length > 0))
      .chain(([kind, path]) =>
        fc.jsonValue().map((value) => ({ kind, record: withValue(fullRecords[kind], path, value) })),
      )
    fc.assert(fc.property(mutation, agrees), { numRuns: 500 })
  })
})

const findings = (kind: RecordKind, path: Path, value: unknown): readonly string[] =>
  judge(withValue(fullRecords[kind], path, value)).diagnostics.map(({ code, where }) => `${code} ${where.pointer}`)

describe('what is found, and where', () => {
  test('AK-213: an unknown field is an error at its own place', () => {
    expect(findings(context, [...second, 'bogus'], 1)).toEqual(['RUN303 /activated_packs/1/bogus'])
  })

  test('AK-214: list entries are type-checked one by one', () => {
    expect(findings(context, [...second, 'selected_files'], [1, 'compiled/facts.md', { x: 1 }])).toEqual([
      'RUN301 /activated_packs/1/selected_files/0',
      'RUN301 /activated_packs/1/selected_files/2',
    ])
  })

  test('AK-218: the status is one of five', () => {
    for (const status of ['passed', 'needs-review', 'stale', 'disputed', 'failed'])
      expect(findings(context, ['status'], status)).toEqual([])
    expect(findings(context, ['status'], 'ready')).toEqual(['RUN302 /status'])
  })

  test('AK-220: wrapper order is a list at the top and a whole number per pack', () => {
    expect(findings(context, ['wrapper_order'], 1)).toEqual(['RUN301 /wrapper_order'])
    expect(findings(context, [...second, 'wrapper_order'], ['kiosk-brief'])).toEqual([
      'RUN301 /activated_packs/1/wrapper_order',
    ])
  })

  test('AK-221: a context record knows name, version and digest of the builder', () => {
    expect(
      findings(context, [...second, 'builder_skill'], { name: 'w', version: '1', digest: 'd', kind: 'skill' }),
    ).toEqual(['RUN303 /activated_packs/1/builder_skill/kind'])
  })

  test('AK-222: missing is a list and the token estimate whole', () => {
    expect(findings(context, ['missing'], 'x')).toEqual(['RUN301 /missing'])
    expect(findings(context, ['token_estimate'], 1.5)).toEqual(['RUN301 /token_estimate'])
  })

  test('AK-223: a resolution without an activated pack is no valid record', () => {
    expect(findings(context, ['activated_packs'], [])).toEqual(['RUN304 /activated_packs'])
  })

  test('AK-299: the builder of a compile run has a name and no kind', () => {
    expect(findings('compile-run', ['builder_skill'], { version: '1', kind: 'skill' })).toEqual([
      'RUN201 /builder_skill',
      'RUN303 /builder_skill/kind',
    ])
    expect(findings('compile-run', ['builder_skill'], { name: 'w', source: 'skills/w' })).toEqual([])
  })

  test('a finding has the line and column of its value', () => {
    const [found] = validateRecord('{\n  "claims": "none"\n}').diagnostics
    expect(found?.where.range).toEqual({ start: { line: 2, column: 13 }, end: { line: 2, column: 19 } })
  })

  test('a misspelled field gets a suggestion', () => {
    const record = withValue(withValue(fullRecords[context], ['token_estimate'], undefined), ['token_estimat'], 1)
    expect(judge(record).diagnostics[0]?.help).toBe('Did you mean "token_estimate"?')
  })

  test('unknown fields are warnings when we are lenient, and nothing else is', () => {
    const record = withValue(withValue(fullRecords[context], ['bogus'], 1), ['missing'], 'x')
    expect(judge(record, { lenient: true }).diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual([
      'RUN301 error',
      'RUN303 warning',
    ])
    expect(judge(withValue(fullRecords[context], ['bogus'], 1), { lenient: true }).valid).toBe(true)
  })

  test('a field named __proto__ is an unknown field and nothing more', () => {
    expect(
      validateRecord('{ "claims": [], "__proto__": { "polluted": true } }').diagnostics.map(({ code }) => code),
    ).toEqual(['RUN303'])
  })
})

const kindOf = (record: unknown, file = 'x.json') => readRecord(JSON.stringify(record), file).kind

describe('AK-215: the content tells the kind', () => {
  test('a record is recognised while required fields are missing', () => {
    expect(kindOf({ run_id: 'r', query: 'q', status: 'passed' })).toBe('context-resolution')
    expect(kindOf({ run_id: 'r', status: 'passed', inputs: [], outputs: [] })).toBe('compile-run')
    expect(kindOf({ cases: [] })).toBe('selection-eval')
  })

  test('the name settles only what the content leaves open', () => {
    expect(kindOf({ run_id: 'r', status: 'passed' }, 'runs/compile-20260507T100000Z.json')).toBe('compile-run')
    expect(kindOf({ claims: [] }, 'runs/compile-20260507T100000Z.json')).toBe('source-map')
    expect(kindOf({ restarts: 3 }, 'runs/compile-20260507T100000Z.json')).toBeUndefined()
  })

  test('a name that starts with eval does not make an eval result a suite', () => {
    const result = { suite: 'evals/discovery.json', pack_name: 'p', results: [], summary: { passed: 0 } }
    const reading = readRecord(JSON.stringify(result), 'runs/eval-discovery-2026-01-01T00-00-00Z.json')
    expect([reading.kind, reading.report, reading.findings]).toEqual([undefined, 'eval result', []])
    expect(judge(result).diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['RUN107 info'])
  })

  test('a named kind wins over what the content looks like', () => {
    expect(judge({ suite: 's', pack_name: 'p', results: [] }, { kind: 'selection-eval' }).valid).toBe(false)
  })

  test('both time forms of run names are read', () => {
    expect(runName('context-2026-05-01T10-30-00Z.json')).toEqual({
      kind: 'context-resolution',
      time: '2026-05-01T10:30:00Z',
    })
    expect(runName('compile-20260507T100000Z')).toEqual({ kind: 'compile-run', time: '2026-05-07T10:00:00Z' })
    expect(runName('compile-may')).toBeUndefined()
  })
})

describe('older forms', () => {
  const v05 = {
    run_id: 'context-1',
    query: 'battery?',
    status: 'passed',
    activated_packs: [{ name: 'kiosk-brief', activation: 'explicit', selected_files: ['compiled/facts.md'] }],
    token_estimate: 12,
  }
  const queries = {
    queries: [
      { query: 'How long does the battery last?', should_select: true },
      { query: 'Polish this email.', should_select: false },
    ],
  }

  test('AK-224: a context record without profile, mode and order is valid', () => {
    expect(judge(v05).diagnostics).toEqual([])
  })

  test('AK-354: the older record and the older suite load without errors', () => {
    expect([judge(v05).valid, judge(queries).valid]).toEqual([true, true])
  })

  test('a suite of queries is read as cases, with a note', () => {
    expect(judge(queries).diagnostics.map(({ code, severity }) => `${code} ${severity}`)).toEqual(['RUN305 info'])
    expect(selectionSuite(readRecord(JSON.stringify(queries), 'evals/discovery.json'))).toEqual({
      packName: undefined,
      cases: [
        { id: 'query-1', prompt: 'How long does the battery last?', expected: 'select' },
        { id: 'query-2', prompt: 'Polish this email.', expected: 'reject' },
      ],
    })
  })

  test('a suite of cases is read as it is', () => {
    expect(selectionSuite(readRecord(JSON.stringify(fullRecords['selection-eval']), 'x.json'))?.cases[2]).toEqual({
      id: 'price',
      prompt: 'Quote a price.',
      expected: 'warn',
      expectedWarnings: ['pricing'],
    })
  })

  test('a query without an answer is an error in the older form too', () => {
    expect(judge({ queries: [{ query: 'x' }] }).diagnostics.map(({ code }) => code)).toEqual(['RUN305', 'RUN201'])
  })
})

describe('records of a pack', () => {
  test('AK-225: only the broken compile run is reported, with its path', () => {
    const good = fullRecords['compile-run']
    expect(
      packFindings({
        'runs/compile-2026-05-01T10-30-00Z.json': good,
        'runs/compile-2026-05-02T10-30-00Z.json': withValue(good, ['trigger'], undefined),
      }),
    ).toEqual(['RUN201 runs/compile-2026-05-02T10-30-00Z.json '])
  })

  test('AK-228: reports beside the records give no findings', () => {
    const reports = {
      'runs/health-2026-01-01.json': { ok: true, status: 'passed', command: 'health', pack: 'p', findings: [] },
      'runs/health-2026-01-02.json': { consistency: [], freshness: [] },
      'runs/usage-2026-01-01.json': {
        pack: 'p',
        version: '1.0.0',
        status: 'ready',
        selected_files: [],
        citation_gaps: [],
        warnings: [],
        timestamp: '2026-01-01T00:00:00Z',
      },
      'runs/eval-discovery-2026-01-01T00-00-00Z.json': { suite: 's', pack_name: 'p', results: [], summary: {} },
      'runs/eval-2026-01-01/discovery-results.json': '{ not json',
      'runs/lint-2026-01-01.md': '# Lint',
    }
    expect(packFindings(reports)).toEqual([])
  })

  test('AK-228: JSON of an unknown shape is mentioned and not judged', () => {
    expect(packFindings({ 'runs/restarts.json': { kiosk: 'pier-4' }, 'runs/list.json': [1] })).toEqual([
      'AK328 runs/list.json ',
      'AK328 runs/restarts.json ',
    ])
  })

  test('AK-253: an unknown claim status names the claim', () => {
    const record = withValue(fullRecords['source-map'], ['claims', 1, 'status'], 'sure')
    const { documents } = validatePaths(
      memoryFiles({ '/p/KNOWLEDGE.md': pack, '/p/indexes/source-map.json': JSON.stringify(record) }),
      ['/p'],
      { cwd: '/' },
    )
    const found = documents[0]?.diagnostics.find(({ code }) => code === 'RUN302')
    expect(found?.message).toBe(
      'The field "status" of claim "price" is "sure", not one of confirmed, inferred, disputed, stale, missing, source-required.',
    )
    expect(documents[0]?.valid).toBe(false)
  })

  test('the source map and the suites are judged by their place, whatever they look like', () => {
    expect(
      packFindings({ 'indexes/source-map.json': { sources: [] }, 'evals/discovery.train.json': { tests: [] } }),
    ).toEqual([
      'RUN201 evals/discovery.train.json ',
      'RUN201 evals/discovery.train.json ',
      'RUN303 evals/discovery.train.json /tests',
      'RUN201 indexes/source-map.json ',
      'RUN303 indexes/source-map.json /sources',
    ])
  })

  test('broken JSON is placed in its own file', () => {
    expect(packFindings({ 'runs/context-1.json': '{ "run_id": ' })).toEqual(['RUN101 runs/context-1.json '])
  })
})
