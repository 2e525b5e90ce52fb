import { join, resolve } from 'node:path'
import { rootsOf } from '../../discover/roots.ts'
import type { Config, ConfigFile, Restraints } from '../../model/config.ts'
import type { Files } from '../../model/ports.ts'
import type { Requester } from '../../model/requester.ts'
import { sensitivities, type Sensitivity } from '../../model/vocabulary.ts'
import { userConfigFile, workspaceConfigFile, type LoadedConfigFile } from './config-file.ts'
import type { OpenOptions } from './open.ts'
import { bringerOf, configTrouble, stateTrouble } from './state-place.ts'

export interface ConfigPlaces {
  /** Folder of the user's own config. */
  readonly userFolder: string
  /** Home of the user; relative folders in the user's config start here. */
  readonly home: string
  /** Home of the account, as the system says; absent where it does not say. */
  readonly account?: string | undefined
  /** Folder of grants, approvals and receipts; absent where they are kept in memory. */
  readonly state?: string
  /** Absolute folders of the workspaces that are looked into. */
  readonly workspaces: readonly string[]
  /** Further folders that others may have filled, such as the current one: what lies in them is not the user's word either. */
  readonly nearby?: readonly string[]
  /** Somebody chose exactly these workspaces; those of the user's config stay out. */
  readonly named?: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The user's config, tightened by the configs of the workspaces; facts that are in neither may come from the environment. */
export function loadConfig(
  files: Files,
  { userFolder, home, account, state, workspaces, nearby = [], named, env }: ConfigPlaces,
): Config {
  const places = { home, account, folders: [...workspaces, ...nearby] }
  const isBrought = bringerOf(files, userFolder, places) !== undefined
  const linked = isBrought ? undefined : configTrouble(files, join(userFolder, 'lorefence.yaml'), places)
  const user: LoadedConfigFile =
    linked === undefined
      ? userConfigFile(files, userFolder, isBrought ? 'workspace' : 'user')
      : { trouble: { message: linked, stops: 'everything' }, diagnostics: [] }
  const own = (path: string): string => resolve(home, path.replace(/^~(?=\/|$)/, '.'))
  const settings = user.trouble ? {} : (user.value ?? {})
  const { extensions: _extensions, ...facts } = settings.requester ?? {}
  const roots = named ? [] : (settings.roots ?? []).map(own)
  const others = [...new Set([...workspaces, ...roots])].map((root) => workspaceConfigFile(files, root))
  const organization = (settings.organization ?? []).map(own)
  const misplaced =
    linked ??
    (state === undefined
      ? undefined
      : stateTrouble(files, state, { home, account, folders: [...workspaces, ...nearby, ...roots, ...organization] }))
  const restraints = tightest([user, ...others].map(({ value }) => value ?? {}))
  return {
    requester: underCeiling(factsOf(user.trouble ? {} : { ...ownMachine, ...facts }, env), restraints),
    roots,
    organization,
    unattendedGrants: settings.grants === 'unattended',
    records: settings.records ?? 'files',
    ...(settings.recordsDays === undefined ? {} : { recordsDays: settings.recordsDays }),
    ...(settings.telemetry === undefined ? {} : { telemetry: settings.telemetry }),
    restraints,
    ...(settings.defaultBudget === undefined ? {} : { defaultBudget: settings.defaultBudget }),
    allowTypes: settings.allowTypes ?? [],
    ...(misplaced !== undefined
      ? { misplaced, trouble: { message: misplaced, stops: 'everything' as const } }
      : user.trouble
        ? { trouble: user.trouble }
        : {}),
    diagnostics: [user, ...others].flatMap(({ diagnostics }) => diagnostics),
  }
}

/** What is known of whoever sits at a machine of their own. */
const ownMachine: Requester = { clearance: 'internal', model: 'external' }

/** KCP §4.16: the environment may name itself. `NODE_ENV` has other uses, so what the user wrote comes before it. */
function factsOf(facts: Requester, env: ConfigPlaces['env']): Requester {
  const environment = env['KCP_ENVIRONMENT'] || facts.environment || env['NODE_ENV']
  return environment ? { ...facts, environment } : facts
}

/** An unknown clearance is below every ceiling. */
export function underCeiling(requester: Requester, { maxClearance }: Restraints): Requester {
  return maxClearance && requester.clearance
    ? { ...requester, clearance: lower(requester.clearance, maxClearance) }
    : requester
}

function tightest(configs: readonly ConfigFile[]): Restraints {
  const budgets = configs.flatMap(({ budget }) => budget ?? [])
  const ceilings = configs.flatMap(({ maxClearance }) => maxClearance ?? [])
  const ignore = [...new Set(configs.flatMap((config) => config.ignore ?? []))]
  const disabled = [...new Set(configs.flatMap((config) => config.disabled ?? []))]
  return {
    ...(budgets.length > 0 ? { budget: Math.min(...budgets) } : {}),
    ...(ceilings.length > 0 ? { maxClearance: ceilings.reduce(lower) } : {}),
    ...(configs.some(({ requireUnitHashes }) => requireUnitHashes) ? { requireUnitHashes: true as const } : {}),
    ...(ignore.length > 0 ? { ignore } : {}),
    ...(disabled.length > 0 ? { disabled } : {}),
  }
}

const lower = (a: Sensitivity, b: Sensitivity): Sensitivity =>
  sensitivities.indexOf(a) <= sensitivities.indexOf(b) ? a : b

export interface OpenPlaces {
  readonly workspaces: readonly string[]
  /** Bare folders of packs. */
  readonly packs: readonly string[]
  /** Home of the user; absent leaves out what belongs to the user and to the organisation. */
  readonly home?: string
  /** Replaces the facts of the config. */
  readonly requester?: Requester
}

/** What `openKnowledge` needs so that a config holds. */
export function openOptionsFor(config: Config, { workspaces, packs, home, requester }: OpenPlaces): OpenOptions {
  const { restraints, defaultBudget, allowTypes, organization } = config
  return {
    roots: rootsOf({
      workspaces: [...workspaces, ...config.roots],
      packs,
      ...(home === undefined ? {} : { home, organization }),
    }),
    requester: underCeiling(requester ?? config.requester, restraints),
    restraints,
    ...(defaultBudget === undefined ? {} : { defaultBudget }),
    allowTypes,
  }
}
