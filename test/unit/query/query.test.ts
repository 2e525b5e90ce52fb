import { describe, expect, test } from 'vitest'
import {
  parseManifest,
  query,
  type Manifest,
  type QueryRequest,
  type QueryResponse,
  type Requester,
} from '../../../src/app/index.ts'
import { manifestText, unitWith, type Fields } from '../../support/manifest-text.ts'

function manifestOf(root: Fields, ...units: readonly Fields[]): Manifest {
  const { manifest, diagnostics } = parseManifest(manifestText(root, ...units), { file: 'knowledge.yaml' })
  if (!manifest) throw new Error(diagnostics.map(({ message }) => message).join(' '))
  return manifest
}

/** Units that differ from a plain one in what is given; ids and paths say nothing unless told. */
const unit = (id: string, fields: Fields = {}): Fields =>
  unitWith({ id, path: `${id}.md`, intent: 'Which?', ...fields })

const ask = (
  units: readonly Fields[],
  request: QueryRequest,
  { root = {}, requester = {} }: { root?: Fields; requester?: Requester } = {},
): QueryResponse => query([{ manifest: manifestOf(root, ...units), source: null }], request, requester)

const ids = ({ results }: QueryResponse): readonly string[] => results.map(({ unit_id: id }) => id)
const reasons = ({ omitted }: QueryResponse): readonly string[] =>
  omitted.map(({ unit_id: id, reason }) => `${id} ${reason}`)

describe('what a request asks', () => {
  test('KCP-241, KCP-257: the empty request gives every current unit with score 0 in declaration order, up to five, and says how many there are', () => {
    const response = ask(
      ['g', 'f', 'e', 'd', 'c', 'b', 'a'].map((id) => unit(id)),
      {},
    )
    expect(ids(response)).toEqual(['g', 'f', 'e', 'd', 'c'])
    expect([
      response.total,
      response.results[0]?.score,
      response.results[0]?.match_reason,
      response.omitted_counts,
    ]).toEqual([7, 0, [], { limit: 2 }])
  })

  test('KCP-241, KCP-258: an empty term asks for nothing in particular', () => {
    const units = [unit('b', { triggers: ['kiosk'] }), unit('a')]
    for (const terms of [[''], ['', '  '], []])
      expect(ask(units, { terms }).results.map(({ unit_id: id, score }) => [id, score])).toEqual([
        ['b', 0],
        ['a', 0],
      ])
    expect(ids(ask(units, { terms: ['', 'kiosk'] }))).toEqual(['b'])
  })

  test('KCP-153: at one score a successor comes before what it supersedes, and further down otherwise', () => {
    const found = (...units: readonly Fields[]) => ids(ask(units, { terms: ['kiosk'] }))
    const old = unit('old', { triggers: ['kiosk'] })
    const middle = unit('middle', { triggers: ['kiosk'], supersedes: 'old' })
    const newest = unit('newest', { triggers: ['kiosk'], supersedes: 'middle' })
    const other = unit('other', { triggers: ['kiosk'] })
    expect(found(other, old, newest, middle)).toEqual(['other', 'newest', 'middle', 'old'])
    expect(found(old, unit('weak', { intent: 'What is a kiosk?', supersedes: 'old' }))).toEqual(['old', 'weak'])
    const circle = [
      unit('a', { triggers: ['kiosk'], supersedes: 'b' }),
      unit('b', { triggers: ['kiosk'], supersedes: 'a' }),
    ]
    expect([...found(...circle)].sort()).toEqual(['a', 'b'])
  })

  test('KCP-257: the limit is a field of the request', () => {
    expect(
      ids(
        ask(
          ['a', 'b', 'c'].map((id) => unit(id)),
          { limit: 2 },
        ),
      ),
    ).toEqual(['a', 'b'])
    expect(
      ask(
        ['a', 'b', 'c'].map((id) => unit(id)),
        { limit: 0 },
      ),
    ).toMatchObject({ results: [], total: 3 })
  })

  test('KCP-154: triggers are found in any case', () => {
    expect(ids(ask([unit('a', { triggers: ['Große KRAN-Winde'] }), unit('b')], { terms: ['kran-winde'] }))).toEqual([
      'a',
    ])
    expect(ids(ask([unit('a', { triggers: ['crane'] }), unit('b')], { terms: ['CRANE'] }))).toEqual(['a'])
  })

  test('KCP-242: a term with a space is one term', () => {
    const units = [unit('both', { triggers: ['expense', 'report'] }), unit('one', { triggers: ['the expense report'] })]
    expect(ids(ask(units, { terms: ['expense report'] }))).toEqual(['one'])
  })

  test('KCP-243, KCP-258: terms are sought in triggers, intent, id and path, and nowhere else', () => {
    const units = [
      unit('t', { triggers: ['crane'] }),
      unit('i', { intent: 'Who drives the crane?' }),
      unit('crane', { path: 'x.md' }),
      unit('p', { path: 'crane/p.md' }),
      unit('n', { language: 'crane', hints: { chunk_topic: 'crane' } }),
    ]
    const { results } = ask(units, { terms: ['crane'] })
    expect(results.map(({ unit_id: id, score, match_reason: why }) => [id, score, why])).toEqual([
      ['t', 5, ['trigger']],
      ['i', 3, ['intent']],
      ['crane', 1, ['id']],
      ['p', 1, ['path']],
    ])
  })

  test('KCP-251, KCP-252, KCP-253, KCP-249: 5, 3 and 1 for each term, however often it matches', () => {
    const all = unit('crane-guide', {
      path: 'docs/crane.md',
      intent: 'Crane by crane?',
      triggers: ['crane', 'crane yard', 'cranes'],
    })
    expect(ask([all], { terms: ['crane'] }).results[0]).toMatchObject({
      score: 9,
      match_reason: ['trigger', 'intent', 'id', 'path'],
    })
    expect(ask([all], { terms: ['crane', 'yard', 'guide'] }).results[0]?.score).toBe(9 + 5 + 1)
    expect(ask([all], { terms: ['crane', 'crane'] }).results[0]?.score).toBe(18)
  })

  test('KCP-254: case does not matter, in any script; a word need not be whole', () => {
    const units = [
      unit('a', { triggers: ['ÜBERGABE'] }),
      unit('b', { triggers: ['Ωmega'] }),
      unit('c', { triggers: ['電池の寿命'] }),
    ]
    for (const [term, id] of [
      ['überg', 'a'],
      ['ωME', 'b'],
      ['池の', 'c'],
    ] as const)
      expect(ids(ask(units, { terms: [term] }))).toEqual([id])
  })

  test('KCP-256: equal scores keep the order of declaration', () => {
    expect(
      ids(
        ask(
          [
            unit('z', { triggers: ['quay'] }),
            unit('a', { triggers: ['quay'] }),
            unit('top', { triggers: ['quay'], intent: 'Which quay?' }),
          ],
          { terms: ['quay'] },
        ),
      ),
    ).toEqual(['top', 'z', 'a'])
  })
})

describe('filters', () => {
  test('KCP-244: the audience must be listed; devops and operator are one', () => {
    const units = [
      unit('a', { audience: ['agent'] }),
      unit('o', { audience: ['operator'] }),
      unit('d', { audience: ['human', 'devops'] }),
      unit('n', { audience: [] }),
    ]
    expect(ids(ask(units, { audience: 'operator' }))).toEqual(['o', 'd'])
    expect(ids(ask(units, { audience: 'devops' }))).toEqual(['o', 'd'])
  })

  test('KCP-245: the scope must be equal; an undeclared one is global', () => {
    const units = [unit('m', { scope: 'module' }), unit('g', { scope: undefined }), unit('p', { scope: 'project' })]
    expect(ids(ask(units, { scope: 'global' }))).toEqual(['g'])
    expect(reasons(ask(units, { scope: 'module' }))).toEqual(['g scope', 'p scope'])
  })

  test('KCP-246: the ceiling leaves out what is above it, by the sensitivity that holds, also inherited', () => {
    const units = [
      unit('public', { sensitivity: 'public' }),
      unit('inherits'),
      unit('restricted', { sensitivity: 'restricted' }),
    ]
    const root = { compliance: { sensitivity: 'confidential' } }
    const under = (sensitivity_max: NonNullable<QueryRequest['sensitivity_max']>) =>
      ids(ask(units, { sensitivity_max }, { root }))
    expect([under('public'), under('internal'), under('confidential'), under('restricted')]).toEqual([
      ['public'],
      ['public'],
      ['public', 'inherits'],
      ['public', 'inherits', 'restricted'],
    ])
  })

  test('KCP-246 (A-16): undeclared sensitivity passes any ceiling and is null in the result, unless the request excludes it', () => {
    expect(ask([unit('a')], { sensitivity_max: 'public' }).results[0]?.sensitivity).toBe(null)
    expect(reasons(ask([unit('a')], { sensitivity_max: 'public', unknown_sensitivity: 'exclude' }))).toEqual([
      'a sensitivity-unknown',
    ])
  })

  test('a sensitivity that cannot be read passes no ceiling but the highest', () => {
    const units = [unit('a', { sensitivity: 'Confidental' })]
    expect([
      ids(ask(units, { sensitivity_max: 'confidential' })),
      ids(ask(units, { sensitivity_max: 'restricted' })),
      ids(ask(units, {})),
    ]).toEqual([[], ['a'], ['a']])
  })

  test('environment and agent_role decide which visibility holds, for the ceiling and for reading', () => {
    const conditions = [
      { when: { environment: 'production' }, then: { sensitivity: 'restricted' } },
      { when: { agent_role: 'guest' }, then: { authority: { read: 'denied' } } },
    ]
    const units = [unit('a', { visibility: { default: 'internal', conditions } })]
    expect(ids(ask(units, { sensitivity_max: 'internal', environment: 'staging', agent_role: 'pilot' }))).toEqual(['a'])
    expect(reasons(ask(units, { sensitivity_max: 'internal', environment: 'production' }))).toEqual(['a sensitivity'])
    expect(reasons(ask(units, { environment: 'staging', agent_role: 'guest' }))).toEqual(['a authority'])
    expect(
      reasons(ask(units, { sensitivity_max: 'internal' }, { requester: { environment: 'production', role: 'pilot' } })),
    ).toEqual(['a sensitivity'])
  })

  test('KCP-247 (A-30): what is deprecated, by either field, is left out unless asked for, and its successor is named', () => {
    const units = [
      unit('old', { deprecated: true }),
      unit('gone', { discovery: { verification_status: 'deprecated' } }),
      unit('new', { supersedes: 'old' }),
    ]
    const response = ask(units, {})
    expect([ids(response), reasons(response), response.omitted[0]?.detail]).toEqual([
      ['new'],
      ['old deprecated', 'gone deprecated'],
      'It is deprecated; "new" replaces it.',
    ])
    expect(ids(ask(units, { exclude_deprecated: false }))).toEqual(['old', 'gone', 'new'])
  })

  test('KCP-264, KCP-265, KCP-266: all required capabilities must be held; tool: may be left away, other prefixes not', () => {
    const units = [
      unit('none'),
      unit('tool', { requires_capabilities: ['tool:kubectl'] }),
      unit('bare', { requires_capabilities: ['kubectl'] }),
      unit('role', { requires_capabilities: ['role:x'] }),
    ]
    expect(ids(ask(units, { has_capabilities: ['kubectl', 'x'] }))).toEqual(['none', 'tool', 'bare'])
    expect(ids(ask(units, { has_capabilities: ['tool:kubectl', 'role:x'] }))).toEqual(['none', 'tool', 'bare', 'role'])
    expect(ids(ask(units, { has_capabilities: [] }))).toEqual(['none'])
    expect(ids(ask(units, {}))).toEqual(['none', 'tool', 'bare', 'role'])
  })

  test('KCP-267 (A-23): stale means older than allowed, in days of UTC; without a date or an age nothing is stale', () => {
    const units = [
      unit('fresh', { validated: '2026-04-06' }),
      unit('stale', { validated: '2026-04-05' }),
      unit('undated'),
      unit('own', { validated: '2026-04-06', freshness_policy: { max_age_days: 29 } }),
      unit('ageless', { validated: '2001-01-01', freshness_policy: { on_stale: 'warn' } }),
    ]
    const root = { freshness_policy: { max_age_days: 30 } }
    const response = ask(units, { exclude_stale: true, as_of: '2026-05-06' }, { root })
    expect([ids(response), reasons(response)]).toEqual([
      ['fresh', 'undated', 'ageless'],
      ['stale stale', 'own stale'],
    ])
    expect(ids(ask(units, { as_of: '2026-05-06' }, { root }))).toHaveLength(5)
  })

  test('of units with one id the first counts', () => {
    const response = ask([unit('a', { path: 'one.md' }), unit('a', { path: 'two.md' })], {})
    expect([response.results.map(({ path }) => path), reasons(response)]).toEqual([['one.md'], ['a duplicate-id']])
  })
})

describe('the budget', () => {
  const sized = (id: string, tokens: number | undefined, fields: Fields = {}): Fields =>
    unit(id, { hints: { ...(tokens === undefined ? {} : { token_estimate: tokens }), ...fields } })

  test('KCP-259, KCP-261: what fits is taken, what does not is passed over, and a later smaller unit is still taken', () => {
    const response = ask([sized('a', 60), sized('b', 50), sized('c', 40)], { max_token_budget: 100 })
    expect([ids(response), response.omitted[0]]).toEqual([
      ['a', 'c'],
      {
        ref: 'unit:harbor/b',
        unit_id: 'b',
        source_manifest: null,
        reason: 'budget',
        detail: 'It needs 50 tokens; the budget has 40 left.',
      },
    ])
  })

  test('KCP-262 (A-17): a unit without an estimate costs nothing, also when nothing is left', () => {
    expect(ids(ask([sized('a', 10), sized('free', undefined)], { max_token_budget: 10 }))).toEqual(['a', 'free'])
    expect(ids(ask([sized('a', 10), sized('free', undefined)], { max_token_budget: 0 }))).toEqual(['free'])
  })

  test('KCP-260: a summary takes the place of what does not fit, with its own id, path and tokens and the score of the original', () => {
    const units = [
      unit('long', { triggers: ['crane'], hints: { token_estimate: 900, summary_unit: 'short' } }),
      unit('short', { path: 'tldr.md', hints: { token_estimate: 90, summary_of: 'long' } }),
    ]
    expect(ask(units, { terms: ['crane'], max_token_budget: 100 }).results).toEqual([
      {
        unit_id: 'short',
        score: 5,
        path: 'tldr.md',
        token_estimate: 90,
        summary_unit: null,
        match_reason: ['trigger'],
        source_manifest: null,
        ref: 'unit:harbor/short',
        sensitivity: null,
        substituted_for: 'long',
      },
    ])
    expect(reasons(ask(units, { terms: ['crane'], max_token_budget: 100, include_summaries: false }))).toEqual([
      'long budget',
    ])
    expect(ids(ask(units, { terms: ['crane'] }))).toEqual(['long'])
  })

  test('KCP-263: a summary obeys every filter and comes once', () => {
    const long = unit('long', { sensitivity: 'public', hints: { token_estimate: 900, summary_unit: 'short' } })
    const short = (fields: Fields) => unit('short', { sensitivity: 'public', hints: { token_estimate: 9 }, ...fields })
    const request = { max_token_budget: 100, sensitivity_max: 'internal' } as const
    expect(ids(ask([long, short({ sensitivity: 'restricted' })], request))).toEqual([])
    expect(ids(ask([long, short({ deprecated: true })], request))).toEqual([])
    expect(ids(ask([long, short({})], request))).toEqual(['short'])
    expect(ids(ask([short({}), long], request))).toEqual(['short'])
  })
})

describe('the response', () => {
  test('KCP-248, KCP-247: seven fields first, nulls written out; budgets, summaries and staleness are off or on by default as §15.2 says', () => {
    const [result] = ask([unit('a', { hints: { token_estimate: 7, summary_unit: 'b' } }), unit('b')], {}).results
    const long = [
      unit('a', { triggers: ['crane'], hints: { token_estimate: 900, summary_unit: 'b' } }),
      unit('b', { hints: { token_estimate: 9 } }),
    ]
    expect(ids(ask(long, { terms: ['crane'], max_token_budget: 100 }))).toEqual(['b'])
    expect(Object.keys(result ?? {}).slice(0, 7)).toEqual([
      'unit_id',
      'score',
      'path',
      'token_estimate',
      'summary_unit',
      'match_reason',
      'source_manifest',
    ])
    expect(ask([unit('a')], {}).results[0]).toEqual({
      unit_id: 'a',
      score: 0,
      path: 'a.md',
      token_estimate: null,
      summary_unit: null,
      match_reason: [],
      source_manifest: null,
      ref: 'unit:harbor/a',
      sensitivity: null,
    })
    expect(ids(ask([unit('stale', { validated: '2001-01-01', freshness_policy: { max_age_days: 1 } })], {}))).toEqual([
      'stale',
    ])
  })

  test('KCP-194, KCP-201: units in conflict are all given, and each says with which', () => {
    const units = [
      unit('a', { discovery: { verification_status: 'observed', contradicted_by: 'b' } }),
      unit('b'),
      unit('c'),
    ]
    const { results } = ask(units, {}, { root: { relationships: [{ from: 'c', to: 'a', type: 'contradicts' }] } })
    expect(
      results.map(({ unit_id: id, discovery_conflict: found, conflicts_with: declared }) => [id, found, declared]),
    ).toEqual([
      ['a', ['b'], ['c']],
      ['b', ['a'], undefined],
      ['c', undefined, ['a']],
    ])
  })

  test('A-40: a unit that is never loaded by itself is marked, and one that was replaced names its successor', () => {
    const { results } = ask([unit('a', { hints: { load_strategy: 'never' } }), unit('b', { supersedes: 'a' })], {})
    expect(results.map(({ unit_id: id, load, superseded_by: next }) => [id, load, next])).toEqual([
      ['a', 'explicit', 'b'],
      ['b', undefined, undefined],
    ])
  })

  test('at most 20 near misses are listed, all are counted', () => {
    const response = ask(
      Array.from({ length: 40 }, (_, i) => unit(`u${i}`, { scope: 'module' })),
      { scope: 'global' },
    )
    expect([response.omitted.length, response.omitted_counts]).toEqual([20, { scope: 40 }])
  })
})

describe('several manifests', () => {
  const hub = manifestOf(
    {
      project: 'Hub',
      manifests: [
        { id: 'old', url: 'https://old.example/k/knowledge.yaml', relationship: 'archive' },
        { id: 'pay', url: 'https://pay.example/k/knowledge.yaml', relationship: 'child' },
        { id: 'far', url: 'https://far.example/knowledge.yaml' },
      ],
    },
    unit('h', { triggers: ['key'] }),
  )
  const sub = (id: string) => manifestOf({ project: id }, unit(id, { triggers: ['key'], path: 'docs/k.md' }))
  const given = [
    { manifest: sub('old'), source: 'old' },
    { manifest: sub('pay'), source: 'pay' },
    { manifest: hub, source: null },
  ]

  test('KCP-256 (A-18, A-27): local units first, then the declared order, an archive last', () => {
    expect(
      query(given, { terms: ['key'], federation_scope: 'declared' }, {}).results.map(
        ({ unit_id: id, source_manifest: source, ref }) => [id, source, ref],
      ),
    ).toEqual([
      ['h', null, 'unit:hub/h'],
      ['pay', 'pay', 'unit:hub/pay/pay'],
      ['old', 'old', 'unit:hub/old/old'],
    ])
  })

  test('KCP-250: a path of another manifest is relative to that manifest', () => {
    const [, result] = query(given, { federation_scope: 'declared' }, {}).results
    expect(new URL(result?.path ?? '', result?.manifest).href).toBe('https://pay.example/k/docs/k.md')
  })

  test('the default scope asks local manifests only', () => {
    expect(query(given, {}, {}).results.map(({ unit_id: id }) => id)).toEqual(['h'])
  })

  test('KCP-273: a scope that is not supported counts as local, with a note and without an error', () => {
    const { results, diagnostics } = query(given, { federation_scope: 'recursive' }, {})
    expect([results.length, diagnostics.map(({ code, severity }) => `${code} ${severity}`)]).toEqual([
      1,
      ['KCP805 info'],
    ])
    expect(query(given, { federation_scope: 'declared' }, {}).diagnostics.map(({ message }) => message)).toEqual([
      'The declared manifest "far" was not searched: it is not available here.',
    ])
  })
})
