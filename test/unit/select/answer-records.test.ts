import { describe, expect, test } from 'vitest'
import type { ReadResult } from '../../../src/app/index.ts'
import { packWorld, pathsOf, type TestPack } from '../../support/read-packs.ts'

type Fields = Readonly<Record<string, unknown>>

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`

const question: Fields = {
  id: 'q-refund',
  question: 'How long does a refund of a berth fee take?',
  variants: ['When do I get my berth money back?'],
  intent: 'refund',
  audience: ['skipper'],
  answerBlockIds: ['b-refund'],
}
const block: Fields = {
  id: 'b-refund',
  answer: 'The harbor office pays within 14 days.',
  claimIds: ['c-refund'],
  citationTargetIds: ['t-terms'],
  evidenceStatus: 'verified',
  reviewStatus: 'approved',
}
const claim: Fields = {
  id: 'c-refund',
  label: 'Payment term of refunds',
  text: 'Refunds are paid within 14 days.',
  sourceRefs: ['sources/terms.md#refunds'],
  evidenceStatus: 'verified',
  reviewStatus: 'approved',
}
const target: Fields = { id: 't-terms', sourceRef: 'sources/terms.md', excerpt: 'within 14 days', health: 'ok' }
const constraint: Fields = { id: 'k-cash', label: 'No refund in cash', appliesTo: ['c-refund'] }

interface Answers {
  readonly question?: Fields
  readonly block?: Fields
  readonly claim?: Fields
  readonly files?: TestPack['files']
}

const answerPack = ({ files = {}, ...changed }: Answers = {}): TestPack => ({
  files: {
    'documents/harbor.md':
      '# Harbor\n\nThe harbor office is open from 8 to 17 in summer.\n\n## Berths\n\nA berth costs 25 euro a night. A refund of a berth is handled by the office.\n',
    'answers/questions.json': json({ questions: [{ ...question, ...changed.question }] }),
    'answers/answer-blocks.json': json([{ ...block, ...changed.block }]),
    'answers/citation-targets.json': json([target]),
    'ontology/claims.json': json([{ ...claim, ...changed.claim }]),
    'ontology/constraints.json': json([constraint]),
    ...files,
  },
})

const readAnswer = async (changed: Answers, task = 'When do I get my berth money back?'): Promise<ReadResult> =>
  (await packWorld({ harbor: answerPack(changed) })).read({ task, budget: 1200 })

describe('approved answers', () => {
  test('AK-285: a task that equals a variant gets the answer first, whatever its case and punctuation', async () => {
    for (const task of ['When do I get my berth money back?', '  when do I get MY berth money back']) {
      const result = await readAnswer({}, task)
      expect(result.outcome).toBe('answered')
      expect(pathsOf(result).slice(0, 2)).toEqual(['answers/questions.json', 'answers/answer-blocks.json'])
      expect(result.fenced).toContain('The harbor office pays within 14 days.')
    }
  })

  test('AK-285: a task with most of its words gets it too, and the documents stay candidates', async () => {
    const result = await readAnswer({}, 'How long does it take until the refund of my berth is paid?')
    expect(result.fenced).toContain('The harbor office pays within 14 days.')
    const other = await readAnswer({}, 'What does a berth cost for a night?')
    expect(other.fenced).toContain('A berth costs 25 euro a night.')
  })

  test('AK-285: an equal question comes before a text that repeats its words', async () => {
    const text =
      '# Berth money\n\nWhen do I get my berth money back? Ask for berth money back when berth money is due.\n'
    const result = await readAnswer({ files: { 'compiled/money.md': text } })
    expect(pathsOf(result)[0]).toBe('answers/questions.json')
  })

  test('the answer to a similar question does not replace the texts', async () => {
    const text = '# Fees\n\nA refund of a mooring fee takes 30 days.\n'
    const task = 'How long does a refund of a mooring fee take?'
    const result = await readAnswer({ files: { 'compiled/fees.md': text, 'documents/fees.md': text } }, task)
    expect(result.fenced).toContain('takes 30 days')
  })

  test('AK-025, AK-289: question, answer, claims, targets, constraints, in this order', async () => {
    expect(pathsOf(await readAnswer({})).filter((path) => path.endsWith('.json'))).toEqual([
      'answers/questions.json',
      'answers/answer-blocks.json',
      'ontology/claims.json',
      'answers/citation-targets.json',
      'ontology/constraints.json',
    ])
  })

  test('AK-286: an answer that is pending is withheld, with the command that opens it', async () => {
    for (const reviewStatus of ['pending', 'needs-review', 'draft', 'disputed', undefined]) {
      const result = await readAnswer({ block: { reviewStatus } })
      expect(result.fenced).not.toContain('pays within 14 days')
      expect(result.omitted).toContainEqual(
        expect.objectContaining({
          reason: 'withheld',
          detail: expect.stringMatching(/"q-refund".*lorefence approve pack:harbor --claims/),
        }),
      )
    }
  })

  test('AK-266: an answer that states a claim which is not reviewed is withheld', async () => {
    expect((await readAnswer({ claim: { reviewStatus: 'pending' } })).fenced).not.toContain('14 days')
    expect((await readAnswer({ claim: { evidenceStatus: 'forbidden' } })).fenced).not.toContain('pays within 14 days')
  })

  test('AK-295: a question of high risk needs an approved answer with verified evidence', async () => {
    const risk = { question: { riskLevel: 'high' } }
    expect((await readAnswer(risk)).fenced).toContain('pays within 14 days')
    expect((await readAnswer({ ...risk, block: { reviewStatus: 'reviewed' } })).fenced).not.toContain('pays within 14')
    expect((await readAnswer({ ...risk, block: { evidenceStatus: 'weak' } })).fenced).not.toContain('pays within 14')
    expect((await readAnswer({ block: { reviewStatus: 'reviewed' } })).fenced).toContain('pays within 14 days')
  })

  test('AK-290: citation targets are called candidates', async () => {
    const result = await readAnswer({})
    expect(result.fenced).toContain('answers/citation-targets.json lists citation candidates.')
  })

  test('AK-288, AK-291: monitoring runs are read for audits only, the latest of each question, and are no evidence', async () => {
    const runs = json([
      { id: 'm-1', questionId: 'q-refund', platform: 'search', answerPresence: 'absent', observedAt: '2026-01-01' },
      { id: 'm-2', questionId: 'q-refund', platform: 'search', answerPresence: 'cited', observedAt: '2026-05-01' },
    ])
    const files = { 'answers/monitoring-runs.json': runs }
    expect((await readAnswer({ files }, 'Was the platform search cited for q-refund?')).fenced).not.toContain('m-2')
    const audit = await readAnswer({ files }, 'Audit the monitoring on the platform search for q-refund')
    expect(audit.fenced).toContain('"cited"')
    expect(audit.fenced).not.toContain('"absent"')
    const unsupported = await readAnswer(
      { files, claim: { sourceRefs: ['m-2'] } },
      'What is the payment term of refunds?',
    )
    expect(unsupported.citationGaps).toContainEqual(
      expect.objectContaining({ path: 'ontology/claims.json', section: 'payment-term-of-refunds' }),
    )
    expect(unsupported.fenced).not.toContain('Refunds are paid')
  })
})
