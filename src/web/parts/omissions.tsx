import type { Inspection } from '../../model/reading/inspection.ts'
import type { Omission } from '../../model/reading/read.ts'
import { Mark, type Tone } from './mark.tsx'
import { Table } from './table.tsx'
import { VisibleText } from './visible-text.tsx'

/** Reasons that a person can change are marked; entries that only ranked lower are plain. */
const tones: Readonly<Record<string, Tone>> = {
  ungranted: 'warn',
  changed: 'warn',
  outdated: 'warn',
  ask: 'warn',
  refused: 'bad',
  disabled: 'bad',
  withheld: 'bad',
  unknown: 'bad',
  unreadable: 'bad',
}

/** Everything that was omitted, with its gate or reason; below, the omissions that are only counted. */
export function Omissions({ inspection }: { readonly inspection: Inspection }) {
  const { omitted, omittedCounts, decisions } = inspection
  const gateOf = ({ ref, code }: Omission): string =>
    decisions.find((decision) => decision.ref === ref)?.reasons.find((reason) => reason.code === code)?.gate ?? ''
  const listed = new Map<string, number>()
  for (const { reason, count = 1 } of omitted) listed.set(reason, (listed.get(reason) ?? 0) + count)
  const unlisted = Object.entries(omittedCounts).filter(([reason, count]) => count > (listed.get(reason) ?? 0))
  const rows = [...omitted].sort((a, b) => importance(a) - importance(b))
  return (
    <>
      {rows.length === 0 ? <p class="muted">Nothing that was considered was left out.</p> : null}
      {rows.length === 0 ? null : (
        <Table
          caption="Omitted"
          step={12}
          stacks
          rows={rows}
          keyOf={(row) => `${row.ref} ${row.path ?? ''} ${row.reason} ${row.detail}`}
          columns={[
            {
              title: 'What',
              isHead: true,
              sortBy: ({ ref, path }) => `${ref} ${path ?? ''}`,
              cell: ({ ref, path }) => (
                <div class="what">
                  <VisibleText text={ref} />
                  {path === undefined ? null : (
                    <div class="code muted">
                      <VisibleText text={path} />
                    </div>
                  )}
                </div>
              ),
            },
            {
              title: 'Reason',
              sortBy: ({ reason }) => reason,
              cell: (row) => (
                <>
                  <Mark tone={tones[row.reason] ?? 'plain'}>{row.reason}</Mark>
                  {gateOf(row) === '' ? null : <div class="small muted">gate {gateOf(row)}</div>}
                </>
              ),
            },
            { title: 'Why, and what would change it', cell: ({ detail }) => <VisibleText text={detail} /> },
          ]}
        />
      )}
      {unlisted.length === 0 ? null : (
        <p class="small muted">
          Only counted: {unlisted.map(([reason, count]) => `${count - (listed.get(reason) ?? 0)} ${reason}`).join(', ')}
          .
        </p>
      )}
    </>
  )
}

const importance = ({ reason }: Omission): number => ['bad', 'warn', 'plain'].indexOf(tones[reason] ?? 'plain')
