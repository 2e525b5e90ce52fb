import type { FieldTable } from '../../../model/fields.ts'
import { problem } from '../problem.ts'
import { viewReply, viewRoute } from '../view-route.ts'

export const reviewRoute = viewRoute({
  path: '/v1/review',
  method: 'GET',
  summary: 'What waits for a person: what is ungranted, changed, disputed, stale, to be reviewed or to be approved',
  input: {},
  for: 'viewer',
  answer: async (_args, { knowledge, identity }) =>
    viewReply('review', { items: await knowledge.reviews(), mayAnswer: identity.person === 'operator' }),
})

const answerInput = {
  verdict: { type: 'choice', of: ['grant', 'refuse'], unlisted: 'error', required: true },
  note: { type: 'text', required: true, nonEmpty: true, maxLength: 2000, doc: 'Why.' },
} as const satisfies FieldTable

export const answerReviewRoute = viewRoute({
  path: '/v1/review/{id}',
  method: 'POST',
  summary: 'Grants or refuses what waits for approval; recorded with the name of the key, the time and the note',
  input: answerInput,
  for: 'operator',
  async answer({ verdict, note = '' }, { id, knowledge, identity }) {
    if (note.trim() === '') return problem('bad-request', { detail: 'The argument "note" is missing.' })
    if (verdict === undefined) return problem('bad-request', { detail: 'The argument "verdict" is missing.' })
    const settled = await knowledge.answerReview({ item: id, verdict, note: note.trim(), by: identity.client })
    switch (settled.outcome) {
      case 'recorded':
        return viewReply('review', {
          record: settled.record,
          approved: settled.approved.map(({ code, until }) => ({ code, until })),
        })
      case 'unknown':
        return problem('not-found', { detail: 'It is not in the queue, or has changed since.' })
      case 'not-approvable':
        return problem('not-approvable', {
          detail: settled.item.command === undefined ? settled.item.detail : `Run: ${settled.item.command}`,
        })
    }
  },
})
