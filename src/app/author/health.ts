import { healthGroupOf, healthGroups, type HealthGroup } from '../../author/pack-upkeep/health-groups.ts'
import type { Receipt } from '../../model/records/receipt.ts'
import { readContextMap } from '../../parse/pack/context-map.ts'
import { shellWord } from '../../text/messages/show-value.ts'
import { type AuthorPorts, openAuthoredPack, type AuthoredPack, writeRecord } from './authored-pack.ts'
import { findingsIn, outputState } from './make-outputs.ts'
import { isPackText } from '../../text/paths/paths.ts'

interface HealthFinding {
  readonly group: HealthGroup
  readonly severity: 'error' | 'warning' | 'info'
  readonly code?: string
  readonly path: string
  readonly line?: number
  readonly message: string
  /** What to do. */
  readonly todo: string
}

export interface Health {
  readonly pack: string | undefined
  readonly groups: Readonly<Record<HealthGroup, readonly HealthFinding[]>>
  readonly usage: PackUsage
  readonly record?: string
}

interface HealthOptions {
  /** The folder of the pack as commands name it. */
  readonly shown: string
  readonly receipts: readonly Receipt[]
  readonly writeRun: boolean
}

/** Days after which a pack should be reviewed again. */
const staleAfterDays = 365

/** Problems of a pack in seven groups, each with what to do, and how the pack was used on this machine (AK-327). */
export function checkHealth(ports: AuthorPorts, root: string, options: HealthOptions): Health {
  const authored = openAuthoredPack(ports.files, root)
  const findings = [
    ...findingsIn(authored, authored.folder).map((diagnostic): HealthFinding => {
      const { code, severity, where, message, help = '' } = diagnostic
      const line = where.range?.start.line
      return {
        group: healthGroupOf(diagnostic),
        severity,
        code,
        path: where.file,
        ...(line === undefined ? {} : { line }),
        message,
        todo: help,
      }
    }),
    ...ownFindings(authored, ports.clock.now(), shellWord(options.shown)),
  ]
  const groups = Object.fromEntries(
    healthGroups.map((group) => [group, findings.filter((finding) => finding.group === group)]),
  ) as unknown as Health['groups']
  const health: Health = { pack: authored.pack?.name, groups, usage: usageOf(authored, options.receipts) }
  if (!options.writeRun) return health
  const record = writeRecord(ports, root, 'health', (run_id) => ({
    run_id,
    command: 'health',
    pack: health.pack ?? null,
    ok: findings.every(({ severity }) => severity !== 'error'),
    findings,
    usage: health.usage,
  }))
  return { ...health, record }
}

/** Findings that `validate` does not report. */
function ownFindings(authored: AuthoredPack, now: Date, shown: string): readonly HealthFinding[] {
  const { folder, pack } = authored
  const state = outputState(folder)
  const split = `Run "lorefence split ${shown}".`
  const questions = folder.files.filter((path) =>
    /^(?:wiki|documents|compiled)\/open-questions(?:\/|\.\w+$)/i.test(path),
  )
  const outdated = state.outdated.map(({ path, source }) =>
    info('freshness', path, `"${source?.path}" has changed since this split was made.`, split),
  )
  const age = ageInDays(pack?.head.updated, now)
  const review = `Review it, then set "updated", or run "lorefence status set ${shown} stale --by NAME --note WHY".`
  return [
    ...questions.map((path) =>
      info('completeness', path, 'It lists open questions.', 'Answer them, or leave them as known gaps.'),
    ),
    ...state.uncovered.map((path) => info('coverage', path, 'No split covers this document.', split)),
    ...islandsIn(authored, state.outputs).map((path) => info('islands', path, unmapped, nameIt)),
    ...outdated,
    ...(age !== undefined && age > staleAfterDays
      ? [info('freshness', 'KNOWLEDGE.md', `It was last updated ${age} days ago.`, review)]
      : []),
  ]
}

const unmapped = 'The context map does not lead to this document.'
const nameIt = 'Name it in the context map of KNOWLEDGE.md.'

const info = (group: HealthGroup, path: string, message: string, todo: string): HealthFinding => ({
  group,
  severity: 'info',
  path,
  message,
  todo,
})

/** Documents that the context map reaches neither directly nor through a split. */
function islandsIn(
  { folder, reading }: AuthoredPack,
  outputs: ReturnType<typeof outputState>['outputs'],
): readonly string[] {
  const mapped = reading.bodyStart > 0 ? readContextMap(reading.source.text, reading.bodyStart).entries : []
  if (mapped.length === 0) return []
  const reached = new Set(mapped.map((entry) => entry.path.replace(/\/$/, '')))
  const isMapped = (path: string): boolean =>
    path.split('/').some((_, depth, parts) => reached.has(parts.slice(0, depth + 1).join('/')))
  const mappedBySplits = new Set(outputs.filter(({ path }) => isMapped(path)).map(({ source }) => source?.path))
  return folder.files.filter(
    (path) => path.startsWith('documents/') && isPackText(path) && !mappedBySplits.has(path) && !isMapped(path),
  )
}

function ageInDays(updated: string | undefined, now: Date): number | undefined {
  const time = updated === undefined ? Number.NaN : Date.parse(updated)
  return Number.isNaN(time) ? undefined : Math.floor((now.getTime() - time) / 86_400_000)
}

/** How a pack was used on this machine, according to the receipts in the user's state folder. */
interface PackUsage {
  /** Reads that released text of the pack. */
  readonly reads: number
  /** Texts that no read released; none before the first read. */
  readonly neverRead: readonly string[]
  /** Texts that only weak reads released. */
  readonly neverUseful: readonly string[]
  /** Tasks that named the pack and found nothing or only a weak match; newest last. */
  readonly missed: readonly string[]
}

const inLayers = /^(?:compiled|documents|wiki)\//
const shownTasks = 20

function usageOf({ folder, pack }: AuthoredPack, receipts: readonly Receipt[]): PackUsage {
  const ref = `pack:${pack?.name ?? ''}`
  const released = new Set<string>()
  const useful = new Set<string>()
  const missed = new Set<string>()
  let reads = 0
  for (const { spans, strength, kind, task, named = [] } of receipts) {
    if (kind !== undefined) continue
    const own = spans.filter((span) => span.ref === ref)
    if (own.length > 0) reads += 1
    for (const { path } of own) {
      released.add(path)
      if (strength !== 'weak') useful.add(path)
    }
    const isMissed = strength === 'weak' || strength === 'nothing'
    if (isMissed && task !== '' && (own.length > 0 || named.includes(ref))) missed.add(task)
  }
  // Splits are read instead of their document.
  const split = new Set(outputState(folder).outputs.map(({ source }) => source?.path))
  const texts = folder.files.filter((path) => inLayers.test(path) && isPackText(path) && !split.has(path))
  return {
    reads,
    neverRead: reads === 0 ? [] : texts.filter((path) => !released.has(path)),
    neverUseful: texts.filter((path) => released.has(path) && !useful.has(path)),
    missed: [...missed].slice(-shownTasks),
  }
}
