import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

export interface Column<Row> {
  readonly title: string
  readonly cell: (row: Row) => ComponentChildren
  /** Makes the column sortable. */
  readonly sortBy?: (row: Row) => string | number
  readonly isNumber?: boolean
  /** Left out on a phone. */
  readonly isWide?: boolean
  /** Names the row; one column has it. */
  readonly isHead?: boolean
}

interface TableProps<Row> {
  readonly caption: string
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly keyOf: (row: Row) => string
  /** Rows that are shown at first and added with each click, so that ten thousand do not block the page. */
  readonly step?: number
  /** On a phone the cells of a row are stacked. */
  readonly stacks?: boolean
}

/** A table that is sorted by its header buttons; long lists are shown in steps. */
export function Table<Row>({ caption, columns, rows, keyOf, step = 200, stacks = false }: TableProps<Row>) {
  const [sorting, setSorting] = useState<{ readonly title: string; readonly isDown: boolean }>()
  const [shown, setShown] = useState(step)
  const by = columns.find(({ title }) => title === sorting?.title)?.sortBy
  const sorted = by ? [...rows].sort((a, b) => compare(by(a), by(b)) * (sorting?.isDown ? -1 : 1)) : rows
  const directionOf = ({ title }: Column<Row>) => {
    if (sorting?.title !== title) return undefined
    return sorting.isDown ? 'descending' : 'ascending'
  }
  return (
    <>
      <div class="scrolls">
        <table class={stacks ? 'stacks' : undefined}>
          <caption class="unseen">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column.title} scope="col" class={classOf(column)} aria-sort={directionOf(column)}>
                  {column.sortBy ? (
                    <button
                      type="button"
                      class="sort"
                      onClick={() => setSorting({ title: column.title, isDown: directionOf(column) === 'ascending' })}
                    >
                      {column.title}
                    </button>
                  ) : (
                    column.title
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shown).map((row) => (
              <tr key={keyOf(row)}>{columns.map((column) => cellOf(column, row))}</tr>
            ))}
          </tbody>
        </table>
      </div>
      {rows.length > shown ? (
        <p>
          <button type="button" onClick={() => setShown(shown + step)}>
            Show {Math.min(step, rows.length - shown)} more of {rows.length}
          </button>
        </p>
      ) : null}
    </>
  )
}

function cellOf<Row>(column: Column<Row>, row: Row) {
  const content = column.cell(row)
  return column.isHead ? (
    <th key={column.title} scope="row" class={classOf(column)}>
      {content}
    </th>
  ) : (
    <td key={column.title} class={classOf(column)}>
      {content}
    </td>
  )
}

const classOf = ({ isNumber, isWide }: Pick<Column<never>, 'isNumber' | 'isWide'>): string =>
  [isNumber ? 'number' : '', isWide ? 'wide' : ''].join(' ').trim()

const compare = (a: string | number, b: string | number): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  return String(a).localeCompare(String(b))
}
