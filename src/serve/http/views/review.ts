import type { FieldTable } from '../../../model/tables/fields.ts'
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

export const reviewedGrantRoute = viewRoute({
  path: '/v1/review/{id}',
  method: 'GET',
  summary: 'The files that a grant would cover, with their digests and what changed since the last grant',
  input: {},
  for: 'viewer',
  async answer(_args, { id, knowledge }) {
    const grant = await knowledge.reviewedGrant(id)
    return grant ? viewReply('grant', grant) : problem('not-found', { detail: 'No grant opens it, or it has changed.' })
  },
})

const answerInput = {
  verdict: { type: 'choice', of: ['grant', 'refuse'], unlisted: 'error', required: true },
  note: { type: 'text', required: true, nonEmpty: true, maxLength: 2000, doc: 'Why.' },
  digest: { type: 'text', doc: 'To grant files: the digest of what was shown.' },
} as const satisfies FieldTable

export const answerReviewRoute = viewRoute({
  path: '/v1/review/{id}',
  method: 'POST',
  summary: 'Grants or refuses what waits for a person; recorded with the name of the key, the time and the note',
  input: answerInput,
  for: 'operator',
  async answer({ verdict, note = '', digest }, { id, knowledge, identity }) {
    if (note.trim() === '') return problem('bad-request', { detail: 'The argument "note" is missing.' })
    if (verdict === undefined) return problem('bad-request', { detail: 'The argument "verdict" is missing.' })
    const settled = await knowledge.answerReview({
      item: id,
      verdict,
      note: note.trim(),
      by: identity.client,
      ...(digest === undefined ? {} : { digest }),
    })
    switch (settled.outcome) {
      case 'recorded':
        return viewReply('review', {
          record: settled.record,
          approved: settled.approved.map(({ code, until }) => ({ code, until })),
          granted: settled.granted,
        })
      case 'unknown':
        return problem('not-found', { detail: 'It is not in the queue, or has changed since.' })
      case 'not-shown':
        return problem('not-shown', { detail: 'Look at the files as they are now, and answer with their digest.' })
      case 'not-approvable':
        return problem('not-approvable', {
          detail: settled.item.command === undefined ? settled.item.detail : `Run: ${settled.item.command}`,
        })
    }
  },
})
