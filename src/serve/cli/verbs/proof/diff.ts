import type { DiffSide } from '../../../../app/index.ts'
import { knowledgeOptions, openForVerb } from '../../open-knowledge.ts'
import { diffLines, reportRepeat } from '../../render/drift-text.ts'
import { visible } from '../../render/terminal/cells.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { requesterFacts } from '../../requester-facts.ts'
import { exitCodes, text, texts, UsageError, type Values, type Verb } from '../../verb.ts'

export const diffVerb: Verb = {
  name: 'diff',
  summary: 'compare two receipts, or a receipt with its request repeated at another date or for another requester',
  usage: 'diff <receipt> [<receipt>] [options]',
  inputs: 'one or two ids of receipts; with one, its request is repeated and only names are shown',
  outputs:
    '+ added, - removed, ~ changed, > moved spans; decisions, requester and request; exit 1 when something differs',
  examples: [
    'lorefence diff r-0123456789abcdef r-fedcba9876543210',
    'lorefence diff r-0123456789abcdef --at 2026-01-31 --at 2026-07-31',
    'lorefence diff r-0123456789abcdef --for role=support --for role=auditor',
  ],
  options: {
    ...knowledgeOptions,
    at: {
      type: 'string',
      multiple: true,
      value: 'DATE',
      doc: 'Repeat the request at this date; twice compares two dates.',
    },
    for: {
      type: 'string',
      multiple: true,
      value: 'FACTS',
      doc: 'Repeat the request for this requester, such as role=auditor; twice compares two requesters.',
    },
    task: { type: 'string', value: 'TEXT', doc: 'The task, where the receipt contains only its hash.' },
  },
  async run({ positionals, values, terminal }) {
    const [before, after] = sidesOf(positionals, values)
    const { knowledge } = await openForVerb({ values, terminal })
    const diff = await knowledge.diff(before, after)
    if (diff.outcome !== 'compared') return reportRepeat(diff, knowledge, { values, terminal })
    if (values['json'] === true) printRecord(terminal, { command: 'diff', ok: diff.same }, diff)
    else
      terminal.out(
        [
          ...diffLines(diff),
          diff.same ? 'nothing differs' : `the fenced text ${diff.fenced === 'same' ? 'is the same' : 'differs'}`,
          '',
        ]
          .map(visible)
          .join('\n'),
      )
    return diff.same ? exitCodes.ok : exitCodes.findings
  },
}

/** Two receipts as written; or one request, repeated once or twice. */
function sidesOf(ids: readonly string[], values: Values): readonly [DiffSide, DiffSide] {
  const [first, second] = ids
  if (first === undefined || ids.length > 2)
    throw new UsageError('diff needs the ids of one or two receipts. Try "lorefence receipts list".')
  const dates = texts(values['at']).map(dateOf)
  const requesters = texts(values['for']).map((facts) => requesterFacts([facts]))
  if (dates.length > 2 || requesters.length > 2)
    throw new UsageError('diff compares two dates or two requesters, not more.')
  if (second !== undefined && (dates.length > 0 || requesters.length > 0))
    throw new UsageError('--at and --for repeat the request of one receipt; leave out the second receipt.')
  if (second !== undefined) return [first, second]
  const task = text(values['task'])
  const again = (date: Date | undefined, requester: (typeof requesters)[number] | undefined): DiffSide => ({
    receipt: first,
    ...(date ? { at: date } : {}),
    ...(requester ? { requester } : {}),
    ...(task === undefined ? {} : { task }),
  })
  const isOne = dates.length < 2 && requesters.length < 2
  return isOne
    ? [first, again(dates[0], requesters[0])]
    : [again(dates[0], requesters[0]), again(dates[1] ?? dates[0], requesters[1] ?? requesters[0])]
}

function dateOf(written: string): Date {
  const date = new Date(/^\d{4}-\d\d-\d\d$/.test(written) ? `${written}T12:00:00Z` : written)
  if (Number.isNaN(date.getTime())) throw new UsageError(`--at takes a date such as 2026-05-06, not "${written}".`)
  return date
}
