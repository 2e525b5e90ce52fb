import { execFile } from 'node:child_process'
import type { RequestListener } from 'node:http'
import { join, resolve } from 'node:path'
import { tempFolder } from './temp-folder.ts'
import { tlsServer } from './tls-server.ts'

const program = resolve('dist/cli.js')

interface Outcome {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * The built program beside a server on this machine that the user's config allows; `tree` returns the workspace for its
 * port.
 */
export async function federationServer(
  answer: RequestListener,
  tree: (port: number) => Readonly<Record<string, string>>,
) {
  const { port, ca } = await tlsServer(answer)
  const home = tempFolder({
    'ca.pem': ca,
    'config/lorefence/lorefence.yaml': `grants: unattended\nfetch: { allow: ["127.0.0.1:${port}"] }\n`,
  })
  const cwd = tempFolder(tree(port))
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    XDG_CONFIG_HOME: join(home, 'config'),
    LOREFENCE_STATE: join(home, 'state'),
    NODE_EXTRA_CA_CERTS: join(home, 'ca.pem'),
  }
  const run = (...args: readonly string[]): Promise<Outcome> =>
    new Promise((done) =>
      execFile(process.execPath, [program, ...args], { cwd, env, maxBuffer: 64 * 1024 * 1024 }, (error, out, err) =>
        done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      ),
    )
  return { run, cwd, port }
}
