import { verbs } from '../../src/serve/cli/verbs.ts'
import { messageStates, messageWorld, type MessageWorld, type Said, type Subject } from './message-states.ts'

/** The output of one command in one state, as text and with `--json`. */
export interface Cell {
  readonly state: string
  readonly argv: readonly string[]
  readonly said: Said
  readonly json: Said
}

/** If the knowledge itself makes no difference, three states show everything. */
const some = /^(?:empty|.*-ready|.*-ungranted)$/

interface Row {
  readonly argv: readonly string[]
  /** The command writes, so the workspace is restored after it. */
  readonly writes?: true
  readonly only?: RegExp
}

/** Every verb that takes a workspace or a ref, as a person would type it. */
export function rowsFor({ kind, name, entry, file, place, task, term, receipt }: Subject): readonly Row[] {
  const both: readonly Row[] = [
    { argv: ['catalog'] },
    { argv: ['activate', name] },
    { argv: ['read', task] },
    { argv: ['read', task, '--pack', name] },
    { argv: ['evidence', name] },
    { argv: ['query', term] },
    { argv: ['explain', name] },
    { argv: ['explain', `./${place}`] },
    { argv: ['why', task, name] },
    { argv: ['why', task, file] },
    { argv: ['doctor'] },
    { argv: ['validate', '.'] },
    { argv: ['verify'] },
    { argv: ['eval', name] },
    { argv: ['resolve-context', name, '--query', task] },
    { argv: ['export', place, '--to', 'llms'] },
    ...(receipt === undefined
      ? []
      : [{ argv: ['replay', receipt] }, { argv: ['rehydrate', receipt] }, { argv: ['diff', receipt] }]),
    { argv: ['health', name], only: kind === 'pack' ? /./ : some },
    { argv: ['trust', '.'] },
    { argv: ['trust', place] },
    { argv: ['trust', '.', '--remove'], writes: true },
    { argv: ['approve', name] },
    { argv: ['enable', name] },
    { argv: ['disable', name], writes: true },
    { argv: ['init'], writes: true },
    { argv: ['eval'], only: some },
    { argv: ['check'], only: some },
    { argv: ['list'], only: some },
    { argv: ['update'], only: some },
    { argv: ['remove', name], only: some },
    { argv: ['hook', 'session-start'], only: some },
    { argv: ['workspace', 'search', task], only: some },
    { argv: ['claims', name], only: some },
  ]
  const own: readonly Row[] =
    kind === 'pack'
      ? [
          { argv: ['inspect', name] },
          { argv: ['split', name], writes: true },
          { argv: ['compile', name], writes: true },
          { argv: ['status', 'set', name, 'ready', '--by', 'ada', '--note', 'checked'], writes: true },
          { argv: ['migrate', name], writes: true },
          { argv: ['read-properties', place] },
          { argv: ['to-catalog', place] },
        ]
      : [
          { argv: ['catalog', entry] },
          { argv: ['activate', entry] },
          { argv: ['explain', entry] },
          { argv: ['federate'] },
          { argv: ['publish', '.', '--out', '../site'], writes: true },
          { argv: ['hints'] },
          { argv: ['init', '--update'], writes: true },
        ]
  return [...both, ...own]
}

/** Verbs that are not in the table, each with its reason. */
export const withoutWorkspace: Readonly<Record<string, string>> = {
  import: 'takes a source outside of the workspace',
  receipts: 'shows what was recorded, whatever the state is',
  sign: 'needs a key',
  fence: 'is a filter',
  unfence: 'is a filter',
  fetch: 'takes a URL',
  add: 'takes a source outside of the workspace',
  schema: 'takes the name of a format',
  integrate: 'takes the name of a client',
  memory: 'is about past sessions',
  completion: 'takes the name of a shell',
  lsp: 'serves an editor',
  mcp: 'serves; its tools have a table of their own',
  serve: 'serves; its tools have a table of their own',
  push: 'needs a database',
  key: 'is about keys of clients',
  store: 'needs a database',
  'validate-run': 'takes records',
}

/** Runs every command in every matching state, at a terminal where every question is answered with no. */
export async function messageCells(
  states: RegExp,
  check: (cell: Cell, world: MessageWorld) => Promise<void>,
): Promise<readonly Cell[]> {
  const cells: Cell[] = []
  for (const [state, made] of Object.entries(messageStates)) {
    if (!states.test(state)) continue
    const { world, subject } = await messageWorld(made)
    for (const { argv, writes, only } of rowsFor(subject)) {
      if (only && !only.test(state)) continue
      const run = async (line: readonly string[]): Promise<Said> => {
        const said = plain(world, await world.run(line, { interactive: true }))
        if (writes) world.restore()
        return said
      }
      const shown = argv.map((word) => word.replace(/^r-[0-9a-f]{8,}$/, '<receipt>'))
      const cell = { state, argv: shown, said: await run(argv), json: await run([...argv, '--json']) }
      cells.push(cell)
      await check(cell, world)
    }
  }
  return cells
}

/** Replaces folders, ids and times, which differ in each run. */
function plain({ cwd, env }: MessageWorld, { code, out, err }: Said): Said {
  const without = (text: string): string =>
    text
      .replaceAll(cwd, '<workspace>')
      .replaceAll(env['HOME'] ?? '', '<home>')
      .replaceAll(/\br-[0-9a-f]{8,}/g, '<receipt>')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d[-:]\d\d[-:]\d\d(?:\.\d+)?Z/g, '<time>')
  return { code, out: without(out), err: without(err) }
}

/** The cells of one verb: each different answer once, with its commands and states. */
export const tableText = (cells: readonly Cell[]): string =>
  grouped(
    cells.map(({ state, argv, said, json }) => [
      `$ lorefence ${argv.map((part) => (/^[\w./:<>-]+$/.test(part) ? part : `"${part}"`)).join(' ')}`,
      `${lines('', said.out)}${lines('! ', said.err)}exit ${said.code} · ${jsonLine(json)}\n`,
      state,
    ]),
  )

/** Each different answer to a command once, with its states. */
export function grouped(answers: readonly (readonly [command: string, answer: string, state: string])[]): string {
  const commands = new Map<string, Map<string, string[]>>()
  for (const [command, answer, state] of answers) {
    const states = commands.get(command) ?? new Map<string, string[]>()
    commands.set(command, states.set(answer, [...(states.get(answer) ?? []), state]))
  }
  return [...commands]
    .map(
      ([command, states]) =>
        `${command}\n\n${[...states].map(([answer, names]) => `[${names.join(', ')}]\n${answer}`).join('\n')}`,
    )
    .join('\n')
}

const lines = (mark: string, text: string): string =>
  text === ''
    ? ''
    : text
        .replaceAll(/<(knowledge_\w+)[^>]*>[\s\S]*?<\/\1[^>]*>/g, '<fenced text>')
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `  ${mark}${line}`.trimEnd() + '\n')
        .join('')

function jsonLine({ code, out }: Said): string {
  if (out === '') return `json ${code}: nothing`
  const record = JSON.parse(out) as Readonly<Record<string, unknown>>
  const facts = ['kind', 'ok', 'status', 'outcome', 'verdict', 'code'].flatMap((key) =>
    record[key] === undefined ? [] : [`${key} ${String(record[key])}`],
  )
  return `json ${code}: ${facts.join(', ')}`
}

/** Words of a command line, quoted or not. */
const word = /'[^']*'|"[^"]*"|[^\s"',;&]+/g

/** The commands that a message proposes, except those with a placeholder or that use the network. */
export function proposedCommands({ out, err }: Said): readonly (readonly string[])[] {
  // JSON output is skipped: its details are sentences, and the commands for a person are in stderr.
  const text = lines('', `${out.startsWith('{') ? '' : out}${err}`)
  const written = text.match(/\blorefence [a-z][^\n]*/g) ?? []
  return written
    .flatMap((line) => line.split(/(?=\blorefence [a-z])/))
    .map((line) => /^(?:'[^']*'|"(?=<|[^"]* )[^"]*"|[^\s"',;&]+| )+/.exec(line.slice('lorefence '.length))?.[0] ?? '')
    .map((line) => (line.match(word) ?? []).map((part) => part.replace(/^(['"])(.*)\1$/, '$2')))
    .filter(([verb = '', ...rest]) => verb in verbs && verb !== 'add' && !/[<…]/.test(rest.join(' ')))
}
