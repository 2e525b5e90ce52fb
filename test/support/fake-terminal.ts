import type { Terminal } from '../../src/serve/cli/verb.ts'

export interface FakeTerminal extends Terminal {
  /** The output so far. */
  readonly stdout: string
  readonly stderr: string
}

export type FakeTerminalOptions = Partial<
  Pick<Terminal, 'cwd' | 'env' | 'interactive' | 'color' | 'columns' | 'elapsed' | 'program'>
> & {
  readonly stdin?: string | Uint8Array
  /** Answers in order; without further answers the answer is no. For `choose`, true means the first word. */
  readonly answers?: readonly (boolean | string)[]
}

/** A terminal that records its output; by default not interactive and without colours. */
export function fakeTerminal(options: FakeTerminalOptions = {}): FakeTerminal {
  const printed = { stdout: '', stderr: '' }
  const { stdin = '', answers = [], ...rest } = options
  const waiting = [...answers]
  return {
    cwd: '/',
    env: {},
    interactive: false,
    color: false,
    elapsed: () => 0,
    program: () => ['/opt/node', '/opt/lorefence/dist/cli.js'],
    ...rest,
    out: (text) => void (printed.stdout += text),
    show: (text) => void (printed.stdout += text),
    status: (text) => void (printed.stderr += `\r${text}`),
    err: (text) => void (printed.stderr += text),
    log: async (text) => void (printed.stderr += text),
    stdin: async () => (typeof stdin === 'string' ? new TextEncoder().encode(stdin) : stdin),
    interrupted: async () => undefined,
    confirm: async () => waiting.shift() === true,
    choose: async (question, words) => {
      printed.stderr += `${question}\n`
      const answer = waiting.shift()
      return answer === true ? words[0] : words.find((word) => word === answer)
    },
    get stdout() {
      return printed.stdout
    },
    get stderr() {
      return printed.stderr
    },
  }
}
