import { useState } from 'preact/hooks'
import { api, Problem } from '../api.ts'
import { askingHref } from '../asking.ts'
import { factsOfRequester, factsText } from '../facts.ts'
import { Verdict } from '../parts/mark.tsx'
import { WhenLoaded } from '../parts/states.tsx'
import { Table, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { VisibleText } from '../parts/visible-text.tsx'
import { hrefOf } from '../router.ts'
import { useLoaded } from '../use-loaded.ts'

interface Span {
  readonly ref: string
  readonly path: string
  readonly start: number
  readonly end: number
  readonly headings?: readonly string[]
  readonly fileDigest: string
  readonly spanDigest: string
  readonly evidence?: true
  readonly repeated?: true
}

interface Decision {
  readonly ref: string
  readonly verdict: string
  readonly reasons: readonly {
    readonly gate: string
    readonly verdict: string
    readonly code: string
    readonly sentence: string
  }[]
}

interface Receipt {
  readonly id: string
  readonly time: string
  readonly kind?: string
  readonly strength?: string
  readonly task?: string
  readonly taskHash?: string
  readonly client?: string
  readonly requester?: Readonly<Record<string, unknown>>
  readonly budget: number
  readonly tokenizer: string
  readonly version: string
  readonly activation?: string
  readonly considered?: Readonly<Record<string, number>>
  readonly obligations?: readonly string[]
  readonly decisions?: readonly Decision[]
  readonly spans: readonly Span[]
  readonly warnings?: readonly { readonly code: string; readonly ref?: string; readonly message?: string }[]
  readonly replayOf?: string
  readonly fencedDigest: string
  readonly proof: string
  readonly link: string
  readonly hidden?: number
}

interface Replayed {
  readonly outcome: string
  readonly drift: readonly Readonly<Record<string, unknown>>[]
  readonly omitted: readonly { readonly ref: string; readonly reason: string; readonly detail?: string }[]
  readonly receipt?: string
  readonly hidden?: number
}

/** One release: what was decided, what was shown, and whether it would be the same now. */
export function ReceiptDetail({ id, isPerson }: { readonly id: string; readonly isPerson: boolean }) {
  const loaded = useLoaded(id, (signal) =>
    api.get<{ readonly receipt: Receipt }>(`v1/receipts/${encodeURIComponent(id)}`, {}, signal),
  )
  return (
    <>
      <p>
        <a href={hrefOf('receipts')}>All receipts</a>
      </p>
      <WhenLoaded loaded={loaded} what="the receipt">
        {({ receipt }) => (
          <>
            <h1>{receipt.task ? <VisibleText text={receipt.task} /> : <span class="code">{receipt.id}</span>}</h1>
            <Facts receipt={receipt} />
            <Replay receipt={receipt} isPerson={isPerson} />
            <section class="panel" aria-labelledby="spans">
              <h2 id="spans">Released text</h2>
              {receipt.spans.length === 0 ? (
                <p class="muted">No released text is visible to you.</p>
              ) : (
                <Table caption="Spans" columns={spanColumns} rows={receipt.spans} keyOf={keyOfSpan} />
              )}
            </section>
            <Decisions decisions={receipt.decisions} isPerson={isPerson} />
            <Digests receipt={receipt} />
          </>
        )}
      </WhenLoaded>
    </>
  )
}

function Facts({ receipt }: { readonly receipt: Receipt }) {
  const { time, strength, kind = 'read', client, requester = {}, taskHash, budget, considered, hidden } = receipt
  const rows: readonly (readonly [string, preact.ComponentChildren])[] = [
    ['Time', <Time at={time} />],
    ['Outcome', strength ? <Verdict of={strength} /> : kind],
    ['Client', client ?? 'this machine'],
    ['Requester', factsText(factsOfRequester(requester)) || 'no facts'],
    ...(taskHash === undefined
      ? []
      : [['Task', 'Only its hash is kept, because a client of the server asked.'] as const]),
    ['Budget', `${budget} tokens`],
    ...(considered
      ? [
          [
            'Considered',
            Object.entries(considered)
              .map(([verdict, count]) => `${count} ${verdict}`)
              .join(', '),
          ] as const,
        ]
      : []),
    ...(receipt.obligations?.length ? [['Obligations', receipt.obligations.join(', ')] as const] : []),
    ...(receipt.warnings?.length
      ? [['Warnings', receipt.warnings.map(({ code, message }) => message ?? code).join(' ')] as const]
      : []),
    ...(receipt.replayOf === undefined
      ? []
      : [['Repeats', <a href={hrefOf('receipts', [receipt.replayOf])}>{receipt.replayOf}</a>] as const]),
    ...(hidden === undefined ? [] : [['Hidden', `${hidden} parts of units that you may not read`] as const]),
  ]
  return (
    <dl class="facts">
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{typeof value === 'string' ? <VisibleText text={value} /> : value}</dd>
        </div>
      ))}
    </dl>
  )
}

const keyOfSpan = ({ ref, path, start }: Span): string => `${ref} ${path} ${start}`

const spanColumns: readonly Column<Span>[] = [
  {
    title: 'Place',
    isHead: true,
    cell: ({ ref, path, headings = [] }) => (
      <>
        <span class="code">
          <VisibleText text={`${ref} ${path}`} />
        </span>
        {headings.length === 0 ? null : (
          <div class="muted">
            <VisibleText text={headings.join(' › ')} />
          </div>
        )}
      </>
    ),
  },
  { title: 'Characters', isNumber: true, cell: ({ start, end }) => `${start}–${end}` },
  {
    title: 'As',
    isWide: true,
    cell: ({ evidence, repeated }) => (evidence ? 'evidence' : repeated ? 'shown before' : 'text'),
  },
  { title: 'Digest of the text', isWide: true, cell: ({ spanDigest }) => <Digest of={spanDigest} /> },
  { title: 'Digest of the file', isWide: true, cell: ({ fileDigest }) => <Digest of={fileDigest} /> },
]

/** Short enough to compare by eye; the title has the whole digest. */
const Digest = ({ of }: { readonly of: string }) => (
  <span class="code" title={of}>
    {of.replace(/^sha256:/, '').slice(0, 12)}
  </span>
)

function Decisions({
  decisions,
  isPerson,
}: {
  readonly decisions: readonly Decision[] | undefined
  readonly isPerson: boolean
}) {
  if (!decisions)
    return isPerson ? null : <p class="muted">What was decided about other entries is shown to people only.</p>
  const columns: readonly Column<Decision>[] = [
    {
      title: 'Pack or unit',
      isHead: true,
      cell: ({ ref }) => (
        <span class="code">
          <VisibleText text={ref} />
        </span>
      ),
    },
    { title: 'Verdict', sortBy: ({ verdict }) => verdict, cell: ({ verdict }) => <Verdict of={verdict} /> },
    {
      title: 'Why',
      cell: ({ reasons }) => {
        const telling = reasons.filter(({ verdict }) => verdict !== 'allow')
        return telling.length === 0 ? (
          <span class="muted">{reasons.length} gates allow it</span>
        ) : (
          telling.map(({ gate, code, sentence }) => (
            <p key={`${gate} ${code}`}>
              <b>{gate}</b> <VisibleText text={sentence === '' ? code : sentence} />
            </p>
          ))
        )
      },
    },
  ]
  return (
    <section class="panel" aria-labelledby="decisions">
      <h2 id="decisions">Decisions</h2>
      <Table caption="Decisions" columns={columns} rows={decisions} keyOf={({ ref }) => ref} step={50} />
    </section>
  )
}

function Digests({ receipt: { proof, link, fencedDigest, version, tokenizer } }: { readonly receipt: Receipt }) {
  const rows = { 'Fenced text': fencedDigest, Proof: proof, Link: link, Version: version, Tokenizer: tokenizer }
  return (
    <section class="panel" aria-labelledby="digests">
      <h2 id="digests">Digests</h2>
      <dl class="facts">
        {Object.entries(rows).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd class="code">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const outcomes: Readonly<Record<string, string>> = {
  same: 'The same bytes would be released now.',
  drifted: 'Other text would be released now. This is what changed:',
  refused: 'It would be refused to you now.',
  'task-needed': 'Only a hash of the task is kept. Write the task exactly as it was asked.',
  damaged: 'The receipt was changed after it was written.',
  unknown: 'What it was about is no longer here.',
}

function Replay({ receipt, isPerson }: AskNowProps) {
  const [task, setTask] = useState('')
  const [state, setState] = useState<Replayed | Problem | 'busy'>()
  const run = async (event: Event): Promise<void> => {
    event.preventDefault()
    setState('busy')
    const body = task.trim() === '' ? {} : { task }
    setState(
      await api
        .post<Replayed>(`v1/receipts/${encodeURIComponent(receipt.id)}/replay`, body)
        .catch((error: unknown) =>
          error instanceof Problem ? error : new Problem(0, 'This page failed', String(error)),
        ),
    )
  }
  return (
    <section class="panel" aria-labelledby="replay">
      <h2 id="replay">Replay</h2>
      <form class="row" onSubmit={run}>
        {receipt.taskHash === undefined ? null : (
          <label class="grows">
            Task
            <input value={task} onInput={(event) => setTask(event.currentTarget.value)} />
          </label>
        )}
        <button type="submit" disabled={state === 'busy'}>
          Would it be the same now?
        </button>
      </form>
      <div role="status">
        {state instanceof Problem ? <p>{[state.message, state.detail].join(' ')}</p> : null}
        {typeof state === 'object' && 'outcome' in state ? <Outcome replayed={state} /> : null}
      </div>
      <AskNow receipt={receipt} isPerson={isPerson} />
    </section>
  )
}

/** Past texts are not stored, so the current answer is a new read for the same requester. */
function AskNow({ receipt: { task = '', budget, requester }, isPerson }: AskNowProps) {
  const facts = factsText(factsOfRequester(requester ?? {}))
  const asking = { task, budget, packs: [] }
  return (
    <p class="row">
      <a href={askingHref('playground', isPerson ? { ...asking, as: facts } : asking)}>
        What is answered now{isPerson ? ', to the same requester' : ''}
      </a>
      {isPerson ? <a href={hrefOf('decisions', [], { as: facts || ' ' })}>What this requester may use</a> : null}
    </p>
  )
}

interface AskNowProps {
  readonly receipt: Receipt
  readonly isPerson: boolean
}

function Outcome({ replayed: { outcome, drift, omitted, hidden, receipt } }: { readonly replayed: Replayed }) {
  return (
    <>
      <p>
        <Verdict of={outcome} /> {outcomes[outcome] ?? ''}{' '}
        {receipt === undefined ? null : <a href={hrefOf('receipts', [receipt])}>Its receipt</a>}
      </p>
      {drift.length + omitted.length === 0 ? null : (
        <ul class="drift">
          {drift.map((one, index) => (
            <li key={index}>
              <VisibleText text={driftText(one)} />
            </li>
          ))}
          {omitted.map(({ ref, reason, detail = '' }) => (
            <li key={ref}>
              <VisibleText text={`${ref}: ${reason}. ${detail}`} />
            </li>
          ))}
        </ul>
      )}
      {hidden === undefined ? null : <p class="muted">{hidden} more about units that you may not know of.</p>}
    </>
  )
}

function driftText({ what, ref, path, name, before, after }: Readonly<Record<string, unknown>>): string {
  const place = [ref, path, name].filter((part) => typeof part === 'string').join(' ')
  const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'))
  const change = before === undefined && after === undefined ? '' : `: ${shown(before)} → ${shown(after)}`
  return `${String(what).replace('-', ' ')}: ${place}${change}`
}
