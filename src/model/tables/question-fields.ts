import type { FieldTable } from './fields.ts'

/** `.lorefence/questions.yaml`: questions whose answers are compared between revisions. */
export const questionFields = {
  questions: {
    type: 'list',
    required: true,
    of: {
      type: 'object',
      fields: {
        task: { type: 'text', nonEmpty: true, required: true, doc: 'The question or task, as an agent would ask it.' },
        also: { type: 'list', of: { type: 'text', nonEmpty: true }, orSingle: 'silent',
          doc: 'Other words that an answer may use.' },
        budget: { type: 'integer', min: 1, doc: 'Most tokens of the answer.' },
        expect: { type: 'list', of: { type: 'text', nonEmpty: true }, orSingle: 'silent', names: 'ref',
          doc: 'Paths or refs that the answer must come from, each of them.' },
        outcome: { type: 'choice', of: ['answered', 'weak', 'nothing', 'withheld'], unlisted: 'error',
          doc: 'Outcome that the read must have.' },
      },
    },
    doc: 'Questions that lorefence check asks.',
  },
} as const satisfies FieldTable
