import { resolve } from 'node:path'
import { suggest } from '../../text/messages/suggest.ts'
import { version } from '../../version.ts'
import { overview, verbHelp } from './help.ts'
import { visible } from './render/terminal/cells.ts'
import { jsonText } from './render/terminal/json.ts'
import { readCommandLine } from './read-arguments.ts'
import { exitCodes, text, texts, UsageError, type Call, type Terminal, type Verb } from './verb.ts'
import { aliases, verbs } from './verbs.ts'

/** Runs one command and returns its exit code; nothing here exits or throws. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  const ends: (() => Promise<void>)[] = []
  try {
    return await dispatch(argv, terminal, (end) => void ends.push(end))
  } catch (error) {
    return reportError(error, argv, terminal)
  } finally {
    await Promise.allSettled(ends.map((end) => end()))
  }
}

async function dispatch(
  argv: readonly string[],
  given: Terminal,
  atEnd: NonNullable<Terminal['atEnd']>,
): Promise<number> {
  const [first, ...rest] = argv
  if (first === '--version' || first === '-v') return print(given, `${version}\n`)
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') {
    return print(given, rest[0] === undefined ? overview() : verbHelp(await loadVerb(rest[0])))
  }
  const verb = await loadVerb(first)
  const { positionals, values } = readCommandLine(verb, rest)
  if (values['help']) return print(given, verbHelp(verb))
  const terminal = { ...given, atEnd }
  const output = text(values['output'])
  return output === undefined || output === '-' || verb.writesOutput
    ? verb.run({ positionals, values, terminal })
    : runInto(output, verb, { positionals, values, terminal })
}

function print(terminal: Terminal, text: string): number {
  terminal.out(text)
  return exitCodes.ok
}

/** `--output`: what would go to stdout goes to a file, and only once the verb has ended well. */
async function runInto(output: string, verb: Verb, call: Call): Promise<number> {
  const printed: string[] = []
  const { columns: _columns, ...terminal } = call.terminal
  const out = (text: string): void => void printed.push(text)
  const code = await verb.run({ ...call, terminal: { ...terminal, color: false, out, show: out } })
  const { writeOutputFile } = await import('../../io/disk/replace-file.ts')
  const written = writeOutputFile(resolve(terminal.cwd, output), new TextEncoder().encode(printed.join('')), {
    foreign: foreignFolders(call),
  })
  if (!written.ok) throw new UsageError(`"${output}" was not written. ${written.detail}`)
  return code
}

/** What a verb looks at may have been filled by others. */
function foreignFolders({ positionals, values, terminal: { cwd } }: Call): readonly string[] {
  return [cwd, ...positionals, ...texts(values['root']), ...texts(values['packs'])].map((path) => resolve(cwd, path))
}

async function loadVerb(name: string): Promise<Verb> {
  const known = { ...aliases, ...verbs }
  const entry = Object.hasOwn(known, name) ? known[name] : undefined
  if (entry) return entry.load()
  throw new UsageError(`unknown verb "${name}".${hintFor(name, Object.keys(known))} Try "lorefence --help".`)
}

function hintFor(name: string, known: readonly string[]): string {
  const near = suggest(name, known)
  if (near) return ` Did you mean "${near}"?`
  return /[./\\]/.test(name) ? ` To validate a file or folder: lorefence validate ${name}` : ''
}

/** A sentence for the person and, with `--json`, an object for the script. */
function reportError(error: unknown, argv: readonly string[], terminal: Terminal): number {
  const message = error instanceof Error ? error.message : String(error)
  terminal.err(`lorefence: ${visible(message)}\n`)
  if (!(error instanceof UsageError) && error instanceof Error && terminal.env['LOREFENCE_DEBUG'])
    terminal.err(`${error.stack}\n`)
  if (wantsJson(argv)) {
    const code = error instanceof UsageError ? error.code : 'failure'
    const findings = [{ severity: 'error', path: '', message, code }]
    terminal.out(
      jsonText({
        schemaVersion: 1,
        kind: 'error',
        ok: false,
        status: 'error',
        command: argv[0],
        pack: null,
        code,
        findings,
      }),
    )
  }
  return exitCodes.trouble
}

function wantsJson(argv: readonly string[]): boolean {
  return argv.some(
    (word, i) => word === '--json' || word === '--format=json' || (word === '--format' && argv[i + 1] === 'json'),
  )
}
