import { describe, expect, test } from 'vitest'
import { briefly, judgeKiosk, kioskGuide } from '../../support/kiosk-pack.ts'

const ontology = {
  name: 'Kiosk terms',
  scope: 'Parts and limits of the kiosk.',
  files: ['concepts.json', 'claims.json'],
  status: 'reviewed',
}
const claim = {
  id: 'c1',
  label: 'Nine hours',
  evidenceStatus: 'verified',
  sourceRefs: ['sources/sheet.md#L3'],
  reviewStatus: 'approved',
}
const ontologyGuide = kioskGuide(['metadata:', '  primaryOntology: ontology/ontology.json'])
const answersGuide = kioskGuide(['metadata:', '  primaryAnswers: answers/questions.json'])

function withOntology(files: Readonly<Record<string, unknown>>) {
  const written = Object.entries({
    ontology,
    concepts: [{ id: 'battery', label: 'Battery' }],
    claims: [claim],
    ...files,
  })
  return judgeKiosk({
    'KNOWLEDGE.md': ontologyGuide,
    ...Object.fromEntries(
      written.map(([name, value]) => [
        `ontology/${name}.json`,
        typeof value === 'string' ? value : JSON.stringify(value, null, 1),
      ]),
    ),
  }).diagnostics
}

function withAnswers(files: Readonly<Record<string, unknown>>) {
  const written = Object.entries({ questions: [{ id: 'q1', question: 'How long does it last?' }], ...files })
  return judgeKiosk({
    'KNOWLEDGE.md': answersGuide,
    ...Object.fromEntries(
      written.map(([name, value]) => [
        `answers/${name}.json`,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
  }).diagnostics
}

const said = (diagnostics: ReturnType<typeof withOntology>) =>
  diagnostics.map(({ code, severity, message }) => `${code} ${severity} ${message}`)

test('AK-261, AK-278: a whole ontology has no finding', () => {
  const action = {
    id: 'reply',
    name: 'Send reply',
    requiredEvidenceStrength: 'verified',
    requiredReviewStatus: 'approved',
    allowedRoles: ['support'],
    blockedByConstraintIds: [],
    outputKind: 'message',
  }
  const files = {
    relations: [],
    evidence: [],
    constraints: [],
    coverage: [{ id: 'r1', status: 'covered' }],
    signals: [],
    objectives: [],
    resources: [],
    'action-types': [action],
    'decision-gates': [],
    'action-logs': [],
    feedback: [],
  }
  expect(withOntology(files)).toEqual([])
})

describe('broken JSON', () => {
  test.each(['concepts', 'relations', 'coverage', 'signals', 'feedback'])(
    'AK-261, AK-276: in ontology/%s.json it is an error with its place',
    (name) => {
      const diagnostics = withOntology({ [name]: '[\n  {"id": }\n]\n' })
      expect(briefly(diagnostics)).toEqual([`AK111 error ontology/${name}.json:2`])
    },
  )

  test.each([
    'questions',
    'answer-blocks',
    'citation-targets',
    'source-surfaces',
    'structured-data',
    'monitoring-runs',
  ])('AK-284: in answers/%s.json it makes the pack invalid', (name) => {
    expect(briefly(withAnswers({ [name]: '[{]' }))).toEqual([`AK111 error answers/${name}.json:1`])
  })

  test('AK-261: in evals/ it is an error, and said once', () => {
    expect(briefly(judgeKiosk({ 'evals/grounding.json': '{' }).diagnostics)).toEqual([
      'AK111 error evals/grounding.json:1',
    ])
    expect(judgeKiosk({ 'evals/discovery.json': '{' }).diagnostics.map(({ severity }) => severity)).toEqual(['error'])
  })
})

describe('the ontology manifest', () => {
  test('AK-262: each part that is missing is one warning', () => {
    expect(said(withOntology({ ontology: {} }))).toEqual([
      'AK326 warning The ontology manifest does not name the graph.',
      'AK326 warning The ontology manifest does not state whether it is draft, reviewed, stale or disputed.',
      'AK326 warning The ontology manifest does not summarise its scope.',
      'AK326 warning The ontology manifest lists no files.',
    ])
  })

  test('AK-262: a state that is no state is a warning', () => {
    expect(said(withOntology({ ontology: { ...ontology, status: 'nice' } }))).toEqual([
      'AK326 warning The ontology manifest states "nice", not draft, reviewed, stale or disputed.',
    ])
  })

  test('AK-262: a listed file that is missing is an error', () => {
    expect(
      said(withOntology({ ontology: { ...ontology, files: ['concepts.json', 'ontology/claims.json', 'none.json'] } })),
    ).toEqual(['AK413 error The ontology manifest lists "none.json", which does not exist.'])
  })

  test('AK-262: a listed file outside the pack is an error of its own', () => {
    expect(said(withOntology({ ontology: { ...ontology, files: ['../../secret.json'] } }))).toEqual([
      'AK501 error The ontology manifest lists "../../secret.json", which leaves the pack.',
    ])
  })

  test('AK-275: a manifest that holds the lists itself need not list files', () => {
    expect(
      withOntology({ ontology: { title: 'Kiosk', description: 'Terms.', state: 'draft', concepts: [{ id: 'a' }] } }),
    ).toEqual([])
  })
})

test('AK-269: a coverage row with an unknown status is a warning with its file and id', () => {
  const diagnostics = withOntology({
    coverage: {
      rows: [
        { id: 'r1', status: 'ready' },
        { id: 'r2', status: 'done' },
      ],
    },
  })
  expect(said(diagnostics)).toEqual(['AK323 warning The coverage row "r2" has the status "done".'])
  expect(diagnostics[0]?.where).toMatchObject({ file: 'ontology/coverage.json', pointer: '/rows/1' })
})

test('AK-267: an unknown evidence status is a warning with its file and id', () => {
  const evidence = [
    { id: 'e1', status: 'verified' },
    { id: 'e2', evidenceStatus: 'proven' },
  ]
  const diagnostics = withOntology({ evidence })
  expect(said(diagnostics)).toEqual(['AK329 warning The record "e2" has the evidence status "proven".'])
  expect(diagnostics[0]?.where).toMatchObject({ file: 'ontology/evidence.json', pointer: '/1' })
})

describe('ontology claims', () => {
  test('AK-270: a claim is listed with what it lacks', () => {
    expect(
      said(
        withOntology({
          claims: [
            claim,
            { label: 'Six hours' },
            { id: 'c3', status: 'weak', sources: ['a'] },
            { id: 'c4', status: 'approved', evidence_status: 'weak', sourceRefs: [] },
          ],
        }),
      ),
    ).toEqual([
      'AK325 info The claim "/1" has no id, no evidence status, no source refs, no review status.',
      'AK325 info The claim "c3" has no review status.',
      'AK325 info The claim "c4" has no source refs.',
    ])
  })
})

test('AK-261: a file in another encoding is an error with its place', () => {
  const { valid, diagnostics } = judgeKiosk({
    'KNOWLEDGE.md': answersGuide,
    'answers/questions.json': new Uint8Array([91, 34, 228, 34, 93]),
  })
  expect([valid, diagnostics.map(({ code, message, where }) => [code, message, where.range?.start.line])]).toEqual([
    false,
    [['AK111', 'The file "answers/questions.json" is not UTF-8.', 1]],
  ])
})

describe('answers', () => {
  const target = { id: 't1', sourceRef: 'sources/sheet.md#L3', targetKind: 'section' }

  test('AK-287: an unknown kind of target is a warning', () => {
    expect(said(withAnswers({ 'citation-targets': [target, { ...target, id: 't2', targetKind: 'banner' }] }))).toEqual([
      'AK324 warning The citation target "t2" has the kind "banner".',
    ])
  })

  test('AK-287, AK-292: a target with neither source nor excerpt is a warning', () => {
    expect(
      said(
        withAnswers({
          'citation-targets': [
            { id: 't1', url: 'https://example.com', targetKind: 'page' },
            { id: 't2', excerpt: 'Nine hours.' },
          ],
        }),
      ),
    ).toEqual(['AK606 warning The citation target "t1" has neither a source nor an excerpt.'])
  })

  test('AK-275, AK-287: a source written as a mapping is a source', () => {
    expect(
      withAnswers({ 'citation-targets': [{ id: 't1', sourceRef: { path: 'sources/sheet.md', anchor: 'L3' } }] }),
    ).toEqual([])
  })

  test.each(['mismatch', 'inconsistent', false, { status: 'mismatch' }])(
    'AK-293: structured data with the consistency %j is an error',
    (consistency) => {
      expect(said(withAnswers({ 'structured-data': [{ id: 's1', consistency }] }))).toEqual([
        'AK607 error The structured data "s1" is marked as differing from the visible content.',
      ])
    },
  )

  test.each(['match', 'consistent', true, undefined])(
    'AK-293: structured data with the consistency %j is fine',
    (consistency) => {
      expect(withAnswers({ 'structured-data': [{ id: 's1', consistency }] })).toEqual([])
    },
  )
})

const cases = (selects: number, rejects: number) =>
  JSON.stringify({
    pack_name: 'harbor-kiosk',
    cases: Array.from({ length: selects + rejects }, (_, index) => ({
      id: `c${index}`,
      prompt: `Prompt ${index}`,
      expected: index < selects ? 'select' : 'reject',
    })),
  })

describe('discovery suites', () => {
  test('AK-235: fewer than eight cases on a side is pointed out', () => {
    expect(said(judgeKiosk({ 'evals/discovery.json': cases(9, 7) }).diagnostics)).toEqual([
      'AK801 info The discovery suite has 9 cases to select and 7 cases to reject.',
    ])
  })

  test('AK-235: training and validation cases count together', () => {
    expect(
      judgeKiosk({ 'evals/discovery.train.json': cases(5, 5), 'evals/discovery.validation.json': cases(3, 3) })
        .diagnostics,
    ).toEqual([])
  })
})
