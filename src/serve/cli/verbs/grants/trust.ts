import { dirname, resolve } from 'node:path'
import {
  commandsFor,
  proposeGrants,
  removeGrants,
  saveGrants,
  stillGranted,
  type CatalogEntry,
  type Config,
  type Diagnostic,
  type Grant,
  type GrantProposal,
} from '../../../../app/index.ts'
import { foldersAbove, isOwnFolder } from '../../../../io/disk/folders-above.ts'
import { homeFolder } from '../../../../io/stores/state-folder.ts'
import { systemPorts } from '../../../../io/system.ts'
import type { Ports } from '../../../../model/ports.ts'
import { isConfirmedByOption, yesOption } from '../../ask-person.ts'
import { configForVerb, filesForVerb, reportLimit, reportQuarantined, workspaceAt } from '../../opening.ts'
import { portsFor } from '../../ports-for.ts'
import { countReads, startProgress } from '../../progress.ts'
import { declaredLines, lapsedLines, proposalLines } from '../../render/grant-text.ts'
import { visible } from '../../render/terminal/cells.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, text, texts, UsageError, type Call, type Terminal, type Verb } from '../../verb.ts'

export const trustVerb: Verb = {
  name: 'trust',
  summary: 'grant the use of the packs and manifests below a folder, file by file, or revoke grants',
  usage: 'trust <path> [options]\ntrust --docs DIR [options]',
  inputs: 'a folder, or one entry file',
  outputs: 'the proposed grants on stderr, the saved grants on stdout; exit 1 when the answer is no',
  examples: ['lorefence trust .', 'lorefence trust ~/notes --follow', 'lorefence trust . --remove'],
  options: {
    follow: { type: 'boolean', doc: 'Grant the folder with later edits, while it keeps its owner; for your own work.' },
    pin: { type: 'boolean', doc: 'Grant only the current bytes, without asking which. Default outside a repository.' },
    docs: {
      type: 'string',
      value: 'DIR',
      doc: 'Grant the plain documents of this folder, which no manifest declares.',
    },
    remove: {
      type: 'boolean',
      doc: 'Revoke the grants of the folder and of the folders below it, or that of an entry file.',
    },
    ...yesOption,
  },
  async run(call) {
    const docs = text(call.values['docs'])
    const [path, ...more] = docs === undefined ? call.positionals : [docs, ...call.positionals]
    if (path === undefined || more.length > 0) throw new UsageError('trust needs one path. Try "lorefence trust .".')
    const configured = (known: Pick<Ports, 'files'>): Config =>
      configForVerb({ values: { root: [call.terminal.cwd, path] }, terminal: call.terminal }, known).config
    const config = configured(systemPorts(call.terminal.env))
    const isRemoval = call.values['remove'] === true
    if (config.trouble?.stops === 'everything' && !isRemoval) throw new UsageError(config.trouble.message)
    const system = await portsFor(call, config)
    const ports = { ...system, files: await filesForVerb(call, system.files) }
    await ports.shared?.current()
    return isRemoval ? revoke(path, call, ports) : grant(path, call, { ports, config: configured(ports) })
  },
}

const outcome = { kind: 'grant', command: 'trust' }

interface Granting {
  readonly ports: Ports
  readonly config: Config
}

async function grant(path: string, { values, terminal }: Call, { ports, config }: Granting): Promise<number> {
  const folder = resolve(terminal.cwd, path)
  if (ports.files.kindOf(folder) === undefined) throw new UsageError(`"${path}" does not exist.`, 'not-found')
  if (values['follow'] === true && values['pin'] === true)
    throw new UsageError('--follow and --pin contradict each other; remove one.')
  const { allowTypes, restraints } = config
  let broken = 0
  let lapsed: readonly CatalogEntry[] = []
  let declared = 0
  const progress = startProgress(terminal, (count) => `${counted(count, 'file')} read`)
  const counting = { ...ports, files: countReads(ports.files, progress.step) }
  const proposals = proposeGrants(counting, path, terminal.cwd, {
    follow: values['follow'] === true,
    allowTypes,
    ignore: restraints.ignore ?? [],
    ...(restraints.signatures ? { signatures: restraints.signatures } : {}),
    onLimit: (diagnostic: Diagnostic): void => reportLimit(diagnostic, terminal),
    onQuarantined(quarantined) {
      broken = quarantined.length
      reportQuarantined({ quarantined }, terminal)
    },
    onLapsed: (found): void => void (lapsed = found),
    onDeclared: (count): void => void (declared = count),
  })
  progress.end()
  for (const line of [
    ...proposalLines(proposals),
    ...lapsedLines(lapsed, commandsFor(terminal)),
    ...declaredLines(declared, commandsFor(terminal).trust({ folder: dirname(folder), root: folder })),
  ])
    terminal.err(`${line}\n`)
  for (const line of proposals.flatMap(({ uncovered }) => uncovered)) terminal.err(`not covered: ${visible(line)}\n`)
  const missing = lapsed.filter((entry) => entry.lapsed === 'missing')
  if (missing.length === 0 && proposals.every(({ held }) => held)) {
    terminal.err(`${nothingToGrant({ held: proposals.length, broken, folder }, terminal, ports)}\n`)
    const code = proposals.length === 0 && broken > 0 ? exitCodes.findings : exitCodes.ok
    return printOutcome({ values, terminal }, { proposals, granted: [], code })
  }
  const asked = { folder, count: proposals.length, ended: missing.length, ports }
  const answer = await howToGrant({ values, terminal }, config, asked)
  if (answer === undefined) {
    terminal.err('Nothing was granted.\n')
    return printOutcome({ values, terminal }, { proposals, granted: [], code: exitCodes.findings })
  }
  const drafted = texts(values['docs']).map((docs) => resolve(terminal.cwd, docs))
  // Other people may have granted something here meanwhile.
  await ports.shared?.current()
  const grants = saveGrants(ports, proposals, { ...answer, missing, drafted: drafted.filter(isPlain(terminal)) })
  await ports.shared?.settled()
  if (grants.length > 0) terminal.err(`Undo it with: lorefence trust --remove ${visible(path)}\n`)
  return printOutcome({ values, terminal }, { proposals, granted: grants, ended: missing, code: exitCodes.ok })
}

/** Whether a folder has no manifest of its own. */
const isPlain =
  ({ env }: Terminal) =>
  (folder: string): boolean =>
    systemPorts(env).files.kindOf(`${folder}/knowledge.yaml`) === undefined

interface Nothing {
  readonly held: number
  readonly broken: number
  readonly folder: string
}

function nothingToGrant({ held, broken, folder }: Nothing, terminal: Terminal, { files }: Ports): string {
  const { trust } = commandsFor(terminal)
  if (held > 0) return 'Everything here is already granted.'
  if (broken > 0) return 'Nothing here can be granted until it is fixed.'
  if (files.kindOf(folder) === 'file')
    return (
      'This file is neither a pack nor a manifest that can be found in its folder. To grant what is there: ' +
      trust({ folder: dirname(folder), root: folder })
    )
  const workspace = workspaceAt({ ...terminal, cwd: folder }, files)
  if (workspace === folder) return 'There is no pack and no manifest to grant here; "lorefence init" drafts one.'
  const command = trust({ folder: workspace, root: workspace })
  return `There is no pack and no manifest in this folder; its workspace is above it. Run: ${command}`
}

interface Asking {
  readonly folder: string
  readonly count: number
  /** Grants of entries that are gone. */
  readonly ended: number
  readonly ports: Ports
}

/** Pin or follow, and how the person agreed; `undefined` for no. Both are offered in one's own repository. */
async function howToGrant(
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
  config: Config,
  { folder, count, ended, ports }: Asking,
): Promise<{ readonly follow: boolean; readonly given: Grant['given'] } | undefined> {
  const follow = values['follow'] === true
  if (follow) terminal.err(`follow: ${meanings.follow}\n`)
  if (isConfirmedByOption({ values, terminal }, config)) return { follow, given: 'unattended' }
  const ending = ended === 1 ? 'the grant of the missing entry' : `the ${ended} grants of missing entries`
  if (count === 0) return (await terminal.confirm(`End ${ending}?`)) ? { follow, given: 'terminal' } : undefined
  const what = `${count === 1 ? 'this entry' : `these ${count} entries`}${ended === 0 ? '' : ` and end ${ending}`}`
  if (follow || values['pin'] === true || !isOwnRepository(folder, terminal, ports))
    return (await terminal.confirm(`Grant the use of ${what}?`)) ? { follow, given: 'terminal' } : undefined
  for (const [word, meaning] of Object.entries(meanings)) terminal.err(`  ${word.padEnd(6)}  ${meaning}\n`)
  const chosen = await terminal.choose(`Grant the use of ${what}?`, ['pin', 'follow'])
  return chosen && { follow: chosen === 'follow', given: 'terminal' }
}

const meanings = {
  pin: 'Only the files as they are now; after an edit, run this command again.',
  follow: 'Also later edits and new files here, those of a pull included, while the folder keeps its owner.',
}

const isOwnRepository = (folder: string, { env }: Terminal, { files }: Ports): boolean =>
  isOwnFolder(folder) &&
  foldersAbove(folder, homeFolder(env)).some((path) => files.kindOf(`${path}/.git`) !== undefined)

interface Outcome {
  readonly proposals: readonly GrantProposal[]
  readonly granted: readonly Grant[]
  readonly ended?: readonly CatalogEntry[]
  readonly code: number
}

function printOutcome(
  { values, terminal }: Pick<Call, 'values' | 'terminal'>,
  { proposals, granted, ended = [], code }: Outcome,
): number {
  if (values['json'] === true)
    printRecord(
      terminal,
      { ...outcome, ok: code === exitCodes.ok },
      {
        action: 'trust',
        granted,
        ended: ended.map(({ found }) => `${found.folder}/${found.file}`),
        entries: proposals.map(({ files: _files, entries: _entries, names: _names, signature, ...entry }) => ({
          ...entry,
          ...(signature
            ? { signature: { tier: signature.tier, code: signature.code, signers: signature.signers } }
            : {}),
        })),
      },
    )
  else if (granted.length > 0)
    for (const { ref } of proposals) outLine(terminal, `${granted[0]?.follow ? 'followed' : 'granted'} ${ref}`)
  return code
}

/** Revoking needs no confirmation. What other entries still open is reported. */
async function revoke(path: string, { values, terminal }: Call, ports: Ports): Promise<number> {
  const removed = removeGrants(ports, path, terminal.cwd)
  await ports.shared?.settled()
  if (values['json'] === true)
    printRecord(terminal, outcome, { action: 'remove', removed: removed.map((one) => one.path) })
  else for (const one of removed) outLine(terminal, `removed ${one.path}`)
  if (removed.length === 0) terminal.err('There was no grant to revoke.\n')
  const others = stillGranted(ports, removed)
  if (others.length > 0)
    errLine(
      terminal,
      'Other granted entries still name some of its files, which can be read without its restrictions: ' +
        others.join(', '),
    )
  return exitCodes.ok
}
