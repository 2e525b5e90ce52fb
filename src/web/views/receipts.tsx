import { useState } from 'preact/hooks'
import { api, credentialHeaders, Problem } from '../api.ts'
import { CompareNow, type Comparison } from '../parts/compare-now.tsx'
import { Choice, Day, Everywhere, withParameter, Words } from '../parts/filters.tsx'
import { Mark, Verdict } from '../parts/mark.tsx'
import { Empty, Failed, WhenLoaded } from '../parts/states.tsx'
import { Table, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { VisibleText } from '../parts/visible-text.tsx'
import { hrefOf, type Route } from '../router.ts'
import { useLoaded } from '../use-loaded.ts'
import type { ViewProps } from '../views.ts'
import { ReceiptDetail } from './receipt-detail.tsx'

interface Line {
  readonly id: string
  readonly time: string
  readonly kind: string
  readonly outcome?: string
  readonly client?: string
  readonly task?: string
  readonly refs: readonly string[]
  readonly spans: number
  readonly hidden?: number
}

interface Timeline {
  readonly receipts: readonly Line[]
  readonly total: number
  readonly next?: string
  readonly clients: readonly string[]
}

/** What was released, when, to whom and why. */
export function ReceiptsView({ route, identity }: ViewProps) {
  const [id] = route.parts
  return id === undefined ? (
    <TimelineView route={route} isPerson={identity.rights.askAs} />
  ) : (
    <ReceiptDetail id={id} isPerson={identity.rights.askAs} />
  )
}

function TimelineView({ route, isPerson }: { readonly route: Route; readonly isPerson: boolean }) {
  const parameters = Object.fromEntries(route.query)
  const loaded = useLoaded(
    route.query.toString(),
    (signal) => api.get<Timeline>('v1/receipts', parameters, signal),
    150,
  )
  const [now, setNow] = useState<Comparison>(new Map())
  return (
    <>
      <div class="row spread">
        <h1>Receipts</h1>
        <div class="row">
          {isPerson ? <VerifyButton /> : null}
          <ExportButton parameters={parameters} />
        </div>
      </div>
      <div class="row">
        {isPerson ? <Words route={route} name="text" label="Words of the task" /> : null}
        <Words route={route} name="ref" label="Ref" />
        <Choice route={route} name="outcome" label="Outcome" of={['answered', 'weak', 'nothing', 'withheld']} />
        <Choice route={route} name="kind" label="Kind" of={['read', 'guide', 'evidence', 'query', 'unit', 'catalog']} />
        <Choice route={route} name="client" label="Client" of={loaded.value?.clients ?? []} />
        <Day route={route} name="since" label="Since" />
        <Day route={route} name="until" label="Before" />
        <Everywhere route={route} />
      </div>
      <WhenLoaded loaded={loaded} what="receipts">
        {({ receipts, total, next }) =>
          receipts.length === 0 ? (
            <Nothing isFiltered={route.query.size > 0} />
          ) : (
            <>
              <div class="row spread">
                <p class="muted" role="status">
                  {total} {total === 1 ? 'receipt' : 'receipts'}, newest first
                </p>
                <CompareNow key={route.query.toString()} receipts={receipts} show={setNow} />
              </div>
              <Table
                caption="Receipts, newest first"
                columns={columnsWith(now)}
                rows={receipts}
                keyOf={(line) => line.id}
                stacks
              />
              <p class="row">
                {route.query.has('after') ? <a href={withParameter(route, 'after', undefined)}>Newest</a> : null}
                {next === undefined ? null : <a href={withParameter(route, 'after', next)}>Earlier ones</a>}
              </p>
            </>
          )
        }
      </WhenLoaded>
    </>
  )
}

const columns: readonly Column<Line>[] = [
  { title: 'Time', cell: ({ time }) => <Time at={time} /> },
  {
    title: 'Outcome',
    cell: ({ outcome, kind }) => (outcome ? <Verdict of={outcome} /> : <Mark tone="plain">{kind}</Mark>),
  },
  {
    title: 'Task',
    isHead: true,
    cell: ({ id, task }) => (
      <a href={hrefOf('receipts', [id])}>
        {task === undefined ? <span class="code">{id}</span> : <VisibleText text={shortened(task)} />}
      </a>
    ),
  },
  {
    title: 'Released',
    cell: ({ refs, hidden }) => (
      <span class="code">
        <VisibleText text={refs.slice(0, 4).join(', ')} />
        {refs.length > 4 ? ` and ${refs.length - 4} more` : ''}
        {hidden === undefined ? null : <span class="muted"> {hidden} hidden from you</span>}
      </span>
    ),
  },
  { title: 'Spans', isNumber: true, isWide: true, cell: ({ spans }) => spans },
  { title: 'Client', isWide: true, cell: ({ client }) => <span class="code">{client ?? 'this machine'}</span> },
]

/** With the outcome of a repetition, once it was requested. */
const columnsWith = (now: Comparison): readonly Column<Line>[] =>
  now.size === 0
    ? columns
    : columns.toSpliced(2, 0, {
        title: 'Now',
        cell: ({ id }) => {
          const outcome = now.get(id)
          return outcome === undefined ? null : <Verdict of={outcome} />
        },
      })

const shortened = (text: string): string => (text.length > 160 ? `${text.slice(0, 160)}…` : text)

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  return isFiltered ? (
    <Empty title="No receipt matches">
      <p>
        <a href={hrefOf('receipts')}>Show all</a>
      </p>
    </Empty>
  ) : (
    <Empty title="Nothing was released yet">
      <p>
        Every release of text leaves a receipt. Ask something in the <a href={hrefOf('playground')}>playground</a>.
      </p>
    </Empty>
  )
}

interface Verified {
  readonly ok: boolean
  readonly records: number
  readonly segments: readonly unknown[]
  readonly failures: readonly { readonly segment: string; readonly line?: number; readonly message: string }[]
}

/** Recomputes every proof and every link. */
function VerifyButton() {
  const [state, setState] = useState<Verified | Problem | 'busy'>()
  const verify = async (): Promise<void> => {
    setState('busy')
    setState(await api.get<Verified>('v1/receipts/verify').catch((error: unknown) => problemOf(error)))
  }
  return (
    <div class="row" role="status">
      {state instanceof Problem ? <Mark tone="bad">{state.message}</Mark> : null}
      {typeof state === 'object' && 'ok' in state ? (
        <span>
          <Mark tone={state.ok ? 'good' : 'bad'}>{state.ok ? 'intact' : 'not intact'}</Mark> {state.records} records in{' '}
          {state.segments.length} {state.segments.length === 1 ? 'segment' : 'segments'}
          {state.failures.slice(0, 5).map(({ segment, line, message }) => (
            <span key={`${segment} ${line}`} class="failure">
              {segment}
              {line === undefined ? '' : `:${line}`} {message}
            </span>
          ))}
        </span>
      ) : null}
      <button type="button" disabled={state === 'busy'} onClick={verify}>
        Verify the chain
      </button>
    </div>
  )
}

const problemOf = (error: unknown): Problem =>
  error instanceof Problem ? error : new Problem(0, 'This page failed', String(error))

/** Fetched by the page, because a link would not send a typed key. */
function ExportButton({ parameters }: { readonly parameters: Readonly<Record<string, string>> }) {
  const [problem, setProblem] = useState<Problem>()
  const save = async (): Promise<void> => {
    const { after: _after, ...filter } = parameters
    const response = await fetch(`v1/receipts/export?${new URLSearchParams(filter)}`, {
      headers: credentialHeaders(),
    }).catch(() => undefined)
    if (!response?.ok) {
      setProblem(new Problem(response?.status ?? 0, 'The receipts were not exported'))
      return
    }
    const address = URL.createObjectURL(await response.blob())
    const link = Object.assign(document.createElement('a'), { href: address, download: 'receipts.jsonl' })
    link.click()
    URL.revokeObjectURL(address)
  }
  return (
    <>
      <button type="button" onClick={save}>
        Export
      </button>
      {problem ? <Failed problem={problem} /> : null}
    </>
  )
}
