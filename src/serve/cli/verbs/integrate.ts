import { dirname, isAbsolute, relative, resolve } from 'node:path'
import {
  clients,
  hookProgram,
  hookTexts,
  isUsed,
  planIntegration,
  portableProgram,
  projectPath,
  serverCommand,
  shellClients,
  type Client,
  type ClientSurroundings,
  type IntegrationPlan,
  type ServerCommand,
} from '../../../app/index.ts'
import { askServer, type ServerAnswer } from '../../../io/process/ask-server.ts'
import { removeEvents } from '../../../io/commands/event-log.ts'
import { removeShownCards } from '../../../io/commands/shown-cards.ts'
import { diskFiles } from '../../../io/disk/disk-files.ts'
import { removeEmptyFolders } from '../../../io/disk/remove-empty-folders.ts'
import { homeFolder, stateFolder } from '../../../io/stores/state-folder.ts'
import { suggest } from '../../../text/messages/suggest.ts'
import { noToolsReason } from '../no-tools-reason.ts'
import { openForVerb } from '../open-knowledge.ts'
import { paintDiff } from '../render/diff-text.ts'
import { visible } from '../render/terminal/cells.ts'
import { errLine, printRecord } from '../render/terminal/print.ts'
import { counted } from '../render/terminal/words.ts'
import { exitCodes, rootOptions, texts, UsageError, type Call, type Terminal, type Verb } from '../verb.ts'
import { changes, settingsDiff, writeSettings, type ReadyPlan } from './integrate-settings.ts'

const names = [...clients.map(({ id }) => id), 'all']
const answerWithin = 20_000

export const integrateVerb: Verb = {
  name: 'integrate',
  summary:
    'add the MCP server to the settings of a client: show the difference, write it, ' +
    'then start the server once and check that it answers',
  usage: `integrate <${names.join('|')}> [options]`,
  inputs: 'the settings of the client in your home folder; all means every client found on this machine',
  outputs:
    'the difference on stdout; other settings are not changed; exit 1 when the answer is no, ' +
    'settings cannot be edited, or the server does not answer',
  examples: [
    'lorefence integrate claude-code --dry-run',
    'lorefence integrate cursor',
    'lorefence integrate claude-desktop --root ~/work/harbor',
    'lorefence integrate all --remove',
    'lorefence integrate claude-code --commands',
  ],
  options: {
    root: {
      ...rootOptions.root,
      doc: 'A workspace for the server; repeatable. Default: the folder that is open in the client.',
    },
    packs: rootOptions.packs,
    project: {
      type: 'boolean',
      doc:
        'Write to the settings of the current project instead of your own. They start the server with ' +
        `"${portableProgram.join(' ')}" and contain no path of this machine.`,
    },
    commands: {
      type: 'boolean',
      doc:
        'Set up hooks around shell commands instead of the server: a short card before an unfamiliar command, its ' +
        'output without noise, and a line in ~/.kcp/events.jsonl. ' +
        `For ${shellClients.map(({ id }) => id).join(' and ')}.`,
    },
    remove: { type: 'boolean', doc: 'Remove the server, or with --commands the hooks and what they stored.' },
    'dry-run': { type: 'boolean', doc: 'Show the difference; write and start nothing.' },
    yes: { type: 'boolean', doc: 'Do not ask before writing. This grants nothing.' },
  },
  async run(call) {
    const { values, terminal } = call
    const surroundings = { platform: process.platform, home: homeFolder(terminal.env), env: terminal.env }
    const chosen = chosenClients(call, surroundings)
    if (chosen.length === 0) terminal.err('No client was found on this machine. Name one to set it up anyway.\n')
    const steps = chosen.map((client) => stepFor(client, call, surroundings))
    for (const step of steps) printStep(step, call)
    const written = await applySteps(steps, call)
    const removed = written.filter(({ action }) => action === 'removed')
    if (values['commands'] === true && removed.length > 0) removeTraces(terminal, removed)
    const [first] = steps
    const wanted =
      first &&
      values['commands'] !== true &&
      values['remove'] !== true &&
      values['dry-run'] !== true &&
      written.some(({ action }) => action !== 'failed' && action !== 'declined')
    const server = wanted ? await tryServer(first.checked, terminal) : undefined
    const code = printOutcome(call, written, server)
    if (server?.ok && server.tools.length === 0) terminal.err(`${await explainNoTools(call)}\n`)
    return code
  },
}

/** What the hooks stored: which cards a session has seen, and our lines of the log; and folders that are empty now. */
function removeTraces({ env, err }: Terminal, removed: readonly Written[]): void {
  const home = homeFolder(env)
  removeShownCards(stateFolder(env))
  const events = removeEvents(home)
  for (const folder of [stateFolder(env), ...removed.map(({ path }) => dirname(path))]) removeEmptyFolders(folder, home)
  if (events > 0) err(`Removed ${counted(events, 'event')} from ~/.kcp/events.jsonl\n`)
}

interface Step {
  readonly plan: IntegrationPlan
  readonly command: ServerCommand
  /** The same server as this program starts it. */
  readonly checked: ServerCommand
  readonly diff: string
}

interface Written {
  readonly client: string
  readonly path: string
  readonly action: 'added' | 'changed' | 'removed' | 'unchanged' | 'would-write' | 'declined' | 'failed'
  readonly detail?: string
  readonly diff?: string
}

function chosenClients({ positionals, values }: Call, surroundings: ClientSurroundings): readonly Client[] {
  const [name] = positionals
  const known = values['commands'] === true ? shellClients : clients
  if (name === undefined || positionals.length > 1)
    throw new UsageError(`integrate needs one client: ${names.join(', ')}.`)
  if (values['commands'] === true && values['project'] === true)
    throw new UsageError("Hooks around commands are each person's choice: --commands cannot be used with --project.")
  if (name === 'all')
    return known.filter(
      (client) =>
        (values['project'] === true ? client.projectFiles !== undefined : true) &&
        isUsed(diskFiles, client, surroundings),
    )
  const client = known.find(({ id }) => id === name)
  if (!client && clients.some(({ id }) => id === name))
    throw new UsageError(`--commands supports ${known.map(({ id }) => id).join(' and ')}, not "${name}".`)
  const near = suggest(name, names)
  if (!client)
    throw new UsageError(
      `unknown client "${name}".${near ? ` Did you mean "${near}"?` : ` Known clients: ${names.join(', ')}.`}`,
    )
  if (values['project'] === true && !client.projectFiles)
    throw new UsageError(`${client.title} has no project settings.`)
  return [client]
}

function stepFor(client: Client, { values, terminal }: Call, surroundings: ClientSurroundings): Step {
  const shared = values['project'] === true
  const paths = (name: 'root' | 'packs'): readonly string[] =>
    texts(values[name]).map((path) =>
      shared ? projectPath(client, insideProject(path, name, terminal.cwd)) : resolve(terminal.cwd, path),
    )
  const wishes = { roots: paths('root'), packs: paths('packs'), folder: terminal.cwd }
  const checked: ServerCommand =
    values['commands'] === true
      ? hookProgram(terminal.program())
      : serverCommand(client, { ...wishes, program: terminal.program() })
  const command = shared ? serverCommand(client, { ...wishes, program: portableProgram }) : checked
  const place = shared ? { root: terminal.cwd, files: client.projectFiles ?? [] } : client.userPlace(surroundings)
  const plan = planIntegration(diskFiles, client, { place, shared, ...(values['remove'] === true ? {} : { command }) })
  return {
    plan,
    command,
    checked,
    diff: plan.ok ? settingsDiff(plan, values['commands'] === true ? hookTexts(command) : command) : '',
  }
}

/** Relative to the project, with slashes, as it is there on every machine. */
function insideProject(path: string, option: string, cwd: string): string {
  const below = relative(cwd, resolve(cwd, path)).replaceAll('\\', '/')
  if (below === '..' || below.startsWith('../') || isAbsolute(below))
    throw new UsageError(`--${option} "${path}" is not in this project, so its settings cannot name it.`)
  return below === '' ? '.' : below
}

const pathOf = ({ root, file }: IntegrationPlan): string => `${root}/${file}`

function printStep({ plan, command, diff }: Step, { values, terminal }: Call): void {
  const { client } = plan
  errLine(terminal, `${client.title}: ${pathOf(plan)}`)
  if (!plan.ok) return terminal.err(`  not changed. ${visible(plan.detail)}\n`)
  if (!changes(plan)) {
    const what = values['commands'] === true ? 'the hooks' : 'the server'
    return terminal.err(`  ${values['remove'] === true ? 'does not contain' : 'already contains'} ${what}\n`)
  }
  if (values['json'] !== true) terminal.show(paintDiff(diff, terminal.color))
  if (values['remove'] === true) return
  if (values['project'] === true)
    terminal.err(
      '  This file is shared with the project: npx starts lorefence from its node_modules, or else from the npm ' +
        'registry.\n',
    )
  if (client.workspace === 'none' && texts(values['root']).length === 0)
    terminal.err(
      `  ${client.title} has no project folder; the server will use ${visible(terminal.cwd)}. ` +
        'Set another folder with --root.\n',
    )
  if (command.some((word) => /[\\/]_npx[\\/]/.test(word)))
    terminal.err(
      '  warning: this copy of lorefence is in the npx cache, which may be cleared. ' +
        'Install it first: npm install --global lorefence\n',
    )
}

async function applySteps(steps: readonly Step[], { values, terminal }: Call): Promise<readonly Written[]> {
  const open = steps.filter(({ plan }) => plan.ok && changes(plan))
  const dry = values['dry-run'] === true
  const agreed =
    !dry &&
    open.length > 0 &&
    (values['yes'] === true ||
      (terminal.interactive &&
        (await terminal.confirm(open.length === 1 ? 'Write this?' : `Write these ${open.length} files?`))))
  if (open.length > 0 && !dry && !agreed)
    terminal.err(
      terminal.interactive ? 'Nothing was written.\n' : 'Nothing was written: stdin is not a terminal. Add --yes.\n',
    )
  return steps.map(({ plan, diff }) => {
    const about = { client: plan.client.id, path: pathOf(plan), ...(diff === '' ? {} : { diff }) }
    if (!plan.ok) return { ...about, action: 'failed', detail: plan.detail }
    if (!changes(plan)) return { ...about, action: 'unchanged' }
    if (!agreed) return { ...about, action: dry ? 'would-write' : 'declined' }
    const result = writeSettings(plan, { shared: values['project'] === true })
    if (!result.ok) errLine(terminal, `${plan.client.title}: not written. ${result.detail}`)
    return result.ok
      ? { ...about, action: actionOf(plan, values['remove'] === true) }
      : { ...about, action: 'failed', detail: result.detail }
  })
}

const actionOf = ({ before }: ReadyPlan, removed: boolean): Written['action'] =>
  removed ? 'removed' : before === undefined ? 'added' : 'changed'

/**
 * A client replaces its variable with the open folder; here it is the current one. Project settings are checked with
 * this program too, because npx would reach out.
 */
async function tryServer([program, ...args]: ServerCommand, terminal: Terminal): Promise<ServerAnswer> {
  return askServer([program, ...args.map((word) => word.replace('${workspaceFolder}', terminal.cwd))], {
    cwd: terminal.cwd,
    env: terminal.env,
    timeout: answerWithin,
  })
}

/** An empty list of tools needs an explanation. */
async function explainNoTools(call: Call): Promise<string> {
  const { knowledge } = await openForVerb(call)
  return (
    noToolsReason(knowledge.catalog, call) ?? 'The server offers no tools now. Run "lorefence doctor" for the reasons.'
  )
}

function printOutcome(
  { values, terminal }: Call,
  written: readonly Written[],
  server: ServerAnswer | undefined,
): number {
  const ok =
    written.length > 0 &&
    written.every(({ action }) => action !== 'failed' && action !== 'declined') &&
    server?.ok !== false
  if (values['json'] === true) {
    printRecord(
      terminal,
      { command: 'integrate', ok },
      {
        clients: written,
        ...(server ? { server: { ...server, checked: values['project'] === true ? 'this-program' : 'settings' } } : {}),
      },
    )
    return ok ? exitCodes.ok : exitCodes.findings
  }
  for (const { client, path, action } of written) {
    const known = values['commands'] === true ? shellClients : clients
    if (action === 'added' || action === 'changed') terminal.err(`${known.find(({ id }) => id === client)?.next}\n`)
    if (action === 'removed') errLine(terminal, `Removed from ${path}`)
  }
  if (server && values['project'] === true)
    terminal.err('Checked with this program; npx was not started, since it may download the package.\n')
  if (server?.ok) {
    const tools = server.tools.length > 0 ? ` with ${server.tools.join(', ')}` : ''
    errLine(terminal, `The server answers: ${server.name} ${server.version}${tools}`)
  } else if (server) errLine(terminal, `The server does not answer. ${server.detail}`)
  return ok ? exitCodes.ok : exitCodes.findings
}
