import { suggest } from '../../text/suggest.ts'

/** The world as a verb sees it; tests hand in their own. */
export interface Terminal {
  /** Prints to stdout: exactly where it goes to a program or a file, harmlessly where a person looks at it. */
  out(text: string): void
  /** The same for text with colours of ours, in which the words of others are `visible` already. */
  show(text: string): void
  err(text: string): void
  /** One line of news for a person, which the next one replaces; the empty text takes it away. */
  status(text: string): void
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** A person sits at stdin and stderr. */
  readonly interactive: boolean
  readonly color: boolean
  /** Width of stdout; absent where it is no terminal. */
  readonly columns?: number
  /** Milliseconds since the command started. */
  elapsed(): number
  /** How this program is started, by absolute paths. */
  program(): readonly [string, ...string[]]
  stdin(): Promise<Uint8Array>
  /** Asks a yes-or-no question; only called when `interactive`. */
  confirm(question: string): Promise<boolean>
}

interface Option {
  readonly type: 'string' | 'boolean'
  readonly short?: string
  readonly multiple?: boolean
  readonly value?: string
  readonly doc: string
}

export type OptionTable = { readonly [name: string]: Option }

export type Values = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>

export interface Verb {
  readonly name: string
  /** Purpose, in one or two sentences. */
  readonly summary: string
  readonly usage: string
  readonly inputs: string
  readonly outputs: string
  readonly examples: readonly string[]
  readonly options: OptionTable
  /** What leaves the machine; most verbs: nothing. */
  readonly network?: string
  run(call: Call): Promise<number>
}

export interface Call {
  readonly positionals: readonly string[]
  readonly values: Values
  readonly terminal: Terminal
}

/** `0` fine, `1` findings or an unanswered ask, `2` usage or trouble, `3` denied by policy, `4` budget too small. */
export const exitCodes = { ok: 0, findings: 1, trouble: 2, denied: 3, budget: 4 } as const

/** Wrong use of the command line; shown with a hint to the help, exit 2. */
export class UsageError extends Error {}

export const commonOptions = {
  json: { type: 'boolean', doc: 'Print one JSON object.' },
  output: { type: 'string', value: 'FILE', doc: 'Write the result to FILE instead of stdout.' },
  help: { type: 'boolean', short: 'h', doc: 'Show this help.' },
} as const satisfies OptionTable

export const rootOptions = {
  root: {
    type: 'string',
    multiple: true,
    value: 'DIR',
    doc: 'A workspace to look into; repeatable. Default: the current folder.',
  },
  packs: { type: 'string', multiple: true, value: 'DIR', doc: 'A bare folder of packs; repeatable.' },
} as const satisfies OptionTable

export const texts = (value: Values[string]): readonly string[] =>
  Array.isArray(value) ? value.map(String) : typeof value === 'string' ? [value] : []

export const text = (value: Values[string]): string | undefined => (typeof value === 'string' ? value : undefined)

export function choice<Word extends string>(
  value: Values[string],
  name: string,
  words: readonly Word[],
): Word | undefined {
  if (value === undefined) return undefined
  const word = words.find((known) => known === value)
  if (word !== undefined) return word
  const near = suggest(String(value), words)
  throw new UsageError(
    `--${name} takes ${words.slice(0, -1).join(', ')} or ${words.at(-1)}, not "${String(value)}".${near ? ` Did you mean "${near}"?` : ''}`,
  )
}

/** `--format`, or `json` by its short form; both at once must agree. */
export function formatIn<Word extends string>(
  values: Values,
  words: readonly (Word | 'json')[],
): Word | 'json' | undefined {
  const format = choice(values['format'], 'format', words)
  if (values['json'] !== true) return format
  if (format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} contradict each other; leave one out.`)
  return 'json'
}

export function wholeNumber(value: Values[string], name: string): number | undefined {
  if (typeof value !== 'string') return undefined
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} takes a whole number, not "${value}".`)
  return Number(value)
}
