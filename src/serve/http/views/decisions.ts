import { requesterIn, type MatrixOptions } from '../../../app/index.ts'
import { gateNames } from '../../../model/decisions/decision.ts'
import type { FieldTable } from '../../../model/tables/fields.ts'
import { problem } from '../problem.ts'
import { knownTo, viewReply, viewRoute } from '../view-route.ts'

const facts = 'Facts such as role=contractor,clearance=public; for people only.'

const input = {
  as: { type: 'text', doc: `Decide for this requester instead. ${facts}` },
  to: { type: 'text', doc: `Decide for this requester as well, and say what differs. ${facts}` },
  action: { type: 'text', doc: 'Default: read.' },
  at: { type: 'text', doc: 'Decide as of this date or time.' },
  filter: { type: 'text', doc: 'Only refs and intents that contain it.' },
  verdict: { type: 'choice', of: ['allow', 'ask', 'deny'], unlisted: 'error' },
  gate: { type: 'choice', of: gateNames, unlisted: 'error', doc: 'Only what this gate does not allow.' },
  flips: { type: 'boolean', doc: 'Only what differs between "as" and "to".' },
  from: { type: 'number', min: 0, doc: 'Rows to skip.' },
  limit: { type: 'number', min: 1, max: 500, doc: 'Default: 100.' },
} as const satisfies FieldTable

export const decisionsRoute = viewRoute({
  path: '/v1/decisions',
  method: 'GET',
  summary: "Every gate's verdict on everything that this credential may know of",
  input,
  async answer({ as, to, at, ...rest }, call) {
    if ((as !== undefined || to !== undefined) && !call.identity.person)
      return problem('person-needed', { detail: 'A client is told only what is decided for itself.' })
    const asked = {
      as: as === undefined ? undefined : requesterIn(as),
      to: to === undefined ? undefined : requesterIn(to),
    }
    const problems = Object.values(asked).flatMap((read) => (read && 'problems' in read ? read.problems : []))
    const time = at === undefined ? undefined : new Date(at)
    if (time && Number.isNaN(time.getTime())) problems.push(`"${at}" is not a date.`)
    if (problems.length > 0) return problem('bad-request', { detail: problems.join(' ') })
    const options: MatrixOptions = {
      ...rest,
      ...(time ? { at: time } : {}),
      ...Object.fromEntries(
        Object.entries(asked).flatMap(([name, read]) => (read && 'requester' in read ? [[name, read.requester]] : [])),
      ),
    }
    return viewReply('decisions', await knownTo(call).decisions(options))
  },
})
