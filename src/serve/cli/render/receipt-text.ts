import type { Receipt, VerifiedReceipts } from '../../../app/index.ts'
import { visible } from './terminal/cells.ts'
import { counted } from './terminal/words.ts'

/** The fields of a receipt in a list; `show` has all of them. */
export function summaryOf({
  id,
  time,
  kind,
  task,
  taskHash,
  spans,
  client,
  refused,
  named,
  fencedDigest,
  replayOf,
  proof,
  link,
}: Receipt): object {
  const refs = [...new Set(spans.map(({ ref }) => ref))]
  return {
    id,
    time,
    kind: kind ?? 'answer',
    task,
    ...(taskHash === undefined ? {} : { taskHash }),
    refs,
    spans: spans.length,
    ...(client === undefined ? {} : { client }),
    ...(refused ? { refused, named } : {}),
    fencedDigest,
    ...(replayOf === undefined ? {} : { replayOf }),
    proof,
    link,
  }
}

export function receiptLine({ id, time, kind, task, taskHash, spans, refused, named = [] }: Receipt): string {
  const refs = [...new Set(spans.map(({ ref }) => ref))]
  const asked = kind === undefined ? (taskHash === undefined ? `"${task}"` : '(task stored as a hash)') : kind
  const nothing = refused ? `refused ${listed(named)}` : 'nothing released'
  return visible(`${id}  ${time}  ${asked}  ${refs.length > 0 ? listed(refs) : nothing}`)
}

const mostRefs = 8

/** A catalog may list hundreds. */
const listed = (refs: readonly string[]): string =>
  refs.length <= mostRefs ? refs.join(', ') : `${refs.slice(0, mostRefs).join(', ')} and ${refs.length - mostRefs} more`

export function verifiedText({ ok, segments, records, failures }: VerifiedReceipts): string {
  const lines = failures.map(({ segment, line, problem, message }) =>
    visible(`${segment}${line === undefined ? '' : `:${line}`} ${problem}: ${message}`),
  )
  const unfinished = segments.filter((segment) => segment.unfinished).length
  const half = unfinished > 0 ? ` ${counted(unfinished, 'incomplete last line')}, never acknowledged.` : ''
  return [
    ...lines,
    `${ok ? 'ok' : 'FAILED'}: ${counted(records, 'receipt')} in ${counted(segments.length, 'segment')}.${half}`,
    '',
  ].join('\n')
}
