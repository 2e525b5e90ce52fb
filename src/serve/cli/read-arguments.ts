import { parseArgs } from 'node:util'
import { suggest } from '../../text/messages/suggest.ts'
import { commonOptions, UsageError, type OptionTable, type Values, type Verb } from './verb.ts'

export interface Arguments {
  readonly positionals: readonly string[]
  readonly values: Values
}

/** Splits the words after a verb into positionals and options; a wrong option is a usage error with a hint. */
export function readCommandLine(verb: Verb, words: readonly string[]): Arguments {
  const options: OptionTable = { ...verb.options, ...commonOptions }
  // Node's own strict mode reports errors in sentences that change between versions.
  const { positionals, values, tokens } = parseArgs({
    args: joinDashedValues(words, options),
    options,
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  for (const token of tokens) {
    const mistake = token.kind === 'option' ? mistakeIn(token, options) : undefined
    if (mistake !== undefined) throw new UsageError(`${mistake} Try "lorefence ${verb.name} --help".`)
  }
  return { positionals, values: values as Values }
}

interface WrittenOption {
  readonly name: string
  /** With its dashes, as it was written. */
  readonly rawName: string
  readonly value?: string | undefined
  readonly inlineValue?: boolean | undefined
}

function mistakeIn({ name, rawName, value, inlineValue }: WrittenOption, options: OptionTable): string | undefined {
  const option = Object.hasOwn(options, name) ? options[name] : undefined
  if (!option) {
    const near = suggest(name, Object.keys(options))
    return `unknown option "${rawName}".${near ? ` Did you mean "--${near}"?` : ''}`
  }
  if (option.type === 'boolean')
    return value === undefined ? undefined : `--${name} takes no value, but has "${value}".`
  const isOption = value?.startsWith('-') && !inlineValue
  if (value !== undefined && !isOption) return undefined
  return `--${name} takes ${option.value ?? 'a value'}${isOption ? `, not "${value}"` : ''}.`
}

/** A value may begin with a dash, as a task about a command line does, unless it is an option of the verb. */
function joinDashedValues(words: readonly string[], options: OptionTable): string[] {
  const joined: string[] = []
  for (const word of words) {
    const before = joined.at(-1) ?? ''
    const takesValue = !joined.includes('--') && before.startsWith('--') && options[before.slice(2)]?.type === 'string'
    if (takesValue && word.startsWith('-') && !isOptionOf(options, word))
      joined[joined.length - 1] = `${before}=${word}`
    else joined.push(word)
  }
  return joined
}

function isOptionOf(options: OptionTable, word: string): boolean {
  if (word === '--') return true
  if (word.startsWith('--')) return Object.hasOwn(options, word.slice(2).split('=')[0] ?? '')
  return Object.values(options).some(({ short }) => short !== undefined && word === `-${short}`)
}
