import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Environment } from '../stores/state-folder.ts'

export type ServerAnswer =
  | { readonly ok: true; readonly name: string; readonly version: string; readonly tools: readonly string[] }
  | { readonly ok: false; readonly detail: string }

export interface AskServerOptions {
  readonly cwd: string
  readonly env: Environment
  readonly timeout: number
}

const protocolVersion = '2025-06-18'

interface Reply {
  readonly id?: unknown
  readonly error?: { readonly message?: unknown }
  readonly result?: {
    readonly serverInfo?: { readonly name?: unknown; readonly version?: unknown }
    readonly tools?: readonly { readonly name?: unknown }[]
  }
}

/** Starts an MCP server over stdio, lists its tools and stops it. */
export async function askServer(
  [program, ...args]: readonly [string, ...string[]],
  { cwd, env, timeout }: AskServerOptions,
): Promise<ServerAnswer> {
  const child = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'pipe'] })
  const ended = new AbortController()
  try {
    return await new Promise<ServerAnswer>((resolve) => {
      const fail = (detail: string): void => resolve({ ok: false, detail })
      const timer = setTimeout(() => fail(`It did not answer within ${timeout / 1000} seconds.`), timeout)
      ended.signal.addEventListener('abort', () => clearTimeout(timer))
      let stderr = ''
      child.stderr.setEncoding('utf8').on('data', (text: string) => void (stderr = `${stderr}${text}`.slice(-2000)))
      child.stdin.on('error', () => undefined)
      child.on('error', (error: NodeJS.ErrnoException) => fail(startFailure(error)))
      child.on('close', (code) => fail(exitFailure(code, stderr.trim())))
      listTools(child.stdin, child.stdout, resolve)
    })
  } finally {
    ended.abort()
    child.stdin.destroy()
    child.kill()
  }
}

const startFailure = ({ code }: NodeJS.ErrnoException): string =>
  code === 'ENOENT' ? 'The program does not exist.' : `The program cannot be started (${code ?? 'unknown'}).`

function exitFailure(code: number | null, stderr: string): string {
  const lastLine = stderr === '' ? '' : `: ${stderr.split('\n').at(-1)}`
  return `It ended with exit code ${code ?? 'unknown'}${lastLine}.`
}

function listTools(
  input: NodeJS.WritableStream,
  output: NodeJS.ReadableStream,
  resolve: (answer: ServerAnswer) => void,
): void {
  const send = (message: object): void => void input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  let server = { name: '', version: '' }
  createInterface({ input: output }).on('line', (line) => {
    const reply = parseReply(line)
    if (!reply) return resolve({ ok: false, detail: 'It wrote a line that is not JSON-RPC.' })
    if (reply.error) return resolve({ ok: false, detail: `It returned an error: ${String(reply.error.message)}` })
    if (reply.id === 1) {
      server = {
        name: String(reply.result?.serverInfo?.name ?? ''),
        version: String(reply.result?.serverInfo?.version ?? ''),
      }
      send({ method: 'notifications/initialized' })
      send({ id: 2, method: 'tools/list' })
    } else if (reply.id === 2)
      resolve({ ok: true, ...server, tools: (reply.result?.tools ?? []).map(({ name }) => String(name)) })
  })
  send({
    id: 1,
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'lorefence-integrate', version: '1' } },
  })
}

function parseReply(line: string): Reply | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
