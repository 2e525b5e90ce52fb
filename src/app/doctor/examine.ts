import type { ClientSurroundings } from '../../author/clients/client.ts'
import type { Config } from '../../model/documents/config.ts'
import type { Ports } from '../../model/ports.ts'
import type { StateHealth, StoreHealth } from '../../model/records/health.ts'
import { openKnowledge, type OpenOptions } from '../open/open.ts'
import { commandsFor, type CommandOptions } from '../shared/commands.ts'
import type { CheckItem } from './check.ts'
import { checks, earlyChecks } from './checks.ts'
import { isLegible } from './state.ts'
import { isUsable } from './store.ts'

export interface CheckResult {
  readonly id: string
  readonly state: 'ok' | 'note' | 'fix'
  readonly title: string
  readonly items: readonly CheckItem[]
}

export interface Examination {
  readonly checks: readonly CheckResult[]
  /** Nothing to fix; there may be notes. */
  readonly healthy: boolean
  readonly packs: number
  readonly manifests: number
}

interface ExamineOptions extends CommandOptions {
  readonly config: Config
  /** The roots of the config and the command. */
  readonly open: Omit<OpenOptions, 'ports' | 'trustAll'>
  readonly state: StateHealth
  /** The database of the stores; absent if they are files. */
  readonly store?: StoreHealth
  readonly ports: Ports
  /** The machine whose clients are checked; absent for none. */
  readonly surroundings?: ClientSurroundings
}

/** Checks workspaces and the user's config and state, with the command that fixes each problem. Changes nothing. */
export async function examineKnowledge({
  config,
  open,
  state,
  store,
  ports,
  surroundings,
  ...where
}: ExamineOptions): Promise<Examination> {
  const commands = commandsFor(where)
  const early = earlyChecks.map((check) =>
    resultOf(check, check.look({ config, state, ...(store ? { store } : {}), commands })),
  )
  if (!isLegible(state) || !isUsable(store) || config.misplaced !== undefined)
    return { checks: early, healthy: false, packs: 0, manifests: 0 }
  const { catalog } = await openKnowledge({ ...open, ports })
  const reader = { ports, requester: open.requester ?? {}, restraints: config.restraints, trustAll: false }
  const examined = {
    catalog,
    used: catalog.entries.filter(({ enabled }) => enabled),
    config,
    state,
    ports,
    reader,
    now: ports.clock.now(),
    commands,
    ...(surroundings ? { surroundings } : {}),
  }
  const results = [...early, ...checks.map((check) => resultOf(check, check.look(examined)))]
  const count = (kind: 'pack' | 'manifest'): number =>
    catalog.entries.filter(({ document }) => document.kind === kind).length
  return {
    checks: results,
    healthy: results.every((result) => result.state !== 'fix'),
    packs: count('pack'),
    manifests: count('manifest'),
  }
}

function resultOf({ id, title }: Pick<CheckResult, 'id' | 'title'>, items: readonly CheckItem[]): CheckResult {
  const worst = items.some((item) => item.state === 'fix') ? 'fix' : 'note'
  return { id, state: items.length === 0 ? 'ok' : worst, title, items }
}
