import { join, resolve } from 'node:path'
import { rootsOf } from '../../discover/roots.ts'
import {
  accountHome,
  homeFolder,
  stateFolder,
  userConfigFolder,
  type Environment,
} from '../../io/stores/state-folder.ts'
import type { Config, ConfigFile, Restraints } from '../../model/documents/config.ts'
import type { Files } from '../../model/ports.ts'
import type { Requester } from '../../model/decisions/requester.ts'
import type { SignaturePolicy } from '../../model/documents/signature.ts'
import { sensitivities, type Sensitivity } from '../../model/tables/vocabulary.ts'
import {
  trustedKeysFile,
  userConfigFile,
  workspaceConfigFile,
  type LoadedConfigFile,
  type LoadedKeys,
} from './config-file.ts'
import type { OpenOptions } from './open.ts'
import { folderContaining, configTrouble, stateTrouble } from './state-trouble.ts'

export interface ConfigFolders {
  /** Folder of the user's own config. */
  readonly userFolder: string
  /** Home of the user; relative folders in the user's config start here. */
  readonly home: string
  /** Home of the account, from the system; absent if unknown. */
  readonly account?: string | undefined
  /** Folder of grants, approvals and receipts; absent if they are in memory. */
  readonly state?: string
  /** Absolute folders of the workspaces. */
  readonly workspaces: readonly string[]
  /** Further folders that may contain foreign files, such as the current folder. */
  readonly nearby?: readonly string[]
  /** Use only these workspaces, not those of the user's config. */
  readonly named?: boolean
  readonly env: Readonly<Record<string, string | undefined>>
}

/** The config of the user of this machine for some workspaces. */
export const personConfig = (
  files: Files,
  env: Environment,
  folders: Pick<ConfigFolders, 'workspaces' | 'nearby' | 'named'>,
): Config =>
  loadConfig(files, {
    userFolder: userConfigFolder(env),
    home: homeFolder(env),
    account: accountHome(),
    state: stateFolder(env),
    env,
    ...folders,
  })

/** The user's config, restricted by the configs of the workspaces; other facts may come from the environment. */
export function loadConfig(
  files: Files,
  { userFolder, home, account, state, workspaces, nearby = [], named, env }: ConfigFolders,
): Config {
  const ownFolders = { home, account, folders: [...workspaces, ...nearby] }
  const isContained = folderContaining(files, userFolder, ownFolders) !== undefined
  const linked = isContained ? undefined : configTrouble(files, join(userFolder, 'lorefence.yaml'), ownFolders)
  const user: LoadedConfigFile =
    linked === undefined
      ? userConfigFile(files, userFolder, isContained ? 'workspace' : 'user')
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
  const keyFile = isForeign(files, join(home, '.kcp', 'trusted-keys.yaml'), ownFolders)
    ? noKeys
    : trustedKeysFile(files, home)
  const configs = [user, ...others].map(({ value }) => value ?? {})
  const signatures = signaturePolicy(configs, keyFile.keys)
  const restraints = { ...tightest(configs), ...(signatures ? { signatures } : {}) }
  const trouble = user.trouble?.stops === 'everything' ? user.trouble : (keyFile.trouble ?? user.trouble)
  return {
    requester: underCeiling(factsOf(user.trouble ? {} : { ...ownMachine, ...facts }, env), restraints),
    roots,
    organization,
    unattendedGrants: settings.grants === 'unattended',
    records: settings.records ?? 'files',
    ...(settings.recordsDays === undefined ? {} : { recordsDays: settings.recordsDays }),
    ...(settings.memory?.days === undefined ? {} : { memoryDays: settings.memory.days }),
    // Even if another field is invalid: a different store would hold other people's decisions.
    ...(user.value?.store === undefined ? {} : { store: user.value.store }),
    ...(settings.telemetry === undefined ? {} : { telemetry: settings.telemetry }),
    clients: (settings.clients ?? []).flatMap(
      ({ tokenSha256, requester: { extensions: _extensions, ...facts } = {} }) =>
        tokenSha256 === undefined ? [] : [{ tokenSha256, requester: underCeiling(facts, restraints) }],
    ),
    ...oauthOf(settings),
    fetch: {
      allow: settings.fetch?.allow ?? [],
      ...(settings.fetch?.proxy === undefined ? {} : { proxy: settings.fetch.proxy }),
      credentials: (settings.fetch?.credentials ?? []).flatMap(({ origin, type, env: name }) =>
        origin === undefined || type === undefined || name === undefined ? [] : [{ origin, type, env: name }],
      ),
    },
    install: { folders: (settings.install?.folders ?? []).map(own), git: settings.install?.git ?? [] },
    restraints,
    ...(settings.defaultBudget === undefined ? {} : { defaultBudget: settings.defaultBudget }),
    allowTypes: settings.allowTypes ?? [],
    ...(misplaced !== undefined
      ? { misplaced, trouble: { message: misplaced, stops: 'everything' as const } }
      : trouble
        ? { trouble }
        : {}),
    diagnostics: [user, ...others, keyFile].flatMap(({ diagnostics }) => diagnostics),
  }
}

/** Ignored if a part is missing. */
function oauthOf({ oauth = {} }: ConfigFile): Pick<Config, 'oauth'> {
  const { issuer, audience, jwksUri, requester: { extensions: _extensions, ...requester } = {} } = oauth
  return issuer === undefined || audience === undefined || jwksUri === undefined
    ? {}
    : { oauth: { issuer, audience, jwksUri, requester } }
}

const noKeys: LoadedKeys = { keys: [], diagnostics: [] }

/** Whether a file is in a folder whose content may come from others. */
const isForeign = (files: Files, path: string, places: Parameters<typeof folderContaining>[2]): boolean =>
  folderContaining(files, path, places) !== undefined

/** Keys come from the user only, never from the config of a workspace. `undefined` if no config mentions signatures. */
function signaturePolicy(configs: readonly ConfigFile[], keys: LoadedKeys['keys']): SignaturePolicy | undefined {
  const first = <Value>(of: (config: ConfigFile) => Value | undefined): Value | undefined =>
    configs.map(of).find((value) => value !== undefined)
  const listed = [...configs.flatMap(({ trustedKeys = [] }) => trustedKeys), ...keys]
  const revoked = configs.flatMap(({ revokedKeys = [] }) => revokedKeys)
  const required = configs.some(({ requireSignatures }) => requireSignatures)
  if (listed.length + revoked.length === 0 && !required) return undefined
  return {
    keys: listed.map(({ keyId = '', publicKey, scope }) => ({
      keyId,
      ...(publicKey === undefined ? {} : { publicKey }),
      ...(scope?.domains ? { domains: scope.domains } : {}),
    })),
    revoked,
    threshold: first(({ signatureThreshold }) => signatureThreshold) ?? 1,
    required,
    allowDerivedOrigin: first(({ allowDerivedOrigin }) => allowDerivedOrigin) ?? false,
  }
}

/** Facts of a user on their own machine. */
export const ownMachine: Requester = { clearance: 'internal', model: 'external' }

/**
 * KCP §4.16: environment variables may set the environment. `NODE_ENV` has other uses, so the config has precedence
 * over it.
 */
function factsOf(facts: Requester, env: ConfigFolders['env']): Requester {
  const environment = env['KCP_ENVIRONMENT'] || facts.environment || env['NODE_ENV']
  return environment ? { ...facts, environment } : facts
}

/** An unknown clearance is below every ceiling. */
export function underCeiling(requester: Requester, { maxClearance }: Restraints): Requester {
  return maxClearance && requester.clearance
    ? { ...requester, clearance: lower(requester.clearance, maxClearance) }
    : requester
}

/** The strictest value of each limit. */
export function tightest(configs: readonly ConfigFile[]): Restraints {
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

export interface OpenFolders {
  readonly workspaces: readonly string[]
  /** Named folders of packs. */
  readonly packs: readonly string[]
  /** Home of the user; if absent, the packs of the user and the organisation are excluded. */
  readonly home?: string
  /** Replaces the facts of the config. */
  readonly requester?: Requester
}

/** Options of `openKnowledge` that apply a config. */
export function openOptionsFor(config: Config, { workspaces, packs, home, requester }: OpenFolders): OpenOptions {
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
