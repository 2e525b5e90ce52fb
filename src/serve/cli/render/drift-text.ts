import {
  commandsForOmitted,
  type Catalog,
  type Drift,
  type ImpossibleRepeat,
  type KnowledgeDiff,
  type RefusedRepeat,
  type SpanPlace,
} from '../../../app/index.ts'
import { UsageError, type Call } from '../verb.ts'
import { viewOptions } from '../view-options.ts'
import { omittedDetail } from './omissions.ts'
import { refusedCode } from './refusal-text.ts'
import { errCommands, errLine } from './terminal/print.ts'

/** Lists and queries concern an entry, not a place in its file. */
const rangeText = ({ start, end }: SpanPlace): string => (end === 0 ? '' : ` ${start}–${end}`)

const placeText = (place: SpanPlace): string =>
  place.path === ''
    ? `${place.ref} (withheld)`
    : `${place.ref} ${[place.path, ...(place.headings ?? [])].join(' › ')}${rangeText(place)}`

const valueText = (value: unknown): string =>
  value === null || value === undefined ? 'nothing' : typeof value === 'string' ? `"${value}"` : JSON.stringify(value)

/** One line for each difference. */
export function driftLine(drift: Drift): string {
  switch (drift.what) {
    case 'decision':
      return `decision ${drift.ref}: ${drift.before ?? 'not decided'} → ${drift.after ?? 'not decided'}`
    case 'entry-gone':
      return `entry-gone ${drift.ref}`
    case 'file-changed':
    case 'file-gone':
      return `${drift.what} ${drift.ref} ${drift.path}`
    case 'span-moved':
      return `span-moved ${placeText(drift)}, now at ${drift.to}`
    case 'span-changed':
    case 'span-added':
    case 'span-left':
      return `${drift.what} ${placeText(drift)}`
    case 'source':
    case 'request':
    case 'requester':
      return `${drift.what} ${drift.name}: ${valueText(drift.before)} → ${valueText(drift.after)}`
    case 'wrapper':
      return 'envelope: the texts are the same, the envelope differs'
    default:
      return drift satisfies never
  }
}

export function diffLines({
  spans,
  decisions,
  requester,
  request,
  sources,
}: Extract<KnowledgeDiff, { outcome: 'compared' }>): readonly string[] {
  const changes = [
    ['requester', requester],
    ['request', request],
    ['source', sources],
  ] as const
  return [
    ...spans.added.map((place) => `+ ${placeText(place)}`),
    ...spans.removed.map((place) => `- ${placeText(place)}`),
    ...spans.changed.map(
      ({ before, after }) => `~ ${placeText(before)}${after.end === 0 ? '' : ` →${rangeText(after)}`}`,
    ),
    ...spans.moved.map(({ before, after }) => `> ${placeText(before)} → ${after.start}–${after.end}`),
    ...decisions.map((change) => driftLine({ what: 'decision', ...change })),
    ...changes.flatMap(([what, list]) => list.map((change) => driftLine({ what, ...change }))),
  ]
}

/** Reports a repetition that is impossible (a usage error) or refused, and returns the exit code. */
export function reportRepeat(
  found: ImpossibleRepeat | RefusedRepeat,
  { catalog }: { readonly catalog: Catalog },
  call: Pick<Call, 'values' | 'terminal'>,
): number {
  const { id } = found
  const { terminal } = call
  if (found.outcome === 'unknown')
    throw new UsageError(`the receipt "${id}" or its entry was not found. Try "lorefence receipts list".`)
  if (found.outcome === 'damaged')
    throw new UsageError(
      `the receipt "${id}" was changed after it was written. Run "lorefence receipts verify" for details.`,
    )
  if (found.outcome !== 'refused')
    throw new UsageError(`the receipt "${id}" contains only a hash of its task. Set the task with --task.`)
  errLine(terminal, `${id} is refused to you now; no content is shown.`)
  const commands = commandsForOmitted(catalog, found.omitted, { cwd: terminal.cwd, options: viewOptions(call) })
  for (const omission of found.omitted)
    errLine(terminal, `  ${omission.ref}: ${omittedDetail(omission, commands.length > 0)}`)
  errCommands(terminal, commands)
  return refusedCode(found.verdict)
}
