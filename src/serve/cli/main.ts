import { parseArgs } from 'node:util'
import { suggest } from '../../text/suggest.ts'
import { version } from '../../version.ts'
import { overview, verbHelp } from './help.ts'
import { commonOptions, exitCodes, parseArgsOptions, UsageError, type Terminal, type Verb } from './verb.ts'
import { aliases, verbs } from './verbs.ts'

/** Runs one command and returns its exit code; nothing here exits or throws. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await dispatch(argv, terminal)
  } catch (error) {
    if (error instanceof UsageError) {
      terminal.err(`lorefence: ${error.message}\n`)
      return exitCodes.trouble
    }
    terminal.err(`lorefence: ${error instanceof Error ? error.message : String(error)}\n`)
    if (terminal.env['LOREFENCE_DEBUG'] && error instanceof Error) terminal.err(`${error.stack}\n`)
    return exitCodes.trouble
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [first, ...rest] = argv
  if (first === undefined || first === '--help' || first === '-h') return print(terminal, overview())
  if (first === '--version' || first === '-v') return print(terminal, `${version}\n`)
  if (first === 'help') return rest[0] === undefined ? print(terminal, overview()) : print(terminal, verbHelp(await loadVerb(rest[0])))
  const verb = await loadVerb(first)
  const { positionals, values } = readArguments(verb, rest)
  if (values['help']) return print(terminal, verbHelp(verb))
  return verb.run({ positionals, values, terminal })
}

function print(terminal: Terminal, text: string): number {
  terminal.out(text)
  return exitCodes.ok
}

async function loadVerb(name: string): Promise<Verb> {
  const entry = Object.hasOwn(verbs, name) ? verbs[name] : Object.hasOwn(aliases, name) ? aliases[name] : undefined
  if (!entry) {
    const near = suggest(name, [...Object.keys(verbs), ...Object.keys(aliases)])
    throw new UsageError(`there is no verb "${name}".${near ? ` Did you mean "${near}"?` : ''} Try "lorefence --help".`)
  }
  return entry.load()
}

function readArguments(verb: Verb, args: readonly string[]): { positionals: readonly string[]; values: Record<string, never> } {
  const options = { ...verb.options, ...commonOptions }
  try {
    const parsed = parseArgs({ args: [...args], options: parseArgsOptions(options), allowPositionals: true, strict: true })
    return { positionals: parsed.positionals, values: parsed.values as Record<string, never> }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const unknown = /'--?([^' =]+)/.exec(message)?.[1]
    const near = unknown ? suggest(unknown, Object.keys(options)) : undefined
    const first = message.split(/\. |\n/)[0]
    throw new UsageError(`${first}.${near && near !== unknown ? ` Did you mean "--${near}"?` : ''} Try "lorefence ${verb.name} --help".`)
  }
}
