import type { ComponentChildren } from 'preact'
import type { Decision } from '../../model/decisions/decision.ts'
import type { EntryDetail, UnitRow } from '../../model/reading/inspection.ts'
import { api } from '../api.ts'
import { kilobytes, shortDate } from '../format.ts'
import type { PageIdentity } from '../identity.ts'
import { go, hrefOf, type Route } from '../router.ts'
import { useLoaded } from '../use-loaded.ts'
import { Mark, Verdict, type Tone } from './mark.tsx'
import { WhenLoaded } from './states.tsx'
import { Table } from './table.tsx'
import { VisibleText } from './visible-text.tsx'

interface EntryPageProps {
  readonly entryRef: string
  readonly route: Route
  readonly identity: PageIdentity
}

const severities: Readonly<Record<string, Tone>> = { error: 'bad', warning: 'warn', info: 'plain' }

export function EntryPage({ entryRef, route }: EntryPageProps) {
  const filter = route.query.get('filter') ?? ''
  const loaded = useLoaded(
    `${entryRef} ${filter}`,
    (signal) => api.get<EntryDetail>('v1/entry', { ref: entryRef, filter }, signal),
    200,
  )
  return (
    <>
      <p class="small">
        <a href={hrefOf('catalog')}>Catalog</a>
      </p>
      <h1>
        <VisibleText text={entryRef} />
      </h1>
      <WhenLoaded loaded={loaded} what={entryRef}>
        {(detail) => (
          <div class="sections">
            <Facts detail={detail} />
            <Units detail={detail} entryRef={entryRef} filter={filter} />
            <Guide detail={detail} />
            <Findings detail={detail} />
            <Suites detail={detail} />
          </div>
        )}
      </WhenLoaded>
    </>
  )
}

function Facts({ detail: { row, decision, level, missingForNext = [], size } }: { readonly detail: EntryDetail }) {
  const facts: readonly (readonly [string, ComponentChildren])[] = [
    ['Description', <VisibleText text={row.description} />],
    ['Status', row.status],
    ['Approval', row.standing],
    ['Trust', row.trust && `${row.trust.effective}${row.trust.declared ? `, declares ${row.trust.declared}` : ''}`],
    ['Version', row.version],
    ['Updated', row.updated],
    ['Profile', row.profile],
    ['Found', `${row.path} (${row.scope})`],
    ['Size', size && `${size.files} files, ${kilobytes(size.bytes)}, ${size.tokens.toLocaleString()} tokens`],
    ['Conformance', level && `level ${level} of 3${missingForNext[0] ? `; for the next: ${missingForNext[0]}` : ''}`],
    ['Used instead of', row.shadows.join(', ')],
    ['Last use', row.lastUsed && shortDate(row.lastUsed)],
  ]
  return (
    <section class="panel">
      {decision ? <Decided decision={decision} /> : null}
      <dl class="facts">
        {facts
          .filter(([, value]) => value !== undefined && value !== '')
          .map(([title, value]) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

/** The gates that every pack passes, and those that refuse. */
function Decided({ decision: { verdict: whole, reasons } }: { readonly decision: Decision }) {
  const shown = reasons.filter(({ gate, verdict }) => verdict !== 'allow' || gate === 'trust' || gate === 'status')
  return (
    <>
      <p>
        <Verdict of={whole} /> for you, now.
      </p>
      <ul class="lines">
        {shown.map(({ gate, sentence, change }) => (
          <li key={gate}>
            <span class="muted">{gate}:</span> <VisibleText text={`${sentence}${change ? ` ${change}` : ''}`} />
          </li>
        ))}
      </ul>
    </>
  )
}

function Units({
  detail: { row, units, unitCount = 0 },
  entryRef,
  filter,
}: {
  readonly detail: EntryDetail
  readonly entryRef: string
  readonly filter: string
}) {
  if (!units) return null
  return (
    <section class="panel">
      <div class="place">
        <h2>Units: {unitCount === row.units ? unitCount : `${unitCount} of ${row.units}`}</h2>
        <label>
          <span class="unseen">Filter units</span>
          <input
            type="search"
            placeholder="Filter by id, path, intent"
            value={filter}
            onInput={(event) =>
              go(hrefOf('catalog', [entryRef], { filter: event.currentTarget.value }), { replace: true })
            }
          />
        </label>
      </div>
      {units.length < unitCount ? (
        <p class="small muted">The first {units.length} are listed; filter to see others.</p>
      ) : null}
      <Table<UnitRow>
        caption="Units"
        rows={units}
        keyOf={({ ref, path }) => `${ref} ${path}`}
        step={50}
        columns={[
          { title: 'Id', isHead: true, sortBy: ({ id }) => id, cell: ({ id }) => <VisibleText text={id} /> },
          { title: 'Intent', isWide: true, cell: ({ intent = '' }) => <VisibleText text={intent} /> },
          {
            title: 'Path',
            sortBy: ({ path }) => path,
            cell: ({ path }) => (
              <span class="code">
                <VisibleText text={path} />
              </span>
            ),
          },
          {
            title: 'Sensitivity',
            isWide: true,
            sortBy: ({ sensitivity = '' }) => sensitivity,
            cell: ({ sensitivity }) => <span class="nowrap">{sensitivity}</span>,
          },
          {
            title: 'Validated',
            isWide: true,
            sortBy: ({ validated = '' }) => validated,
            cell: ({ validated }) => <span class="nowrap">{validated}</span>,
          },
        ]}
      />
    </section>
  )
}

function Guide({ detail: { guide } }: { readonly detail: EntryDetail }) {
  if (!guide) return null
  if (guide.outcome === 'refused')
    return (
      <section class="panel">
        <h2>Guide</h2>
        <p>Not released. {guide.omitted.join(' ')}</p>
      </section>
    )
  const kinds = ['primary', 'runtime', 'evidence'] as const
  return (
    <section class="panel">
      <h2>Guide, as a model reads it: {guide.tokens} tokens</h2>
      <div class="text document" tabIndex={0} role="region" aria-label="Guide">
        <VisibleText text={guide.text} />
      </div>
      {guide.resources.length === 0 ? null : <h2>Resources: {guide.resources.length}</h2>}
      <dl class="facts">
        {kinds
          .map((kind) => [kind, guide.resources.filter((one) => one.kind === kind)] as const)
          .filter(([, found]) => found.length > 0)
          .map(([kind, found]) => (
            <div key={kind}>
              <dt>{kind}</dt>
              <dd class="code">
                <VisibleText text={found.map(({ path }) => path).join(', ')} />
              </dd>
            </div>
          ))}
      </dl>
    </section>
  )
}

function Findings({ detail: { findings } }: { readonly detail: EntryDetail }) {
  if (!findings) return null
  return (
    <section class="panel">
      <h2>Findings: {findings.length}</h2>
      {findings.length === 0 ? <p class="muted">Validation finds nothing.</p> : null}
      <ul class="lines">
        {findings.slice(0, 100).map(({ code, severity, message, help, file, line, source }) => (
          <li key={`${code} ${file} ${line} ${message}`} class="finding">
            <p>
              <Mark tone={severities[severity] ?? 'plain'}>{severity}</Mark> <span class="code">{code}</span>{' '}
              <VisibleText text={message} />
            </p>
            {source === undefined ? null : (
              <div class="text document">
                <span class="muted">
                  {file}:{line}{' '}
                </span>
                <VisibleText text={source} />
              </div>
            )}
            {help === undefined ? null : <p class="small muted">{help}</p>}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Suites({ detail: { suites = [] } }: { readonly detail: EntryDetail }) {
  if (suites.length === 0) return null
  return (
    <section class="panel">
      <h2>Evals</h2>
      <ul class="lines">
        {suites.map(({ suite, passed, failed, failing }) => (
          <li key={suite}>
            <Mark tone={failed === 0 ? 'good' : 'bad'}>
              {passed} of {passed + failed} pass
            </Mark>{' '}
            <span class="code">{suite}</span>
            {failing.map(({ id, expected, actual }) => (
              <div key={id} class="small">
                <VisibleText text={`${id}: expected ${expected}, got ${actual}`} />
              </div>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
