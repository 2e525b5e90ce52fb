import { basename, dirname, resolve } from 'node:path'
import { didYouMean } from '../../text/messages/suggest.ts'
import {
  changedEntries,
  commandsFor,
  findWorkspace,
  listCatalog,
  openOptionsFor,
  personConfig,
  withDocuments,
  type Catalog,
  type Config,
  type Diagnostic,
  type Knowledge,
  type OpenOptions,
  type Requester,
} from '../../app/index.ts'
import { foldersAbove } from '../../io/disk/folders-above.ts'
import { homeFolder } from '../../io/stores/state-folder.ts'
import { systemPorts } from '../../io/system.ts'
import type { Ports } from '../../model/ports.ts'
import { shellWord } from '../../text/messages/show-value.ts'
import { visible } from './render/terminal/cells.ts'
import { counted } from './render/terminal/words.ts'
import { portsAndConfig, portsFor } from './ports-for.ts'
import { requesterFacts } from './requester-facts.ts'
import { rootOptions, texts, UsageError, type Call, type OptionTable, type Terminal } from './verb.ts'

/** The options of every verb that opens knowledge. */
export const knowledgeOptions = {
  ...rootOptions,
  'no-user': { type: 'boolean', doc: 'Exclude the packs of your home folder and your organisation.' },
  'respect-gitignore': { type: 'boolean', doc: 'Exclude what a .gitignore matches.' },
  as: {
    type: 'string',
    multiple: true,
    value: 'FACTS',
    doc: 'Decide for another requester, such as role=auditor,environment=production; replaces your own facts.',
  },
} as const satisfies OptionTable

/** What a verb opens, and the options to open it with. */
export interface Opening {
  readonly options: OpenOptions & { readonly ports: Ports }
  readonly requester: Requester
  readonly config: Config
  readonly ports: Ports
}

/** The catalog for a verb that lists it, and what changed in it since the grants; no other content is opened. */
export async function catalogForVerb(
  call: Pick<Call, 'values' | 'terminal'>,
): Promise<{ readonly catalog: Catalog; readonly changes: ReadonlyMap<string, string> }> {
  const { options, requester, config, ports } = await openingFor(call)
  const catalog = await listCatalog(options)
  reportScan(catalog, call.terminal)
  const reader = { ports, requester, restraints: config.restraints, trustAll: false }
  return { catalog, changes: await changedEntries(catalog, reader) }
}

export interface OpeningCall extends Pick<Call, 'values' | 'terminal'> {
  /** For servers and hooks: all named folders may appear later. */
  readonly mayBeMissing?: boolean
}

function missingFolder(path: string, { files }: Pick<Ports, 'files'>): UsageError {
  const siblings = (files.list(dirname(path)) ?? []).flatMap(({ name, kind }) => (kind === 'folder' ? name : []))
  const hint = didYouMean(basename(path), siblings)
  return new UsageError(`the folder "${path}" does not exist.${hint ? ` ${hint}` : ''}`, 'not-found')
}

/** The options of a verb with the user's config and the configs of the workspaces. */
export async function openingFor({ values, terminal, mayBeMissing = false }: OpeningCall): Promise<Opening> {
  const packs = texts(values['packs']).map((path) => resolve(terminal.cwd, path))
  const {
    config,
    workspaces,
    ports: system,
  } = await portsAndConfig({ values, terminal }, (known) => configForVerb({ values, terminal }, known))
  const ports = { ...system, files: await filesForVerb({ values, terminal }, system.files) }
  refuseReplaced({ values, terminal }, system)
  reportConfig(config, terminal)
  const folders = [...workspaces, ...packs]
  const missing = folders.filter((path) => ports.files.kindOf(path) !== 'folder')
  const isNamed = texts(values['root']).length + packs.length > 0
  if (isNamed && !mayBeMissing && missing.length === folders.length) throw missingFolder(missing[0] ?? '', ports)
  for (const path of missing) terminal.err(`${visible(`warning: the folder "${path}" does not exist.`)}\n`)
  const as = texts(values['as'])
  const options = openOptionsFor(config, {
    workspaces,
    packs,
    ...(values['no-user'] === true ? {} : { home: homeFolder(terminal.env) }),
    ...(as.length > 0 ? { requester: requesterFacts(as) } : {}),
  })
  return {
    options: {
      ...options,
      ports,
      respectGitignore: values['respect-gitignore'] === true,
      useEvals: values['use-evals'] === true,
    },
    requester: options.requester ?? {},
    config,
    ports,
  }
}

/** For verbs that open no knowledge. */
export async function ownPorts(call: Pick<Call, 'values' | 'terminal'>): Promise<Ports> {
  const { config } = configForVerb({ values: {}, terminal: call.terminal }, systemPorts(call.terminal.env))
  if (config.trouble?.stops === 'everything') throw new UsageError(config.trouble.message)
  return portsFor(call, config)
}

/** Every verb reports that the scan stopped at a limit, and which documents are invalid. */
export function reportScan(catalog: Catalog, terminal: Pick<Terminal, 'cwd' | 'err'>): void {
  for (const diagnostic of catalog.diagnostics) if (diagnostic.code === 'AK115') reportLimit(diagnostic, terminal)
  reportQuarantined(catalog, terminal)
  reportGone(catalog, terminal)
}

/** While a server runs: reports what becomes invalid or is gone, and was not reported before. */
export function reportLaterScans(
  knowledge: Pick<Knowledge, 'catalog' | 'onChange'>,
  { cwd }: Pick<Terminal, 'cwd'>,
  write: (line: string) => void,
): void {
  const linesNow = (): readonly string[] => {
    const lines: string[] = []
    reportScan(knowledge.catalog, { cwd, err: (line) => void lines.push(line) })
    return lines
  }
  let reported = linesNow()
  knowledge.onChange(() => {
    const lines = linesNow()
    for (const line of lines) if (!reported.includes(line)) write(line)
    reported = lines
  })
}

/** Granted manifests that are missing: what they named stays closed. */
function reportGone({ withheld = [] }: Catalog, terminal: Pick<Terminal, 'cwd' | 'err'>): void {
  const { settle } = commandsFor({ cwd: terminal.cwd })
  for (const entry of withheld.filter(({ lapsed }) => lapsed === 'missing').slice(0, shownQuarantined)) {
    const { path } = entry.found
    terminal.err(
      `${visible(`gone: ${path} was granted and is missing. Restore it, or end its grant: ${settle(entry)}`)}\n`,
    )
  }
}

/** The workspace of the current folder, which may be above it, unless --root, --packs or --docs is set. */
export function configForVerb(
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
  { files }: Pick<Ports, 'files'>,
): { readonly config: Config; readonly workspaces: readonly string[] } {
  const { cwd, env } = terminal
  const absolute = (name: string): readonly string[] => texts(values[name]).map((path) => resolve(cwd, path))
  const [roots, packs] = [[...absolute('root'), ...absolute('docs')], absolute('packs')]
  const named = roots.length > 0 || packs.length > 0
  const workspaces = named ? roots : [workspaceAt(terminal, files)]
  return { config: personConfig(files, env, { workspaces, nearby: [cwd, ...packs], named }), workspaces }
}

/** Documents of --docs have no manifest; where one above declares them, it has to be used. */
export async function filesForVerb(
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
  files: Ports['files'],
): Promise<Ports['files']> {
  const folders = texts(values['docs']).map((path) => resolve(terminal.cwd, path))
  for (const folder of folders) {
    const [, ...above] = foldersAbove(folder, homeFolder(terminal.env))
    const declared = above.find((path) => files.kindOf(`${path}/knowledge.yaml`) !== undefined)
    if (declared !== undefined)
      throw new UsageError(
        `"${folder}" is in the workspace "${declared}", whose manifest declares its documents. Remove --docs, or add units: ${commandsFor(terminal).update({ folder: declared })}`,
      )
  }
  if (folders.length === 0) return files
  return withDocuments(files, folders, (folder, passedOver) => {
    const what = `${passedOver === 1 ? '1 entry' : `${passedOver} entries`} of "${folder}"`
    terminal.err(`${visible(`${what} left out: hidden, ignored or of dependencies.`)}\n`)
  })
}

/** A followed manifest that is gone must not be replaced by a drafted one, which restricts nothing. */
function refuseReplaced(
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
  { files, grants }: Pick<Ports, 'files' | 'grants'>,
): void {
  for (const folder of texts(values['docs']).map((path) => resolve(terminal.cwd, path))) {
    const grant = grants.find(folder)
    const names = Object.keys(grant?.names ?? {})
    const isGone = grant?.follow && !grant.drafted && files.kindOf(`${folder}/knowledge.yaml`) === undefined
    if (isGone && (names.length === 0 || names.includes('knowledge.yaml')))
      throw new UsageError(
        `"${folder}/knowledge.yaml", which was granted and may restrict these documents, is missing. Restore it, or end its grant: lorefence trust --remove ${shellWord(`${folder}/knowledge.yaml`)}`,
      )
  }
}

export const workspaceAt = ({ cwd, env }: Pick<Terminal, 'cwd' | 'env'>, files: Ports['files']): string =>
  findWorkspace(files, foldersAbove(cwd, homeFolder(env))) ?? cwd

function reportConfig({ trouble, diagnostics }: Config, terminal: Call['terminal']): void {
  if (trouble) terminal.err(`${visible(`warning: ${trouble.message} Until then your requester facts are not used.`)}\n`)
  // An error in the user's own config is `trouble`; one in a workspace config leaves its other settings in force.
  for (const { severity, message, where } of diagnostics)
    if (severity !== 'error' || !trouble) terminal.err(`${visible(`warning: ${where.file}: ${message}`)}\n`)
}

/** Maximum invalid documents that are listed; doctor lists all. */
const shownQuarantined = 3

/** Invalid documents are not used; each verb that looked for knowledge reports them, with the line to fix. */
export function reportQuarantined(
  { quarantined }: Pick<Catalog, 'quarantined'>,
  terminal: Pick<Terminal, 'cwd' | 'err'>,
): void {
  for (const { found, diagnostics } of quarantined.slice(0, shownQuarantined)) {
    const first = diagnostics.find(({ severity }) => severity === 'error')
    const start = first?.where.range?.start
    const place = start ? `${found.path}:${start.line}:${start.column}` : found.path
    const command = commandsFor({ cwd: terminal.cwd }).validate(`${found.folder}/${found.file}`)
    const message = first?.message ?? 'It cannot be read.'
    const hint = first?.fix ? `To fix it: ${command} --fix` : `Details: ${command}`
    terminal.err(`${visible(`not used: ${place}: ${message} ${hint}`)}\n`)
  }
  const more = quarantined.length - shownQuarantined
  if (more > 0) terminal.err(`not used: ${counted(more, 'more document')}; "lorefence doctor" lists them.\n`)
}

/** Reports where the scan stopped at a limit. */
export function reportLimit({ code, message, where }: Diagnostic, terminal: Pick<Terminal, 'err'>): void {
  terminal.err(`${visible(`warning ${code} ${where.file}: ${message}`)}\n`)
}
