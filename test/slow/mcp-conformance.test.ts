import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { serveHttp } from '../../src/io/http-server.ts'
import { newToken, sha256Of } from '../../src/io/secrets.ts'
import { handlerFor } from '../../src/serve/mcp/handler.ts'
import { clientOf } from '../../src/serve/mcp/tokens.ts'
import { doorWorld } from '../support/door-world.ts'
import { unmet } from './conformance/unmet.ts'

const packages = resolve('test/slow/conformance/node_modules')

interface Outcome {
  readonly scenario: string
  readonly failed: number
}

/** Runs the suite against a server and returns its summary. */
function outcomesOf(suite: string, url: string, options: readonly string[]): Promise<readonly Outcome[]> {
  const program = resolve(packages, suite, 'dist/index.js')
  return new Promise((done) => {
    execFile(
      resolve(packages, 'node/bin/node'),
      [program, 'server', '--url', url, ...options],
      { timeout: 540_000, maxBuffer: 50_000_000 },
      (_, stdout) => {
        const lines = stdout
          .slice(stdout.indexOf('=== SUMMARY ==='))
          .matchAll(/^[✓✗] (\S+): \d+ passed, (\d+) failed/gm)
        done([...lines].map(([, scenario = '', failed]) => ({ scenario, failed: Number(failed) })))
      },
    )
  })
}

/** The suite sends no token, so it is added on the way. */
async function serve(): Promise<string> {
  const token = newToken()
  const clients = [{ tokenSha256: sha256Of(token), requester: {} }]
  const handler = handlerFor(await doorWorld().open(), {
    requesterOf: (request) => clientOf(request, clients)?.requester,
  })
  const fetch = (request: Request): Promise<Response> => {
    const headers = new Headers(request.headers)
    headers.set('authorization', `Bearer ${token}`)
    const { url, method, body, signal } = request
    return handler.fetch(new Request(url, { method, headers, body, signal, duplex: 'half' }))
  }
  const server = await serveHttp(fetch, { port: 0 })
  onTestFinished(() => server.close())
  return `http://127.0.0.1:${server.port}/mcp`
}

// Installed by .ci/run, or with: npm ci --prefix test/slow/conformance
describe.skipIf(!existsSync(packages))('the conformance suite of MCP', () => {
  test.each([
    ['conformance-0.1', [], 30],
    ['conformance-0.2', ['--requirements', '2025-11-25'], 33],
    ['conformance-0.2', ['--requirements', '2026-07-28'], 50],
  ])('%s %j passes but for what needs a server of its own', async (suite, options, scenarios) => {
    const outcomes = await outcomesOf(suite, await serve(), options)
    expect(outcomes).toHaveLength(scenarios)
    const failing = outcomes.filter(({ failed }) => failed > 0).map(({ scenario }) => scenario)
    expect(failing.filter((scenario) => unmet[scenario] === undefined)).toEqual([])
    const passing = outcomes.filter(({ failed }) => failed === 0).map(({ scenario }) => scenario)
    expect(passing.filter((scenario) => unmet[scenario] !== undefined)).toEqual([])
  })
})
