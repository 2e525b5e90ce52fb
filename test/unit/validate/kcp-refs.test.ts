import { describe, expect, test } from 'vitest'
import { parseManifest } from '../../../src/parse/manifest/manifest.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'
import { codesIn, judge, pointersOf, withCode } from '../../support/validate-manifest.ts'

const overview = unitWith({ id: 'overview', path: 'overview.md', intent: 'What is a kiosk?' })
const judgeUnit = (fields: Fields, root: Fields = {}) => judge(manifestText(root, unitWith(fields), overview))

describe('depends_on', () => {
  test('KCP-150 KCP-205: an unknown id warns at its place and offers a near one', () => {
    const [finding] = withCode(judgeUnit({ depends_on: ['overview', 7, 'overveiw'] }), 'KCP401')
    expect(finding).toMatchObject({
      severity: 'warning',
      message: 'The unit "setup" depends on "overveiw", which is not declared.',
      where: { pointer: '/units/0/depends_on/2' },
      help: 'Did you mean "overview"?',
    })
  })

  test('KCP-150: the manifest stays valid', () => {
    expect(judgeUnit({ depends_on: ['nowhere'] })).toMatchObject({ parsed: true, valid: true })
  })

  test('KCP-150: a single id stands for a list of one', () => {
    expect(pointersOf(judgeUnit({ depends_on: 'nowhere' }), 'KCP401')).toEqual(['/units/0/depends_on'])
  })

  test('KCP-151: a cycle is not reported', () => {
    const units = [unitWith({ depends_on: ['overview'] }), { ...overview, depends_on: ['setup'] }]
    expect(judge(manifestText({}, ...units)).diagnostics).toEqual([])
  })

  test('ten thousand unknown ids are judged within the time limit of a test', () => {
    const units = Array.from({ length: 10_000 }, (_, i) => unitWith({ id: `unit-${i}`, depends_on: [`unlt-${i}`] }))
    expect(withCode(judge(manifestText({}, ...units)), 'KCP401')).toHaveLength(10_000)
  })
})

const relationship = (fields: Fields) =>
  judgeUnit({}, { relationships: [{ from: 'setup', to: 'overview', type: 'enables', ...fields }] })

describe('relationships', () => {
  test.each(['enables', 'context', 'supersedes', 'contradicts', 'depends_on', 'governs'])(
    'KCP-196: the type %s is known in both sections',
    (type) => {
      const root = {
        relationships: [{ from: 'setup', to: 'overview', type }],
        manifests: [
          { id: 'legal', url: 'https://legal.example/knowledge.yaml', label: 'Legal', relationship: 'governs' },
        ],
        external_relationships: [{ from_manifest: 'legal', from_unit: 'privacy', to_unit: 'setup', type }],
      }
      expect(judgeUnit({}, root).diagnostics).toEqual([])
      expect(parseManifest(manifestText(root, unitWith(), overview)).manifest?.relationships).toEqual([
        { from: 'setup', to: 'overview', type },
      ])
    },
  )

  test('KCP-197 KCP-205: unknown ids warn at each end', () => {
    const validation = relationship({ from: 'start', to: 'end' })
    expect(validation.valid).toBe(true)
    expect(withCode(validation, 'KCP402').map(({ message, where }) => [message, where.pointer])).toEqual([
      ['The relationship starts at "start", which is not declared.', '/relationships/0/from'],
      ['The relationship points to "end", which is not declared.', '/relationships/0/to'],
    ])
  })

  test('KCP-197: an edge to or from an unknown unit stood in the graph', () => {
    const edges = [
      { from: 'setup', to: 'end', type: 'enables' },
      { from: 'start', to: 'overview', type: 'governs' },
      { from: 'overview', to: 'setup', type: 'context' },
    ]
    const { manifest } = parseManifest(manifestText({ relationships: edges }, unitWith(), overview))
    expect([manifest?.relationships, manifest?.relationshipCount]).toEqual([
      [{ from: 'overview', to: 'setup', type: 'context' }],
      3,
    ])
  })

  test('KCP-198: an unknown type warns, is counted, and makes no edge', () => {
    const root = { relationships: [{ from: 'setup', to: 'setup', type: 'destroys' }] }
    expect(judge(manifestText(root))).toMatchObject({ valid: true, relationships: 1 })
    expect(pointersOf(judge(manifestText(root)), 'KCP302')).toEqual(['/relationships/0/type'])
    expect(parseManifest(manifestText(root)).manifest?.relationships).toEqual([])
  })
})

describe('contradicted_by', () => {
  test('KCP-193 KCP-211: an unknown id warns, a later unit does not', () => {
    expect(pointersOf(judgeUnit({ discovery: { contradicted_by: 'nowhere' } }), 'KCP403')).toEqual([
      '/units/0/discovery/contradicted_by',
    ])
    expect(judgeUnit({ discovery: { contradicted_by: 'overview' } }).diagnostics).toEqual([])
  })

  test('KCP-193: the root block is looked at too', () => {
    expect(pointersOf(judgeUnit({}, { discovery: { contradicted_by: 'nowhere' } }), 'KCP403')).toEqual([
      '/discovery/contradicted_by',
    ])
  })

  test('KCP-193: a list is no id', () => {
    expect(codesIn(judgeUnit({ discovery: { contradicted_by: ['overview'] } }))).toEqual(['KCP301'])
  })
})

describe('summaries', () => {
  test('KCP-165: a summary that is available has a unit', () => {
    expect(pointersOf(judgeUnit({ hints: { summary_available: true } }), 'KCP404')).toEqual([
      '/units/0/hints/summary_available',
    ])
    expect(codesIn(judgeUnit({ hints: { summary_available: false } }))).toEqual([])
  })

  test('KCP-165: an unknown summary_unit warns', () => {
    expect(pointersOf(judgeUnit({ hints: { summary_available: true, summary_unit: 'short' } }), 'KCP405')).toEqual([
      '/units/0/hints/summary_unit',
    ])
  })

  test('KCP-165: summary_of warns where the target announces nothing or is not there', () => {
    const [finding] = withCode(judgeUnit({ hints: { summary_of: 'overview' } }), 'KCP406')
    expect(finding).toMatchObject({
      where: { pointer: '/units/0/hints/summary_of' },
      related: [{ where: { pointer: '/units/1' } }],
    })
    expect(withCode(judgeUnit({ hints: { summary_of: 'nowhere' } }), 'KCP406')).toHaveLength(1)
  })

  test.each([[false], [true]])(
    'KCP-165: both sides of a summary are silent in either order (reversed: %s)',
    (reversed) => {
      const full = unitWith({ hints: { summary_available: true, summary_unit: 'short' } })
      const short = unitWith({ id: 'short', path: 'short.md', hints: { summary_of: 'setup' } })
      expect(judge(manifestText({}, ...(reversed ? [short, full] : [full, short]))).diagnostics).toEqual([])
    },
  )
})

describe('chunks', () => {
  test('KCP-166: an unknown parent warns, a later one does not', () => {
    expect(pointersOf(judgeUnit({ hints: { chunk_of: 'nowhere' } }), 'KCP407')).toEqual(['/units/0/hints/chunk_of'])
    expect(judgeUnit({ hints: { chunk_of: 'overview', chunk_index: 1, total_chunks: 1 } }).diagnostics).toEqual([])
  })

  test('KCP-166: chunk 9 of 5 warns, chunk 5 of 5 does not', () => {
    expect(
      withCode(judgeUnit({ hints: { chunk_of: 'overview', chunk_index: 9, total_chunks: 5 } }), 'KCP408').map(
        ({ message }) => message,
      ),
    ).toEqual(['The unit "setup" is chunk 9 of 5.'])
    expect(judgeUnit({ hints: { chunk_of: 'overview', chunk_index: 5, total_chunks: 5 } }).diagnostics).toEqual([])
  })

  test('KCP-166: without a total the parent is asked', () => {
    const parent = { ...overview, hints: { chunked: true, chunk_count: 2 } }
    expect(
      codesIn(judge(manifestText({}, unitWith({ hints: { chunk_of: 'overview', chunk_index: 3 } }), parent))),
    ).toEqual(['KCP408'])
  })

  test('KCP-166: chunk 0 warns and stays valid', () => {
    const validation = judgeUnit({ hints: { chunk_of: 'overview', chunk_index: 0, total_chunks: 5 } })
    expect([codesIn(validation), validation.valid]).toEqual([['KCP316'], true])
  })
})

describe('aggregate hints', () => {
  test('KCP-168: an unknown entry point warns', () => {
    expect(pointersOf(judgeUnit({}, { hints: { recommended_entry_point: 'start' } }), 'KCP409')).toEqual([
      '/hints/recommended_entry_point',
    ])
  })

  test('KCP-168: drift is told for each aggregate, with the right value as a fix', () => {
    const hints = { unit_count: 94, total_token_estimate: 10, has_summaries: true, has_chunks: true }
    const validation = judge(
      manifestText({ hints }, unitWith({ hints: { token_estimate: 40 } }), {
        ...overview,
        hints: { token_estimate: 2 },
      }),
    )
    expect(withCode(validation, 'KCP802').map(({ where, fix }) => [where.pointer, fix?.edits[0]?.text])).toEqual([
      ['/hints/unit_count', '2'],
      ['/hints/total_token_estimate', '42'],
      ['/hints/has_summaries', 'false'],
      ['/hints/has_chunks', 'false'],
    ])
  })

  test('KCP-168: aggregates that fit are silent', () => {
    const hints = {
      unit_count: 1,
      total_token_estimate: 40,
      has_summaries: false,
      has_chunks: true,
      recommended_entry_point: 'setup',
    }
    expect(
      judge(manifestText({ hints }, unitWith({ hints: { token_estimate: 40, chunked: true } }))).diagnostics,
    ).toEqual([])
  })

  test('KCP-168: a total may hold more than the units that declare an estimate, never less', () => {
    const units = [unitWith({ hints: { token_estimate: 40 } }), overview]
    expect(codesIn(judge(manifestText({ hints: { total_token_estimate: 900 } }, ...units)))).toEqual([])
    expect(codesIn(judge(manifestText({ hints: { total_token_estimate: 30 } }, ...units)))).toEqual(['KCP802'])
  })
})

describe('deprecation', () => {
  test('KCP-157: a deprecated unit without a successor warns', () => {
    expect(pointersOf(judgeUnit({ deprecated: true }), 'KCP411')).toEqual(['/units/0/deprecated'])
  })

  test('KCP-157: a unit does not supersede itself', () => {
    expect(codesIn(judgeUnit({ deprecated: true, supersedes: 'setup' }))).toEqual(['KCP411'])
  })

  test('KCP-157: a successor by field or by relationship is enough', () => {
    expect(
      judge(manifestText({}, unitWith({ deprecated: true }), { ...overview, supersedes: 'setup' })).diagnostics,
    ).toEqual([])
    expect(
      judgeUnit({ deprecated: true }, { relationships: [{ from: 'overview', to: 'setup', type: 'supersedes' }] })
        .diagnostics,
    ).toEqual([])
  })

  test('KCP-157: the text "no" is not true', () => {
    expect(codesIn(judgeUnit({ deprecated: 'no' }))).toEqual(['KCP301'])
  })
})

test.each([
  'hints',
  'trust',
  'auth',
  'delegation',
  'compliance',
  'manifests',
  'external_relationships',
  'relationships',
])('KCP-043: %s may be absent, null or empty', (field) => {
  const empty = ['manifests', 'external_relationships', 'relationships'].includes(field) ? [] : {}
  for (const value of [undefined, null, empty]) expect(judge(manifestText({ [field]: value })).diagnostics).toEqual([])
})
