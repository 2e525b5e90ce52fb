import { resolve } from 'node:path'
import {
  countForgetting,
  fenceFound,
  fenceMessages,
  forget,
  isRemembering,
  listSessions,
  memoryStats,
  messagesOfSession,
  scanMemory,
  searchMemory,
  sessionsNamed,
  type Config,
  type Forgetting,
  type MemoryPorts,
  type MemoryScope,
} from '../../../app/index.ts'
import { askPerson, yesOption } from '../ask-person.ts'
import { memoryFor } from '../memory-for.ts'
import { recordText } from '../render/terminal/json.ts'
import { errLine, outLine, printRecord } from '../render/terminal/print.ts'
import { counted } from '../render/terminal/words.ts'
import { exitCodes, text, UsageError, wholeNumber, type Call, type Verb } from '../verb.ts'

export { memoryToolsAt, ownMemoryToolsAt } from '../memory-for.ts'

interface Opened {
  readonly ports: MemoryPorts
  readonly config: Config
  readonly scope: MemoryScope
}

const outcome = { command: 'memory' }

type Action = (opened: Opened, call: Call) => Promise<number>

export const memoryVerb: Verb = {
  name: 'memory',
  summary: 'search past sessions of coding agents, once you have turned it on',
  usage:
    'memory scan\nmemory search "<task>" [--all-projects]\nmemory list|stats [--all-projects]\n' +
    'memory show <session>\n' +
    'memory forget [<session>] [--project DIR] [--before DATE] [--pattern TEXT] | --all',
  inputs:
    'scan: the transcripts of Claude Code, Codex, Gemini CLI and OpenCode, and ~/.kcp/events.jsonl; ' +
    'the others: the scanned sessions of the current project',
  outputs:
    'search, show: messages, fenced as data; list: one line per session; forget: what was removed; ' +
    'exit 1 when the answer is no, or when something is left',
  examples: [
    'lorefence memory scan',
    'lorefence memory search "why did the deploy fail?"',
    'lorefence memory list --all-projects',
    'lorefence memory forget --pattern "*@example.com"',
    'lorefence memory forget --all',
  ],
  options: {
    'all-projects': { type: 'boolean', doc: 'Include the sessions of other projects.' },
    commands: { type: 'boolean', doc: 'search: only logged shell commands.' },
    limit: { type: 'string', value: 'NUMBER', doc: 'search: maximum messages, 10 by default; list: maximum sessions.' },
    project: { type: 'string', value: 'DIR', doc: 'forget: only sessions that were started in this project.' },
    before: { type: 'string', value: 'DATE', doc: 'forget: only messages from before this date, such as 2026-01-31.' },
    pattern: {
      type: 'string',
      value: 'TEXT',
      doc: 'forget: only messages with this text in a line, in any case; * matches any characters.',
    },
    all: { type: 'boolean', doc: 'forget: everything, and turn it off until the next "memory scan".' },
    ...yesOption,
  },
  async run(call) {
    const [name = ''] = call.positionals
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action)
      throw new UsageError(
        `memory takes scan, search, list, show, stats or forget${name === '' ? '' : `, not "${name}"`}.`,
      )
    const most = name === 'search' || name === 'show' || name === 'forget' ? 2 : 1
    if (call.positionals.length > most) throw new UsageError(`memory ${name} takes no more arguments.`)
    return action(openMemory(call), call)
  },
}

const actions: Readonly<Record<string, Action>> = { scan, search, list, show, stats, forget: forgetSome }

function openMemory({ values, terminal }: Call): Opened {
  const { config, ports, scope } = memoryFor(terminal)
  const { project: _project, ...everywhere } = scope()
  return { ports, config, scope: values['all-projects'] === true ? everywhere : scope() }
}

const isJson = ({ values }: Call): boolean => values['json'] === true

async function scan({ ports, config, scope }: Opened, call: Call): Promise<number> {
  const { terminal } = call
  if (!isRemembering(ports.store)) {
    terminal.err(
      'The transcripts of Claude Code, Codex, Gemini CLI and OpenCode and the log of shell commands are copied to ' +
        'your state folder, with secrets masked, so that they can be searched. Nothing leaves this machine. ' +
        'To undo it: lorefence memory forget --all\n',
    )
    if ((await askPerson(call, config, 'Remember past sessions?')) === undefined) return exitCodes.findings
  }
  const result = scanMemory(ports, { since: scope.since })
  if (isJson(call)) printRecord(terminal, outcome, result)
  else {
    const added = counted(result.added, 'new message')
    terminal.out(`${counted(result.files, 'transcript')}, ${result.read} changed, ${added}\n`)
    if (result.expired > 0) terminal.err(`${counted(result.expired, 'message')} removed because of their age.\n`)
    if (result.damaged > 0) terminal.err(`${counted(result.damaged, 'damaged line')} skipped.\n`)
    for (const path of result.unreadable) errLine(terminal, `warning: "${path}" cannot be read.`)
  }
  return exitCodes.ok
}

/** Explains why a search cannot find anything. */
function reportOff({ ports }: Opened, { terminal }: Call): void {
  if (!isRemembering(ports.store)) terminal.err('No session was scanned yet. To turn it on: lorefence memory scan\n')
}

async function search(opened: Opened, call: Call): Promise<number> {
  const [, task = ''] = call.positionals
  if (task.trim() === '') throw new UsageError('memory search needs a task, such as "why did the deploy fail?".')
  reportOff(opened, call)
  const limit = wholeNumber(call.values['limit'], 'limit') ?? 10
  const only = call.values['commands'] === true ? { only: 'commands' as const } : {}
  const found = await searchMemory(opened.ports, { ...opened.scope, task, limit, ...only })
  const fenced = found.length === 0 ? '' : fenceFound(found)
  if (isJson(call)) {
    const results = found.map(({ log: { client, session, project }, message: { text: _text, ...facts }, score }) => ({
      session,
      client,
      project,
      ...facts,
      score,
    }))
    printRecord(call.terminal, outcome, { results, fenced })
  } else if (found.length > 0) call.terminal.out(`${fenced}\n`)
  else if (isRemembering(opened.ports.store)) call.terminal.err(`No message was found${hintOf(opened)}.\n`)
  return exitCodes.ok
}

const hintOf = ({ scope }: Opened): string =>
  scope.project === undefined ? '' : ' in the sessions of this project; --all-projects searches the others too'

async function list(opened: Opened, call: Call): Promise<number> {
  reportOff(opened, call)
  const all = listSessions(opened.ports, opened.scope)
  const sessions = all.slice(0, wholeNumber(call.values['limit'], 'limit') ?? all.length)
  if (isJson(call)) printRecord(call.terminal, outcome, { sessions, total: all.length })
  else if (sessions.length === 0 && isRemembering(opened.ports.store))
    call.terminal.err(
      opened.scope.project === undefined
        ? 'There are no sessions.\n'
        : 'There are no sessions of this project; --all-projects lists the others too.\n',
    )
  for (const { session, clients, project, last, messages } of isJson(call) ? [] : sessions)
    outLine(
      call.terminal,
      [last.slice(0, 16).replace('T', ' '), session, clients.join('+'), counted(messages, 'message'), project].join(
        '  ',
      ),
    )
  return exitCodes.ok
}

async function show(opened: Opened, call: Call): Promise<number> {
  const [, id] = call.positionals
  if (id === undefined || id === '') throw new UsageError('memory show needs a session. Try "lorefence memory list".')
  const [session, ...others] = sessionsNamed(opened.ports, id, opened.scope)
  if (!session) throw new UsageError(`the session "${id}" was not found${hintOf(opened)}. Try "lorefence memory list".`)
  if (others.length > 0)
    throw new UsageError(`"${id}" matches ${others.length + 1} sessions; add more of its characters.`)
  const fenced = fenceMessages(messagesOfSession(opened.ports, session.session, opened.scope))
  call.terminal.out(isJson(call) ? recordText(outcome, { session, fenced }) : `${fenced}\n`)
  return exitCodes.ok
}

async function stats(opened: Opened, call: Call): Promise<number> {
  reportOff(opened, call)
  const found = memoryStats(opened.ports, opened.scope)
  const isOn = isRemembering(opened.ports.store)
  if (isJson(call)) printRecord(call.terminal, outcome, { on: isOn, ...found })
  else for (const line of statsLines(found)) call.terminal.out(`${line}\n`)
  return exitCodes.ok
}

const statsLines = ({
  sessions,
  messages,
  projects,
  bytes,
  clients,
}: ReturnType<typeof memoryStats>): readonly string[] => [
  `${counted(sessions, 'session')}, ${counted(messages, 'message')}, ${counted(projects, 'project')}, ${bytes} bytes`,
  ...Object.entries(clients).map(([client, count]) => `${client}  ${counted(count, 'message')}`),
]

async function forgetSome({ ports, config }: Opened, call: Call): Promise<number> {
  const { values, terminal } = call
  if (values['all'] === true) return forgetAll({ ports, config }, call)
  const what = forgettingOf(ports, call)
  const counts = countForgetting(ports, what)
  const shown = `${counted(counts.messages, 'message')} of ${counted(counts.sessions, 'session')}`
  if (counts.messages > 0 && (await askPerson(call, config, `Forget ${shown}?`)) === undefined)
    return exitCodes.findings
  const done = forget(ports, what)
  const isGone = done.left === 0 && done.files.length === 0
  if (isJson(call)) printRecord(terminal, { ...outcome, ok: isGone }, done)
  else {
    const rest = done.left === 0 ? 'none of them is left' : `${counted(done.left, 'message')} left`
    terminal.out(`${shown} removed. Everything that is stored was checked again: ${rest}.\n`)
    for (const path of done.files) errLine(terminal, `The text is still in "${path}" of your state folder.`)
  }
  return isGone ? exitCodes.ok : exitCodes.findings
}

async function forgetAll({ ports, config }: Pick<Opened, 'ports' | 'config'>, call: Call): Promise<number> {
  if (call.positionals.length > 1) throw new UsageError('--all forgets every session; remove the id, or --all.')
  const { messages, sessions } = memoryStats(ports, {})
  if (
    isRemembering(ports.store) &&
    (await askPerson(call, config, `Forget all ${counted(sessions, 'session')}, and turn it off?`)) === undefined
  )
    return exitCodes.findings
  ports.store.exclusively(() => ports.store.removeAll())
  if (isJson(call)) printRecord(call.terminal, outcome, { messages, sessions, on: false })
  else call.terminal.out('Nothing is remembered, and nothing is scanned until you run "lorefence memory scan".\n')
  return exitCodes.ok
}

function forgettingOf(ports: MemoryPorts, { positionals: [, id], values, terminal }: Call): Forgetting {
  const [project, pattern] = [text(values['project']), text(values['pattern'])]
  const before = dateOf(text(values['before']))
  if (pattern !== undefined && pattern.replaceAll('*', '').trim() === '')
    throw new UsageError('--pattern needs some text beside "*".')
  const what = {
    ...(id === undefined ? {} : { session: sessionFor(ports, id) }),
    ...(project === undefined ? {} : { project: ports.transcripts.projectOf(resolve(terminal.cwd, project)) }),
    ...(before === undefined ? {} : { before }),
    ...(pattern === undefined ? {} : { pattern }),
  }
  if (Object.keys(what).length === 0)
    throw new UsageError('memory forget needs a session, --project, --before, --pattern or --all.')
  return what
}

function sessionFor(ports: MemoryPorts, id: string): string {
  const [session, ...others] = id === '' ? [] : sessionsNamed(ports, id, {})
  if (!session) throw new UsageError(`the session "${id}" was not found. Try "lorefence memory list --all-projects".`)
  if (others.length > 0)
    throw new UsageError(`"${id}" matches ${others.length + 1} sessions; add more of its characters.`)
  return session.session
}

function dateOf(written: string | undefined): string | undefined {
  if (written === undefined) return undefined
  const date = new Date(written)
  if (!/^\d{4}-\d\d-\d\d/.test(written) || Number.isNaN(date.getTime()))
    throw new UsageError(`--before takes a date such as 2026-01-31, not "${written}".`)
  return date.toISOString()
}
