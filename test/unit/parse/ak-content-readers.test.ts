import { describe, expect, test } from 'vitest'
import { statusScale } from '../../../src/model/tables/status-scale.ts'
import { readAnswers } from '../../../src/parse/records/answers.ts'
import { readClaimRecords } from '../../../src/parse/records/claim-records.ts'
import { looseField, type LooseRecord } from '../../../src/parse/records/loose-records.ts'
import { objectNameOf, readOntology, readOntologyManifest } from '../../../src/parse/records/ontology.ts'
import { readSourceMap } from '../../../src/parse/records/source-map.ts'

const briefly = (records: readonly LooseRecord[]) =>
  records.map(({ kind, id, label, aliases, pointer }) => ({ kind, id, label, aliases, pointer }))

describe('AK-275: concepts are found however they are written', () => {
  const battery = { kind: 'concept', id: 'battery', label: 'Battery', aliases: ['cell'] }
  test.each([
    ['a list', [{ id: 'battery', label: 'Battery', aliases: ['cell'] }], '/0'],
    ['near variants of the names', [{ '@id': 'battery', prefLabel: 'Battery', alt_labels: ['cell'] }], '/0'],
    ['a single alias', [{ id: 'battery', name: 'Battery', alias: 'cell' }], '/0'],
    ['a list under items', { items: [{ id: 'battery', title: 'Battery', synonyms: ['cell'] }] }, '/items/0'],
    [
      'a list under its own name',
      { version: 1, concepts: [{ concept_id: 'battery', label: 'Battery', aliases: ['cell'] }] },
      '/concepts/0',
    ],
    ['a mapping by id', { battery: { label: 'Battery', aliases: ['cell'] } }, '/battery'],
    [
      'a mapping under its own name',
      { concepts: { battery: { label: 'Battery', aliases: ['cell'] } } },
      '/concepts/battery',
    ],
    ['a single record', { id: 'battery', label: 'Battery', aliases: ['cell'] }, ''],
  ])('%s', (_, value, pointer) => {
    expect(briefly(readOntology(value, 'ontology/concepts.json'))).toEqual([{ ...battery, pointer }])
  })

  test('plain words are concepts too', () => {
    expect(briefly(readOntology(['Battery'], 'ontology/concepts.json'))).toEqual([
      { kind: 'concept', id: 'Battery', label: 'Battery', aliases: [], pointer: '/0' },
    ])
  })

  test('names of fields that objects inherit are not mistaken for fields', () => {
    expect(
      readOntology({ constructor: { label: 'Builder' } }, 'ontology/constructor.json').map(({ kind, id }) => [
        kind,
        id,
      ]),
    ).toEqual([['constructor', 'constructor']])
    expect(looseField({}, 'constructor')).toBeUndefined()
  })
})

test('AK-261: one file may hold several lists', () => {
  const records = readOntology(
    { name: 'kiosk', concepts: [{ id: 'a' }], relations: [{ id: 'r' }], claims: [{ id: 'c' }] },
    'ontology/ontology.json',
  )
  expect(records.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['concept a', 'relation r', 'claim c'])
})

test('AK-276: the seven operational files give their kinds', () => {
  const files = ['signals', 'objectives', 'resources', 'action-types', 'decision-gates', 'action-logs', 'feedback']
  expect(files.map((file) => readOntology([{ id: 'x' }], `ontology/${file}.json`)[0]?.kind)).toEqual([
    'signal',
    'objective',
    'resource',
    'action-type',
    'decision-gate',
    'action-log',
    'feedback',
  ])
})

const names = (value: unknown, file: string) => readOntology(value, `ontology/${file}.json`).map(objectNameOf)

test('AK-277: the eight object names are told from the record, or else from its file', () => {
  expect(
    names([{ id: 'r' }, { id: 'c', type: 'CampaignCell' }, { id: 'b', kind: 'resource_bundle' }], 'resources'),
  ).toEqual(['ResourceBundle', 'CampaignCell', 'ResourceBundle'])
  expect(
    ['signals', 'objectives', 'action-types', 'decision-gates', 'action-logs', 'feedback'].flatMap((file) =>
      names([{ id: 'x' }], file),
    ),
  ).toEqual(['Signal', 'Objective', 'ActionType', 'DecisionGate', 'ActionLog', 'FeedbackLoop'])
})

test('AK-278: the fields of an action type stay as they are', () => {
  const action = {
    id: 'reply',
    name: 'Send reply',
    requiredEvidenceStrength: 'verified',
    requiredReviewStatus: 'approved',
    allowedRoles: ['support'],
    blockedByConstraintIds: ['no-price'],
    outputKind: 'message',
  }
  expect(readOntology([action], 'ontology/action-types.json')[0]?.fields).toEqual(action)
})

test('AK-262: a manifest is read by near variants of its names', () => {
  const manifest = {
    title: 'Kiosk',
    summary: 'Terms of the kiosk.',
    files: { concepts: 'concepts.json', claims: { path: 'claims.json' } },
    review: { status: 'draft' },
  }
  expect(readOntologyManifest(manifest)).toEqual({
    name: 'Kiosk',
    scope: 'Terms of the kiosk.',
    state: 'draft',
    files: [
      { path: 'concepts.json', pointer: '/files/concepts' },
      { path: 'claims.json', pointer: '/files/claims' },
    ],
  })
  expect(readOntologyManifest('nothing')).toEqual({
    name: undefined,
    scope: undefined,
    state: undefined,
    files: undefined,
  })
})

test('AK-284: the six files of answers give their kinds', () => {
  const files = [
    'questions',
    'answer-blocks',
    'citation-targets',
    'source-surfaces',
    'structured-data',
    'monitoring-runs',
  ]
  expect(files.map((file) => readAnswers([{ id: 'x' }], `answers/${file}.json`)[0]?.kind)).toEqual([
    'question',
    'answer-block',
    'citation-target',
    'source-surface',
    'structured-data',
    'monitoring-run',
  ])
  const map = {
    questions: [{ id: 'q', question: 'How long?', variants: ['battery life'] }],
    answerBlocks: [{ id: 'b' }],
  }
  expect(briefly(readAnswers(map, 'answers/answers.json'))).toEqual([
    { kind: 'question', id: 'q', label: 'How long?', aliases: ['battery life'], pointer: '/questions/0' },
    { kind: 'answer-block', id: 'b', label: undefined, aliases: [], pointer: '/answerBlocks/0' },
  ])
})

test('AK-252: claim records in Markdown give text, status, source and date', () => {
  const text =
    '# Facts\n\nclaim: The battery lasts nine hours.\nstatus: confirmed\nsource: sources/sheet.md#L3\nupdated: 2026-05-01\n\n- **Claim:** The screen is covered.\n- **Status:** stale\n\nProse about a claim: none.\n'
  expect(
    readClaimRecords(text).map(({ text: said, status, source, updated }) => [said, status, source?.text, updated]),
  ).toEqual([
    ['The battery lasts nine hours.', 'confirmed', 'sources/sheet.md#L3', '2026-05-01'],
    ['The screen is covered.', 'stale', undefined, undefined],
  ])
})

describe('the source map', () => {
  test('C-28: path and anchor become one reference', () => {
    const map = readSourceMap({
      claims: [
        {
          claim_id: 'c1',
          text: 'Nine hours.',
          status: 'confirmed',
          source: { path: 'a.md', anchor: 'L3' },
          compiled_into: ['compiled/facts.md'],
        },
      ],
      document_sections: [{ document: 'documents/a.md', section_id: 's1', title: 'Fees', source_anchors: ['a.md#L3'] }],
    })
    expect(map.claims[0]).toMatchObject({
      index: 0,
      claimId: 'c1',
      status: 'confirmed',
      compiledInto: ['compiled/facts.md'],
      reference: { text: 'a.md#L3' },
    })
    expect(map.sections[0]).toMatchObject({
      index: 0,
      document: 'documents/a.md',
      sectionId: 's1',
      sourceAnchors: ['a.md#L3'],
    })
  })

  test('what cannot be read is left out and the rest stays', () => {
    const map = readSourceMap({
      claims: [7, { claim_id: 'c2', status: 'sure', source: 'a.md' }],
      document_sections: 'none',
    })
    expect(map).toEqual({
      claims: [{ index: 1, claimId: 'c2', path: undefined, anchor: undefined, reference: undefined }],
      sections: [],
    })
    expect(readSourceMap(null)).toEqual({ claims: [], sections: [] })
  })
})

const wordsAt = (usability: string) => [...statusScale].filter(([, found]) => found === usability).map(([word]) => word)

test('C-30: the words of all vocabularies lie on one scale', () => {
  expect(wordsAt('usable')).toEqual(['confirmed', 'verified', 'approved', 'reviewed', 'ready'])
  expect(wordsAt('with-warning')).toEqual(['inferred', 'weak', 'stale', 'needs-review', 'draft'])
  expect(wordsAt('blocked')).toEqual([
    'disputed',
    'missing',
    'source-required',
    'needs-verification',
    'forbidden',
    'archived',
  ])
  expect(statusScale.get('constructor')).toBeUndefined()
})
