import { describe, expect, test } from 'vitest'
import { readPack } from '../../../src/parse/pack/pack.ts'
import { openFolder } from '../../../src/validate/folder.ts'
import { inspectPack } from '../../../src/validate/inspect/inspect.ts'
import { packText, type Fields } from '../../support/judge-pack.ts'
import { memoryFiles } from '../../../src/io/memory/memory-files.ts'

function inspect(others: Readonly<Record<string, string>> = {}, fields: Fields = {}) {
  const guide = packText(fields)
  const files = memoryFiles(
    Object.fromEntries(
      Object.entries({ 'KNOWLEDGE.md': guide, ...others }).map(([path, text]) => [`/p/${path}`, text]),
    ),
  )
  return inspectPack(readPack(guide, 'KNOWLEDGE.md'), openFolder(files, '/p'))
}

const list = (count: number, extra: object = {}): string =>
  JSON.stringify(Array.from({ length: count }, (_, i) => ({ id: `r${i}`, ...extra })))

describe('folders', () => {
  test('AK-029: known folders have their role, others are unknown and never taken for a known one', () => {
    const { folders, unknownFolders } = inspect({
      'compiled/a.md': 'a',
      'compiled/b.md': 'b',
      'raw/x.md': 'x',
      'outputs/y.md': 'y',
      'sources/z.md': 'z',
    })
    expect(folders).toEqual([
      { name: 'compiled', role: 'runtime', files: 2 },
      { name: 'outputs', role: 'unknown', files: 1 },
      { name: 'raw', role: 'unknown', files: 1 },
      { name: 'sources', role: 'evidence', files: 1 },
    ])
    expect(unknownFolders).toEqual(['outputs', 'raw'])
  })

  test('AK-009: wiki pages are labelled by their kind', () => {
    const pages = [
      'index.md',
      'log.md',
      'sources/a.md',
      'entities/a.md',
      'concepts/a.md',
      'concepts/b.md',
      'decisions/a.md',
      'contradictions/a.md',
      'open-questions/a.md',
      'synthesis/a.md',
      'misc/a.md',
      'pic.png',
    ]
    expect(inspect(Object.fromEntries(pages.map((page) => [`wiki/${page}`, '# Page\n']))).wiki).toEqual({
      index: ['wiki/index.md'],
      log: ['wiki/log.md'],
      sources: ['wiki/sources/a.md'],
      entities: ['wiki/entities/a.md'],
      concepts: ['wiki/concepts/a.md', 'wiki/concepts/b.md'],
      decisions: ['wiki/decisions/a.md'],
      contradictions: ['wiki/contradictions/a.md'],
      'open-questions': ['wiki/open-questions/a.md'],
      synthesis: ['wiki/synthesis/a.md'],
      other: ['wiki/misc/a.md'],
    })
  })
})

describe('records', () => {
  const operational = {
    'ontology/ontology.json': '{"name": "kiosks"}',
    'ontology/signals.json': list(3),
    'ontology/objectives.json': list(2),
    'ontology/resources.json': JSON.stringify([{ id: 'a' }, { id: 'b', type: 'CampaignCell' }]),
    'ontology/action-types.json': '{"actionTypes": [{"id": "a", "name": "Call back"}]}',
    'ontology/decision-gates.json': list(1),
    'ontology/action-logs.json': list(4),
    'ontology/feedback.json': list(1),
  }

  test('AK-276: operational records are counted per file', () => {
    expect(inspect(operational).records.files).toEqual([
      { path: 'ontology/action-logs.json', records: 4 },
      { path: 'ontology/action-types.json', records: 1 },
      { path: 'ontology/decision-gates.json', records: 1 },
      { path: 'ontology/feedback.json', records: 1 },
      { path: 'ontology/objectives.json', records: 2 },
      { path: 'ontology/resources.json', records: 2 },
      { path: 'ontology/signals.json', records: 3 },
    ])
  })

  test('AK-277: the eight objects are counted by their names', () => {
    expect(inspect(operational).records.objects).toEqual({
      ActionLog: 4,
      ActionType: 1,
      CampaignCell: 1,
      DecisionGate: 1,
      FeedbackLoop: 1,
      Objective: 2,
      ResourceBundle: 1,
      Signal: 3,
    })
  })

  test('AK-284: answer records are counted per file', () => {
    const names = [
      'questions',
      'answer-blocks',
      'citation-targets',
      'source-surfaces',
      'structured-data',
      'monitoring-runs',
    ]
    const { records } = inspect(Object.fromEntries(names.map((name, i) => [`answers/${name}.json`, list(i + 1)])))
    expect(Object.fromEntries(records.files.map(({ path, records: count }) => [path, count]))).toEqual({
      'answers/questions.json': 1,
      'answers/answer-blocks.json': 2,
      'answers/citation-targets.json': 3,
      'answers/source-surfaces.json': 4,
      'answers/structured-data.json': 5,
      'answers/monitoring-runs.json': 6,
    })
    expect(records.objects).toEqual({})
  })

  test('a file that is not JSON has no count', () => {
    expect(inspect({ 'answers/questions.json': '[' }).records.files).toEqual([
      { path: 'answers/questions.json', records: undefined },
    ])
  })
})

const run = (builder: object): string =>
  JSON.stringify({ run_id: 'c', trigger: 'manual', status: 'passed', inputs: [], outputs: [], builder_skill: builder })

describe('AK-297: provenance', () => {
  const producedBy = { kind: 'agent-skill', name: 'kiosk-builder', version: '1.0.0', digest: 'sha256:aa' }

  test('the frontmatter and the newest compile run are shown side by side', () => {
    const { provenance } = inspect(
      {
        'runs/compile-2026-01-01T00-00-00Z.json': run({ name: 'old-builder' }),
        'runs/compile-20260201T000000Z.json': run({
          name: 'kiosk-builder',
          version: '1.1.0',
          digest: 'sha256:AA',
          source: 'skills/kiosk',
        }),
      },
      { metadata: { producedBy } },
    )
    expect(provenance).toEqual({
      declared: producedBy,
      compiled: {
        name: 'kiosk-builder',
        version: '1.1.0',
        digest: 'sha256:AA',
        source: 'skills/kiosk',
        run: 'runs/compile-20260201T000000Z.json',
      },
      differs: ['version'],
    })
  })

  test('either may be missing', () => {
    expect(inspect({}, { metadata: { producedBy: { name: 'b' } } }).provenance).toEqual({ declared: { name: 'b' } })
    expect(inspect({ 'runs/compile-2026-01-01T00-00-00Z.json': run({ name: 'b' }) }).provenance).toEqual({
      compiled: { name: 'b', run: 'runs/compile-2026-01-01T00-00-00Z.json' },
    })
    expect(inspect().provenance).toEqual({})
  })
})

describe('AK-353: the lowest version of the standard that knows everything a pack uses', () => {
  const old = { profile: undefined }

  test.each<[string, Record<string, string>, Fields, string, readonly string[]]>([
    ['nothing special', { 'wiki/index.md': '# Index\n' }, old, '0.1.0', []],
    ['tests', { 'evals/answers.json': '{}' }, old, '0.2.0', ['evals/']],
    [
      'a source map and a discovery suite',
      { 'indexes/source-map.json': '{}', 'evals/discovery.train.json': '{}' },
      old,
      '0.4.0',
      ['indexes/source-map.json', 'discovery suites'],
    ],
    [
      'a context record',
      { 'runs/context-2026-01-01T00-00-00Z.json': '{}', 'runs/compile-a.json': '{}' },
      old,
      '0.5.0',
      ['context records'],
    ],
    ['a profile and splits', { 'compiled/splits/a/b.md': '# B\n' }, {}, '0.6.0', ['profile', 'compiled/splits/']],
    [
      'an ontology',
      { 'ontology/concepts.json': '[]' },
      { type: 'content-ontology' },
      '0.7.0',
      ['ontology/', 'type: content-ontology'],
    ],
    ['an operational ontology', { 'ontology/signals.json': '[]' }, {}, '0.7.1', ['operational ontology files']],
    [
      'answers',
      { 'answers/questions.json': '[]' },
      { metadata: { primaryAnswers: 'answers/questions.json' } },
      '0.7.2',
      ['answers/', 'metadata.primaryAnswers'],
    ],
  ])('with %s', (_, files, fields, version, because) => {
    expect(inspect(files, fields).standard).toEqual({ version, because })
  })
})

test('a pack without readable frontmatter can be inspected all the same', () => {
  const files = memoryFiles({ '/p/KNOWLEDGE.md': '# Note\n', '/p/wiki/index.md': '# Index\n' })
  expect(inspectPack(readPack('# Note\n', 'KNOWLEDGE.md'), openFolder(files, '/p')).standard).toEqual({
    version: '0.1.0',
    because: [],
  })
})
