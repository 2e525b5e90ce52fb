import { suggest } from '../../text/messages/suggest.ts'

/** Everything that a verb reads from and writes to; tests pass their own. */
export interface Terminal {
  /** Prints to stdout: unchanged to a pipe or file, with control characters escaped on a terminal. */
  out(text: string): void
  /** The same for text with our colours, in which foreign text is already escaped by `visible`. */
  show(text: string): void
  err(text: string): void
  /** Prints to stderr without waiting for its reader; resolves once it is written. */
  log(text: string): Promise<void>
  /** Shows a status line that the next one replaces; the empty text clears it. */
  status(text: string): void
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** Both stdin and stderr are terminals. */
  readonly interactive: boolean
  readonly color: boolean
  /** Width of stdout; absent if it is not a terminal. */
  readonly columns?: number
  /** Milliseconds since the command started. */
  elapsed(): number
  /** The command that starts this program, with absolute paths. */
  program(): readonly [string, ...string[]]
  stdin(): Promise<Uint8Array>
  /** Resolves when the person or the system ends the program. */
  interrupted(): Promise<void>
  /** Runs this once the verb has ended, however it ended. */
  atEnd?(end: () => Promise<void>): void
  /** Asks a yes-or-no question; only called when `interactive`. */
  confirm(question: string): Promise<boolean>
  /** Asks for one of these words or its first letter; yes means the first word, any other answer `undefined`. */
  choose<Word extends string>(question: string, words: readonly Word[]): Promise<Word | undefined>
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
  readonly summary: string
  readonly usage: string
  readonly inputs: string
  readonly outputs: string
  readonly examples: readonly string[]
  readonly options: OptionTable
  /** Network access; absent for none. */
  readonly network?: string
  /** The verb writes the file of `--output` itself, because it is not what the verb prints. */
  readonly writesOutput?: true
  run(call: Call): Promise<number>
}

export interface Call {
  readonly positionals: readonly string[]
  readonly values: Values
  readonly terminal: Terminal
}

/** `0` success, `1` findings or approval needed, `2` usage error or failure, `3` denied, `4` budget too small. */
export const exitCodes = { ok: 0, findings: 1, trouble: 2, denied: 3, budget: 4 } as const

/** Wrong usage of the command line; exit 2. */
export class UsageError extends Error {
  /** Stable, for scripts. */
  readonly code: 'usage' | 'not-found' | 'ambiguous' | 'other-kind'

  constructor(message: string, code: UsageError['code'] = 'usage') {
    super(message)
    this.code = code
  }
}

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
    doc: 'A workspace to scan; repeatable. Default: the nearest folder with knowledge, from the current one upwards.',
  },
  packs: { type: 'string', multiple: true, value: 'DIR', doc: 'A bare folder of packs; repeatable.' },
  docs: {
    type: 'string',
    multiple: true,
    value: 'DIR',
    doc: 'A folder of plain documents that no manifest declares; repeatable.',
  },
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
  const hint = near ? ` Did you mean "${near}"?` : ''
  throw new UsageError(
    `--${name} takes ${words.slice(0, -1).join(', ')} or ${words.at(-1)}, not "${String(value)}".${hint}`,
  )
}

/** `--format`, or `json` by its short form; both at once must agree. */
export function chosenFormat<Word extends string>(
  values: Values,
  words: readonly (Word | 'json')[],
): Word | 'json' | undefined {
  const format = choice(values['format'], 'format', words)
  if (values['json'] !== true) return format
  if (format !== undefined && format !== 'json')
    throw new UsageError(`--json and --format ${format} contradict each other; remove one.`)
  return 'json'
}

export function wholeNumber(value: Values[string], name: string): number | undefined {
  if (typeof value !== 'string') return undefined
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${name} takes a whole number, not "${value}".`)
  return Number(value)
}

export const actionOption = {
  action: {
    type: 'string',
    value: 'ACTION',
    doc: 'The action: read (default), summarize, modify, share_externally, execute, or one the author declares.',
  },
} as const satisfies OptionTable

export function actionIn({ values }: Pick<Call, 'values'>): string {
  const action = text(values['action']) ?? 'read'
  if (action === '') throw new UsageError('--action takes an action such as summarize.')
  return action
}
