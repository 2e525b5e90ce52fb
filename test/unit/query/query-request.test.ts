import { describe, expect, test } from 'vitest'
import { parseManifest, parseQuery, query, type QueryRequest } from '../../../src/app/index.ts'
import { manifestText } from '../../support/manifest-text.ts'

const { manifest } = parseManifest(manifestText(), { file: 'knowledge.yaml' })
const ask = (request: unknown) => query(manifest ? [{ manifest, source: null }] : [], request as QueryRequest, {})
const said = (request: unknown): readonly string[] =>
  ask(request).diagnostics.map(({ code, severity, message, help }) => `${code} ${severity} ${message} ${help}`)

describe('a request that cannot be read asks nothing', () => {
  test.each([
    [
      { sensitivity_max: 'interal' },
      'KCP803 error The field "sensitivity_max" is "interal", not one of public, internal, confidential, restricted. Did you mean "internal"?',
    ],
    [
      { sensitivity_max: 'secret' },
      'KCP803 error The field "sensitivity_max" is "secret", not one of public, internal, confidential, restricted. Fix the field; the query was not run.',
    ],
    [
      { sensitivity_max: '' },
      'KCP803 error The field "sensitivity_max" is "", not one of public, internal, confidential, restricted. Fix the field; the query was not run.',
    ],
    [
      { sensitivty_max: 'public' },
      'KCP803 error The field "sensitivty_max" is unknown in a query. Did you mean "sensitivity_max"?',
    ],
    [
      { max_token_budget: -1 },
      'KCP803 error The field "max_token_budget" is -1, not a whole number from 0. Fix the field; the query was not run.',
    ],
    [
      { max_token_budget: '800' },
      'KCP803 error The field "max_token_budget" is "800", not a whole number from 0. Fix the field; the query was not run.',
    ],
    [
      { limit: 1.5 },
      'KCP803 error The field "limit" is 1.5, not a whole number from 0. Fix the field; the query was not run.',
    ],
    [
      { exclude_stale: 'yes' },
      'KCP803 error The field "exclude_stale" is "yes", not true or false. Fix the field; the query was not run.',
    ],
    [{ terms: [7] }, 'KCP803 error The field "terms" is 7, not text. Fix the field; the query was not run.'],
    [
      { terms: Array.from({ length: 101 }, () => 'a') },
      'KCP803 error The field "terms" has too many values. Use at most 100 terms of at most 1000 characters.',
    ],
    [
      { as_of: 'yesterday' },
      'KCP803 error The field "as_of" is "yesterday", not a date YYYY-MM-DD. Fix the field; the query was not run.',
    ],
    [['terms'], 'KCP803 error The request is a list, not a mapping of fields. Fix the field; the query was not run.'],
    [null, 'KCP803 error The request is null, not a mapping of fields. Fix the field; the query was not run.'],
  ])('KCP-246: %j', (request, sentence) => {
    expect(said(request)).toEqual([sentence])
    expect(ask(request)).toMatchObject({ results: [], total: 0 })
  })
})

test.each([
  [
    { audience: 'agnet' },
    0,
    'KCP804 warning No unit can have the audience "agnet"; there are human, agent, developer, architect, operator, devops. Did you mean "agent"?',
  ],
  [
    { scope: 'everything' },
    0,
    'KCP804 warning No unit can have the scope "everything"; there are global, project, module. Check the spelling.',
  ],
  [{ 'x-trace': 1 }, 1, 'KCP804 warning The field "x-trace" is unknown in a query. Check the spelling.'],
])('KCP-244, KCP-245: %j is answered with a warning', (request, total, sentence) => {
  expect([ask(request).total, said(request)]).toEqual([total, [sentence]])
})

test('KCP-241: a field that is null or undefined is absent; one term stands for a list of one', () => {
  expect([
    said({ audience: null, scope: undefined, sensitivity_max: undefined }),
    ask({ terms: 'kiosk' }).total,
  ]).toEqual([[], 1])
})

test('a request as YAML or JSON has places', () => {
  expect(parseQuery('terms: [kiosk]\nlimit: 2\n')).toEqual({ request: { terms: ['kiosk'], limit: 2 }, diagnostics: [] })
  expect(parseQuery('{"terms": ["kiosk"]}').request).toEqual({ terms: ['kiosk'] })
  const { request, diagnostics } = parseQuery('terms: [kiosk]\nsensitivity_max: hidden\n', { file: 'q.yaml' })
  expect([request, diagnostics[0]?.where]).toEqual([
    undefined,
    {
      file: 'q.yaml',
      pointer: '/sensitivity_max',
      range: { start: { line: 2, column: 18 }, end: { line: 2, column: 24 } },
    },
  ])
  expect(parseQuery('terms: [').diagnostics.map(({ code }) => code)).toEqual(['KCP803'])
})
