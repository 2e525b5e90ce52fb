import { fstatSync, realpathSync, statSync, write as writeFile } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { startStopwatch } from '../../io/process/stopwatch.ts'
import { writeAll } from '../../io/process/write-all.ts'
import { limits } from '../../model/limits.ts'
import { terminalSafe, terminalSafeColored } from './render/terminal/terminal-safe.ts'
import type { Terminal } from './verb.ts'

type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>

/** The real terminal. Writes are synchronous so that nothing is lost when the process ends. */
export function processTerminal(streams: Streams & Pick<NodeJS.Process, 'env'> = process, write = writeAll): Terminal {
  const { env } = streams
  const isTerminal = (name: keyof Streams): boolean => isTerminalStream(streams, name)
  /** Messages are dropped when stderr is closed: stdout must not fail because of them. */
  const report = (text: string): void => {
    try {
      write(2, text)
    } catch {
      // stderr is closed or full.
    }
  }
  const ask = async (question: string): Promise<string> => {
    const lines = createInterface({ input: streams.stdin, output: streams.stderr })
    const answer = await lines.question(terminalSafe(question))
    lines.close()
    return answer.trim()
  }
  return {
    out: (text) => write(1, isTerminal('stdout') ? terminalSafe(text) : text),
    show: (text) => write(1, isTerminal('stdout') ? terminalSafeColored(text) : text),
    err: (text) => report(isTerminal('stderr') ? terminalSafe(text) : text),
    log: (text) => writeInBackground(2, isTerminal('stderr') ? terminalSafe(text) : text),
    status: (text) => report(`\r\u001b[K${terminalSafe(text)}`),
    cwd: process.cwd(),
    env,
    get interactive() {
      return isTerminal('stdin') && isTerminal('stderr')
    },
    get color() {
      return wantsColor(env, isTerminal('stdout'))
    },
    ...(isTerminal('stdout') ? { columns: streams.stdout.columns } : {}),
    elapsed: startStopwatch(),
    interrupted: () =>
      new Promise((done) => {
        process.once('SIGINT', () => done())
        process.once('SIGTERM', () => done())
      }),
    program: () => [process.execPath, realpathSync(process.argv[1] ?? '')],
    async stdin() {
      if (isTerminal('stdin')) report('Reading from the keyboard; end with Ctrl-D.\n')
      return readStdin()
    },
    confirm: async (question) => isYes(await ask(`${question} [y/N] `)),
    choose: async (question, words) => chosenWord(await ask(`${question} [${words.join('/')}/N] `), words),
  }
}

const descriptors = { stdin: 0, stdout: 1, stderr: 2 } as const

/** Pipes, files and /dev/null are none, which their descriptors tell: Node opens a stream when it is first named, and loads sockets for a pipe. */
function isTerminalStream(streams: Streams, name: keyof Streams): boolean {
  return (streams !== process || mayBeTerminal(descriptors[name])) && streams[name].isTTY === true
}

function mayBeTerminal(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    return stats.isCharacterDevice() && stats.rdev !== statSync('/dev/null').rdev
  } catch {
    return true
  }
}

const isYes = (answer: string): boolean => /^y(es)?$/i.test(answer)

/** A plain yes is the first word, which grants least. */
export function chosenWord<Word extends string>(answer: string, words: readonly Word[]): Word | undefined {
  if (isYes(answer)) return words[0]
  const written = answer.toLowerCase()
  return words.find((word) => written === word || written === word[0])
}

/** NO_COLOR has precedence; FORCE_COLOR is for build logs that show colours. */
export function wantsColor(env: Terminal['env'], isTerminal: boolean): boolean {
  if (env['NO_COLOR'] || env['TERM'] === 'dumb') return false
  const forced = env['FORCE_COLOR']
  return isTerminal || (forced !== undefined && forced !== '' && forced !== '0')
}

/** Resolves once it is written, or cannot be: the reader is gone, or the disk is full. */
function writeInBackground(descriptor: number, text: string): Promise<void> {
  const bytes = Buffer.from(text, 'utf8')
  return new Promise((done) => {
    const from = (start: number): void =>
      writeFile(descriptor, bytes, start, (error, written) => {
        // The program may end meanwhile.
        if (error?.code === 'EAGAIN') setTimeout(() => from(start), 20).unref()
        else if (error || start + written >= bytes.length) done()
        else from(start + written)
      })
    from(0)
  })
}

/** Stops just past the limit, so that a parser can report the size. */
async function readStdin(): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of process.stdin) {
    chunks.push(chunk as Uint8Array)
    size += (chunk as Uint8Array).length
    if (size > limits.contentBytes) break
  }
  return Buffer.concat(chunks)
}
