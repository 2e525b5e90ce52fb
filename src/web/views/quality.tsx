import { api } from '../api.ts'
import { Everywhere } from '../parts/filters.tsx'
import { LinePlot, type Series } from '../parts/line-plot.tsx'
import { Verdict } from '../parts/mark.tsx'
import { WhenLoaded } from '../parts/states.tsx'
import { Table, type Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { VisibleText } from '../parts/visible-text.tsx'
import { hrefOf } from '../router.ts'
import { useLoaded } from '../use-loaded.ts'
import type { ViewProps } from '../views.ts'

interface Row {
  readonly name: string
  readonly cases: number
  readonly selectionRecall?: number
  readonly selectionPrecision?: number
  readonly recall?: number
  readonly precision?: number
  readonly tokens?: number
  readonly wrongWhenAbsent?: number
}

interface Missed {
  readonly task?: string
  readonly hash?: string
  readonly outcome: string
  readonly times: number
  readonly last: string
  readonly receipt: string
}

interface Finding {
  readonly ref: string
  readonly code: string
  readonly name: string
  readonly severity: string
  readonly count: number
}

interface Report {
  readonly evaluations: readonly { readonly time: string; readonly packs: readonly Row[] }[]
  readonly reads: Readonly<Record<string, number>>
  readonly missed: readonly Missed[]
  readonly neverUsed: readonly string[]
  readonly health: readonly Finding[]
  readonly savings: {
    readonly given: number
    readonly whole: number
    readonly receipts: readonly string[]
    readonly notCounted: number
  }
}

/** How well the knowledge serves those who ask. */
export function QualityView({ route }: ViewProps) {
  const everywhere = route.query.get('everywhere') ?? undefined
  const loaded = useLoaded(`quality ${everywhere}`, (signal) => api.get<Report>('v1/quality', { everywhere }, signal))
  return (
    <>
      <div class="row spread">
        <h1>Quality</h1>
        <Everywhere route={route} />
      </div>
      <WhenLoaded loaded={loaded} what="quality">
        {(report) => (
          <>
            <Reads report={report} everywhere={everywhere} />
            <Evaluations report={report} />
            <MissedTasks missed={report.missed} />
            <div class="halves">
              <NeverUsed refs={report.neverUsed} />
              <Findings findings={report.health} />
            </div>
          </>
        )}
      </WhenLoaded>
    </>
  )
}

const number = (value: number): string => value.toLocaleString('en')

interface ReadsProps {
  readonly report: Report
  readonly everywhere: string | undefined
}

function Reads({ report: { reads, savings }, everywhere }: ReadsProps) {
  const total = Object.values(reads).reduce((sum, count) => sum + count, 0)
  const [first] = savings.receipts
  return (
    <section class="panel" aria-labelledby="reads">
      <h2 id="reads">Reads {everywhere === undefined ? 'of this workspace' : 'on this machine'}</h2>
      {total === 0 ? (
        <p class="muted">
          Nobody has read anything yet. Ask something in the <a href={hrefOf('playground')}>playground</a>.
        </p>
      ) : (
        <p class="row">
          {Object.entries(reads).map(([outcome, count]) => (
            <a key={outcome} class="count" href={hrefOf('receipts', [], { outcome, everywhere })}>
              <Verdict of={outcome} /> {number(count)}
            </a>
          ))}
        </p>
      )}
      {savings.receipts.length === 0 ? null : (
        <p>
          The last {savings.receipts.length === 1 ? 'read' : `${savings.receipts.length} reads`} released{' '}
          <b>{number(savings.given)}</b> tokens of files that have <b>{number(savings.whole)}</b>.{' '}
          <span class="muted">
            Counted from receipts whose files are unchanged, so a replay gives the same numbers
            {first === undefined ? '' : ', such as '}
            {first === undefined ? null : (
              <a class="code" href={hrefOf('receipts', [first])}>
                {first}
              </a>
            )}
            .{savings.notCounted === 0 ? '' : ` ${savings.notCounted} more could not be counted again.`}
          </span>
        </p>
      )}
    </section>
  )
}

/** One plot for each figure; a line for each pack. */
const figures: readonly {
  readonly title: string
  readonly of: (row: Row) => number | undefined
  readonly most?: number
}[] = [
  { title: 'Recall: required sections that a read finds', of: ({ recall }) => recall, most: 1 },
  { title: 'Recall: prompts that select the pack', of: ({ selectionRecall }) => selectionRecall, most: 1 },
  { title: 'Tokens of a reply', of: ({ tokens }) => tokens },
  { title: 'Wrong where there is no answer', of: ({ wrongWhenAbsent }) => wrongWhenAbsent, most: 1 },
]

function Evaluations({ report: { evaluations } }: { readonly report: Report }) {
  const names = [...new Set(evaluations.flatMap(({ packs }) => packs.map(({ name }) => name)))].sort()
  const plots = figures.flatMap(({ title, of, most }) => {
    const series: readonly Series[] = names.flatMap((name) => {
      const points = evaluations.flatMap(({ time, packs }) => {
        const row = packs.find((one) => one.name === name)
        const value = row && of(row)
        return value === undefined ? [] : [{ time, value }]
      })
      return points.length === 0 ? [] : [{ name, points }]
    })
    return series.length === 0 ? [] : [{ title, series, most }]
  })
  return (
    <section class="panel" aria-labelledby="evaluations">
      <h2 id="evaluations">Evaluations over time</h2>
      {plots.length === 0 ? (
        <p class="muted">
          <code>lorefence eval</code> runs the suites in <code>evals/</code> of your packs; each run is a point here.
        </p>
      ) : (
        <div class="plots">
          {plots.map(({ title, series, most }) => (
            <LinePlot key={title} title={title} series={series} {...(most === undefined ? {} : { most })} />
          ))}
        </div>
      )}
    </section>
  )
}

const missedColumns: readonly Column<Missed>[] = [
  {
    title: 'Asked',
    isHead: true,
    cell: ({ task, hash = '', receipt }) => (
      <a href={hrefOf('receipts', [receipt])}>
        {task === undefined ? (
          <span class="code">{hash.replace(/^hmac-sha256:/, '').slice(0, 16)}</span>
        ) : (
          <VisibleText text={task} />
        )}
      </a>
    ),
  },
  { title: 'Outcome', cell: ({ outcome }) => <Verdict of={outcome} /> },
  { title: 'Times', isNumber: true, sortBy: ({ times }) => times, cell: ({ times }) => times },
  { title: 'Last', isWide: true, sortBy: ({ last }) => last, cell: ({ last }) => <Time at={last} /> },
  {
    title: 'Try it',
    isWide: true,
    cell: ({ task }) => (task === undefined ? null : <a href={hrefOf('playground', [], { task })}>playground</a>),
  },
]

function MissedTasks({ missed }: { readonly missed: readonly Missed[] }) {
  return (
    <section class="panel" aria-labelledby="missed">
      <h2 id="missed">Asked and not answered</h2>
      {missed.length === 0 ? (
        <p class="muted">Every task so far was answered.</p>
      ) : (
        <>
          <p class="muted">Of clients of the server only a hash of the task is kept.</p>
          <Table
            caption="Asked and not answered"
            columns={missedColumns}
            rows={missed}
            keyOf={({ receipt }) => receipt}
            step={20}
          />
        </>
      )}
    </section>
  )
}

const shownRefs = 30

function NeverUsed({ refs }: { readonly refs: readonly string[] }) {
  return (
    <section class="panel" aria-labelledby="never-used">
      <h2 id="never-used">Never used</h2>
      {refs.length === 0 ? (
        <p class="muted">Text of every granted pack and manifest was released at least once.</p>
      ) : (
        <ul>
          {refs.slice(0, shownRefs).map((ref) => (
            <li key={ref}>
              <a class="code" href={hrefOf('graph', [ref])}>
                <VisibleText text={ref} />
              </a>
            </li>
          ))}
          {refs.length > shownRefs ? <li class="muted">and {refs.length - shownRefs} more</li> : null}
        </ul>
      )}
    </section>
  )
}

const findingColumns: readonly Column<Finding>[] = [
  {
    title: 'Entry',
    isHead: true,
    sortBy: ({ ref }) => ref,
    cell: ({ ref }) => (
      <span class="code">
        <VisibleText text={ref} />
      </span>
    ),
  },
  { title: 'Finding', sortBy: ({ code }) => code, cell: ({ code, name }) => `${code} ${name}` },
  { title: 'Severity', sortBy: ({ severity }) => severity, cell: ({ severity }) => severity },
  { title: 'Number', isNumber: true, sortBy: ({ count }) => count, cell: ({ count }) => count },
]

function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <section class="panel" aria-labelledby="findings">
      <h2 id="findings">Findings</h2>
      {findings.length === 0 ? (
        <p class="muted">
          Validation finds nothing. <code>lorefence health PACK</code> also looks at what no rule covers.
        </p>
      ) : (
        <Table
          caption="Findings"
          columns={findingColumns}
          rows={findings}
          keyOf={({ ref, code }) => `${ref} ${code}`}
          step={20}
        />
      )}
    </section>
  )
}
