import { queryRemarks, type QueryResult } from '../../../app/index.ts'
import { visible, widthOf } from './terminal/cells.ts'

/** One line for each result: score, estimated tokens, ref, path, matches and remarks. */
export function queryText(results: readonly QueryResult[]): string {
  const rows = results.map((result) => [
    String(result.score),
    result.token_estimate === null ? '?' : String(result.token_estimate),
    visible(result.ref),
    visible(result.path),
    [result.match_reason.join(', ') || 'no terms', ...queryRemarks(result)].map(visible).join(' · '),
  ])
  const table = rows.length > 0 ? [['SCORE', 'TOKENS', 'UNIT', 'PATH', 'MATCHED'], ...rows] : []
  const widths = [0, 1, 2, 3].map((column) => Math.max(0, ...table.map((row) => widthOf(row[column] ?? ''))))
  return table
    .map(
      (row) =>
        `${row
          .map((cell, i) =>
            i < 2
              ? ' '.repeat(Math.max(0, (widths[i] ?? 0) - cell.length)) + cell
              : cell + ' '.repeat(Math.max(0, (widths[i] ?? 0) - widthOf(cell))),
          )
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
