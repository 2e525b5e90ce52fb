import type { CatalogRecord } from '../../../app/index.ts'
import type { Terminal } from '../verb.ts'
import { cellsOf, visible, widthOf } from './terminal/cells.ts'
import { paintWith, type Paint } from './terminal/paint.ts'
import { counted, markedName } from './terminal/words.ts'

type Listed = CatalogRecord['entries'][number]

const gap = '  '
const leastDescription = 20
const defaultWidth = 120

/** The list for a terminal; with `all`, also hidden and quarantined entries. Empty when there are none. */
export function catalogText(
  record: CatalogRecord,
  { color, columns = defaultWidth }: Pick<Terminal, 'color' | 'columns'>,
  all: boolean,
): string {
  const paint = paintWith(color)
  const lines = record.entries.length === 0 ? [] : tableText(record.entries, columns, paint)
  return [...lines, ...(all ? unlistedLines(record) : [])].map((line) => `${line}\n`).join('')
}

function unlistedLines({ shadowed, quarantined }: CatalogRecord): readonly string[] {
  return [
    ...shadowed.map(({ path, shadowedBy }) => visible(`${path} is hidden by ${shadowedBy}`)),
    ...quarantined.map(({ path, diagnostics }) => {
      const error = diagnostics.find(({ severity }) => severity === 'error')
      return visible(`${path} is quarantined: ${error?.message ?? ''}`)
    }),
  ]
}

function tableText(entries: readonly Listed[], columns: number, paint: Paint): readonly string[] {
  const rows = entries.map((entry) => [
    visible(markedName(entry.kind === 'pack' ? (entry.name ?? '') : entry.ref)),
    stateOf(entry),
    entry.scope,
    grantOf(entry),
  ])
  const head = ['NAME', 'STATUS', 'SCOPE', 'GRANT']
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => widthOf(row[column] ?? ''))))
  const width = Math.max(leastDescription, columns - widths.reduce((sum, width) => sum + width + gap.length, 0))
  const line = (cells: readonly string[], last: string): string =>
    [...cells.map((cell, i) => cell + ' '.repeat((widths[i] ?? 0) - widthOf(cell))), last].join(gap).trimEnd()
  return [
    paint.dim(line(head, 'DESCRIPTION')),
    ...entries.map((entry, i) => line(rows[i] ?? [], fitted(entry.description ?? '', width))),
  ]
}

function stateOf(entry: Listed): string {
  if (!entry.enabled) return 'disabled'
  if (entry.kind === 'pack') return entry.status ?? ''
  return entry.units.more ? `${entry.units.count}+ units` : counted(entry.units.count, 'unit')
}

function grantOf({ standing, changes }: Listed): string {
  if (changes !== undefined) return 'changed'
  return standing === 'ungranted' ? 'not granted' : standing
}

/** One line of at most `width` columns. */
function fitted(text: string, width: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (widthOf(line) <= width) return visible(line)
  let used = 0
  const cells = cellsOf(line, 1).filter((cell) => (used += cell.width) < width)
  return `${cells
    .map(({ shown }) => shown)
    .join('')
    .trimEnd()}…`
}

/** Scanned roots and omissions, for stderr. */
export function catalogNarration(
  { entries, shadowed, quarantined, omitted, roots, diagnostics }: CatalogRecord,
  { all, isGone, commands }: { readonly all: boolean; readonly isGone: boolean; readonly commands: readonly string[] },
): readonly string[] {
  const changed = entries.filter(({ changes }) => changes !== undefined)
  const waiting = entries.filter(({ standing, changes }) => standing === 'ungranted' && changes === undefined).length
  const notShown = [
    ...(shadowed.length > 0 ? [`${shadowed.length} hidden`] : []),
    ...(quarantined.length > 0 ? [`${quarantined.length} quarantined`] : []),
    ...reasonCounts(omitted),
  ]
  return [
    ...roots.map(rootLine),
    // Every verb reports limits, in `openForVerb`.
    ...diagnostics
      .filter(({ code, severity }) => code !== 'AK115' && (all || severity !== 'info'))
      .map(({ severity, where, code, message }) => `${severity} ${code} ${where.file}: ${message}`),
    ...(entries.length === 0
      ? [`There is no knowledge to list.${notShown.length > 0 || isGone ? '' : ' Start with: lorefence init'}`]
      : []),
    ...(notShown.length > 0 ? [`${notShown.join(', ')}${all ? '' : '; --all shows more'}`] : []),
    ...changed.map(({ ref, changes }) => `${ref} changed since its grant: ${changes}. Review it, then grant it again.`),
    ...(waiting > 0 ? [`${waiting} of ${entries.length} not granted`] : []),
    ...(waiting + changed.length > 0 ? commands.map((command) => `  run:  ${command}`) : []),
  ]
}

function rootLine({ path, scope, exists, packs, manifests, skipped }: CatalogRecord['roots'][number]): string {
  if (!exists)
    return `${scope === 'user' || scope === 'organization' ? 'optional, not found' : 'missing'}: ${path} (${scope})`
  const found = [counted(packs, 'pack'), counted(manifests, 'manifest'), `${counted(skipped, 'folder')} skipped`]
  return `scanned ${path} (${scope}): ${found.join(', ')}`
}

function reasonCounts(omitted: CatalogRecord['omitted']): readonly string[] {
  const words = {
    archived: 'archived',
    disabled: 'disabled',
    budget: 'over the budget',
    ungranted: 'ungranted and not listed for a model',
  } as const
  return (['archived', 'disabled', 'budget', 'ungranted'] as const).flatMap((reason) => {
    const count = omitted.filter((entry) => entry.reason === reason).length
    return count > 0 ? [`${count} ${words[reason]}`] : []
  })
}
