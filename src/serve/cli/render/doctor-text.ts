import type { CheckResult, Examination } from '../../../app/index.ts'
import type { Terminal } from '../verb.ts'
import { visible } from './terminal/cells.ts'
import { markedName } from './terminal/marked-name.ts'
import { paintWith, type Paint } from './terminal/paint.ts'
import { counted, noKnowledge, wrap } from './terminal/words.ts'

type Item = CheckResult['items'][number]

interface Style {
  readonly paint: Paint
  readonly width: number
}

/** Maximum lines of a section and names of a line; `--json` has all of them. */
const shownItems = 24
const shownNames = 4

/** The sections with findings, then a summary line. */
export function doctorText(examination: Examination, { color, columns }: Pick<Terminal, 'color' | 'columns'>): string {
  const style = { paint: paintWith(color), width: Math.min(Math.max(columns ?? 100, 40), 120) }
  const sections = examination.checks
    .filter(({ state }) => state !== 'ok')
    .flatMap((check) => [...sectionText(check, style), ''])
  const start = examination.healthy && examination.packs + examination.manifests === 0 ? [noKnowledge] : []
  return [...sections, closingText(examination, style), ...start].map((line) => `${line}\n`).join('')
}

function sectionText({ state, title, items }: CheckResult, style: Style): readonly string[] {
  const { paint } = style
  const groups = alike(items)
  const mark = state === 'fix' ? paint.bold(paint.yellow('!')) : paint.blue('·')
  const more = groups.length - shownItems
  return [
    `${mark} ${paint.bold(title)} ${paint.dim(`(${items.length})`)}`,
    ...groups.slice(0, shownItems).flatMap((group) => groupText(group, style)),
    ...(more > 0 ? [paint.dim(`  and ${more} more; --json lists all`)] : []),
  ]
}

/** Groups items with the same detail and command. */
function alike(items: readonly Item[]): readonly (readonly Item[])[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const words = `${item.detail}\0${item.command ?? ''}`
    const group = groups.get(words)
    if (group) group.push(item)
    else groups.set(words, [item])
  }
  return [...groups.values()]
}

function groupText(group: readonly Item[], { paint, width }: Style): readonly string[] {
  const [first] = group
  if (!first) return []
  const names = group.slice(0, shownNames).map(nameOf).join(', ')
  const more = group.length > shownNames ? ` and ${group.length - shownNames} more` : ''
  return [
    ...wrap(visible(`${names}${more}`), width - 2).map((line) => `  ${paint.cyan(line)}`),
    ...wrap(visible(first.detail), width - 4).map((line) => `    ${line}`),
    ...(first.command === undefined ? [] : [`    ${paint.green('$')} ${visible(first.command)}`]),
  ]
}

function nameOf({ ref, path }: Item): string {
  if (ref === undefined) return markedName(path ?? '')
  return path === undefined || ref.startsWith('unit:') ? markedName(ref) : `${markedName(ref)} (${markedName(path)})`
}

function closingText({ checks, healthy, packs, manifests }: Examination, { paint }: Style): string {
  if (healthy)
    return `${paint.green('✓')} Nothing to fix: ${counted(packs, 'pack')} and ${counted(manifests, 'manifest')} checked.`
  const problems = checks.flatMap(({ items }) => items).filter(({ state }) => state === 'fix').length
  return `${counted(problems, 'problem')} to fix.`
}
