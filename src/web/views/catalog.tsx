import type { EntryRow } from '../../model/reading/inspection.ts'
import { api } from '../api.ts'
import { daysUntil, kilobytes, shortDate } from '../format.ts'
import { EntryPage } from '../parts/entry-page.tsx'
import { Mark, type Tone } from '../parts/mark.tsx'
import { NothingHere } from '../parts/nothing-here.tsx'
import { WhenLoaded } from '../parts/states.tsx'
import { Table, type Column } from '../parts/table.tsx'
import { VisibleText } from '../parts/visible-text.tsx'
import { go, hrefOf } from '../router.ts'
import { useLoaded } from '../use-loaded.ts'
import type { ViewProps } from '../views.ts'

/** Packs and manifests, and one of them in detail: `#/catalog/pack:kiosk`. */
export function CatalogView({ route, identity }: ViewProps) {
  const [ref] = route.parts
  return ref === undefined ? (
    <Entries filter={route.query.get('filter') ?? ''} />
  ) : (
    <EntryPage key={ref} entryRef={ref} route={route} identity={identity} />
  )
}

function Entries({ filter }: { readonly filter: string }) {
  const loaded = useLoaded('entries', (signal) =>
    api.get<{ readonly entries: readonly EntryRow[] }>('v1/entries', {}, signal),
  )
  return (
    <>
      <div class="place">
        <h1>Catalog</h1>
        <label>
          <span class="unseen">Filter</span>
          <input
            type="search"
            placeholder="Filter by name, status, approval …"
            value={filter}
            onInput={(event) => go(hrefOf('catalog', [], { filter: event.currentTarget.value }), { replace: true })}
          />
        </label>
      </div>
      <WhenLoaded loaded={loaded} what="the catalog">
        {({ entries }) => <EntryTable entries={entries} filter={filter} />}
      </WhenLoaded>
    </>
  )
}

function EntryTable({ entries, filter }: { readonly entries: readonly EntryRow[]; readonly filter: string }) {
  if (entries.length === 0) return <NothingHere />
  const words = filter.toLowerCase().split(/\s+/)
  const rows = entries.filter((row) => words.every((word) => wordsOf(row).includes(word)))
  const waiting = entries.filter(({ standing }) => standing === 'ungranted').length
  return (
    <section class="panel">
      <p class="small muted" role="status">
        {rows.length === entries.length ? rows.length : `${rows.length} of ${entries.length}`} entries
        {waiting === 0 ? null : <> · {waiting} without a grant: nothing of them reaches a model</>}
      </p>
      <Table caption="Packs and manifests" columns={columns} rows={rows} keyOf={({ ref }) => ref} step={100} />
    </section>
  )
}

const wordsOf = ({ ref, description, status = '', standing, scope, path }: EntryRow): string =>
  `${ref} ${description} ${status} ${standing} ${scope} ${path}`.toLowerCase()

const standings: Readonly<Record<EntryRow['standing'], Tone>> = {
  builtin: 'good',
  granted: 'good',
  followed: 'good',
  ungranted: 'warn',
}

const statuses: Readonly<Record<string, Tone>> = {
  ready: 'good',
  draft: 'warn',
  disputed: 'bad',
  stale: 'warn',
  'needs-review': 'warn',
  archived: 'bad',
}

const columns: readonly Column<EntryRow>[] = [
  {
    title: 'Name',
    isHead: true,
    sortBy: ({ ref }) => ref,
    cell: ({ ref, description, shadows }) => (
      <>
        <a href={hrefOf('catalog', [ref])}>
          <VisibleText text={ref} />
        </a>
        <div class="small muted one-line">
          <VisibleText text={description} />
        </div>
        {shadows.length === 0 ? null : <div class="small">used instead of {shadows.join(', ')}</div>}
      </>
    ),
  },
  {
    title: 'Status',
    sortBy: ({ status = '', units = 0 }) => status || `${units}`.padStart(8, '0'),
    cell: ({ status, units }) =>
      status === undefined ? (
        <span class="nowrap">{units} units</span>
      ) : (
        <Mark tone={statuses[status] ?? 'plain'}>{status}</Mark>
      ),
  },
  {
    title: 'Approval',
    sortBy: ({ standing }) => standing,
    cell: ({ standing, enabled }) => (
      <>
        <Mark tone={standings[standing]}>{standing}</Mark>
        {enabled ? null : (
          <>
            {' '}
            <Mark tone="bad">disabled</Mark>
          </>
        )}
      </>
    ),
  },
  {
    title: 'Trust',
    isWide: true,
    sortBy: ({ trust }) => trust?.effective ?? '',
    cell: ({ trust }) =>
      trust && (
        <>
          <span class="nowrap">{trust.effective}</span>
          {trust.declared === undefined || trust.declared === trust.effective ? null : (
            <div class="small muted">declares {trust.declared}</div>
          )}
        </>
      ),
  },
  {
    title: 'Freshness',
    isWide: true,
    sortBy: ({ freshness, updated = '' }) => freshness?.next ?? updated,
    cell: ({ freshness, updated }) => (
      <>
        {freshness && freshness.stale > 0 ? <Mark tone="warn">{freshness.stale} stale</Mark> : null}
        {freshness?.next === undefined ? null : <div class="nowrap">stale in {daysUntil(freshness.next)}</div>}
        {updated === undefined ? null : <div class="small muted nowrap">updated {updated}</div>}
      </>
    ),
  },
  {
    title: 'Size',
    isWide: true,
    sortBy: ({ bytes = 0 }) => `${bytes}`.padStart(15, '0'),
    cell: ({ bytes }) =>
      bytes === undefined ? null : (
        <>
          <span class="nowrap">{kilobytes(bytes)}</span>
          <div class="small muted nowrap">about {Math.ceil(bytes / 4).toLocaleString()} tokens</div>
        </>
      ),
  },
  {
    title: 'Findings',
    isWide: true,
    sortBy: ({ findings: { errors, warnings } }) => errors * 1000 + warnings,
    cell: ({ findings: { errors, warnings } }) => (
      <>
        {errors === 0 ? null : <Mark tone="bad">{errors} errors</Mark>}{' '}
        {warnings === 0 ? null : <Mark tone="warn">{warnings} warnings</Mark>}
        {errors + warnings === 0 ? <span class="muted">none</span> : null}
      </>
    ),
  },
  {
    title: 'Last use',
    isWide: true,
    sortBy: ({ lastUsed = '' }) => lastUsed,
    cell: ({ lastUsed }) =>
      lastUsed === undefined ? (
        <span class="muted">not lately</span>
      ) : (
        <span class="nowrap">{shortDate(lastUsed)}</span>
      ),
  },
]
