import { describe, expect, test } from 'vitest'
import { mcpHandler, type McpHandlerOptions } from '../../../src/mcp.ts'
import { doorWorld } from '../../support/door-world.ts'

const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
})

type Answer = (
  headers: Readonly<Record<string, string>>,
  url?: string,
) => Promise<{ readonly status: number; readonly text: string }>

/** A handler as an operator has it, and what it says to a request with these headers. */
async function handling(
  options: Pick<McpHandlerOptions, 'allowedHosts' | 'allowedOrigins' | 'onTrouble'> = {},
): Promise<Answer> {
  const { cwd, ports } = doorWorld()
  const handler = await mcpHandler({ roots: [cwd], ports, ...options })
  return async (headers, url = 'http://localhost:3000/mcp') => {
    const response = await handler.fetch(
      new Request(url, {
        method: 'POST',
        body: initialize,
        headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      }),
    )
    return { status: response.status, text: await response.text() }
  }
}

describe('the Host of a request', () => {
  test.each([
    'localhost',
    'localhost:3000',
    'LocalHost:65535',
    'localhost.',
    'localhost.:8080',
    '127.0.0.1',
    '127.0.0.1:80',
    '[::1]',
    '[::1]:3000',
    '[0:0:0:0:0:0:0:1]:3000',
  ])('%s is served', async (host) => {
    expect((await (await handling())({ host })).status).toBe(200)
  })

  test.each([
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'evil.localhost',
    'notlocalhost',
    '127.0.0.1.nip.io',
    '127.0.0.2',
    '10.0.0.7',
    '0.0.0.0',
    'evil.example@localhost',
    'localhost@evil.example',
    'localhost:80@evil.example',
    'localhost/evil.example',
    'localhost#.evil.example',
    'localhost?.evil.example',
    'localhost\\evil.example',
    'localhost, evil.example',
    'localhost evil.example',
    'localhost..',
    '.localhost',
    'localhost:',
    'localhost:http',
    'localhost:123456',
    'http://localhost',
    '*',
    'null',
    '2130706433',
    '0x7f000001',
    '127.1',
    '017700000001',
    '[::ffff:127.0.0.1]',
    '[::2]',
    '[::1',
    '::1',
    '[::1%25lo]',
    '[localhost]',
    'loc%61lhost',
    'xn--localhost-',
  ])('%s is refused', async (host) => {
    const { status, text } = await (await handling())({ host })
    expect([status, JSON.parse(text)]).toEqual([
      403,
      {
        jsonrpc: '2.0',
        error: { code: -32000, message: 'This Host is not accepted. The operator can add it to allowedHosts.' },
        id: null,
      },
    ])
  })

  test('that no header names is the one of the address', async () => {
    const answer = await handling()
    expect([
      (await answer({}, 'http://[::1]:3000/mcp')).status,
      (await answer({}, 'http://rebound.example/mcp')).status,
    ]).toEqual([200, 403])
  })

  test('is one that the operator lists, on any port, in any case', async () => {
    const answer = await handling({ allowedHosts: ['Knowledge.example.com', '[2001:db8::7]'] })
    const statusOf = async (host: string): Promise<number> => (await answer({ host })).status
    expect(
      await Promise.all(
        ['knowledge.example.com', 'KNOWLEDGE.example.com.:8443', '[2001:DB8:0::7]:443', 'localhost'].map(statusOf),
      ),
    ).toEqual([200, 200, 200, 200])
    expect(
      await Promise.all(
        ['example.com', 'a.knowledge.example.com', 'knowledge.example.com.evil.example', '[2001:db8::8]'].map(statusOf),
      ),
    ).toEqual([403, 403, 403, 403])
  })
})

describe('the Origin of a request', () => {
  test('need not be there: programs send none', async () => {
    expect((await (await handling())({})).status).toBe(200)
  })

  test.each([
    'http://localhost',
    'https://localhost:5173',
    'HTTP://LOCALHOST:1',
    'http://127.0.0.1:8080',
    'http://[::1]:8080',
    'http://localhost.:80',
  ])('%s is served', async (origin) => {
    expect((await (await handling())({ origin })).status).toBe(200)
  })

  test.each([
    'null',
    '',
    'https://evil.example',
    'https://localhost.evil.example',
    'http://localhost@evil.example',
    'http://evil.example@localhost',
    'http://user:localhost@evil.example',
    'http://localhost/',
    'http://localhost/path',
    'http://localhost#evil',
    'http://127.1',
    'http://2130706433',
    'file://',
    'file:///tmp/page.html',
    'chrome-extension://localhost',
    'ftp://localhost',
    'localhost',
    '//localhost',
    'http://localhost, https://evil.example',
    'data:text/html,x',
  ])('%j is refused', async (origin) => {
    const { status, text } = await (await handling())({ origin })
    expect([status, JSON.parse(text)]).toEqual([
      403,
      {
        jsonrpc: '2.0',
        error: { code: -32000, message: 'This Origin is not accepted. The operator can add it to allowedOrigins.' },
        id: null,
      },
    ])
  })

  test('is one that the operator lists, with its scheme and port', async () => {
    const answer = await handling({
      allowedOrigins: ['https://App.example.com', 'http://app.example.com:8080', 'vscode-webview://abc123'],
    })
    const statusOf = async (origin: string): Promise<number> => (await answer({ origin })).status
    expect(
      await Promise.all(
        [
          'https://app.example.com',
          'https://app.example.com:443',
          'http://app.example.com:8080',
          'vscode-webview://abc123',
        ].map(statusOf),
      ),
    ).toEqual([200, 200, 200, 200])
    expect(
      await Promise.all(
        [
          'http://app.example.com',
          'https://app.example.com:8443',
          'https://app.example.com.',
          'https://a.app.example.com',
          'vscode-webview://abc124',
        ].map(statusOf),
      ),
    ).toEqual([403, 403, 403, 403, 403])
  })
})

test('a page that rebinds its own name to this machine is refused, whatever it sends', async () => {
  const answer = await handling()
  for (const origin of ['http://evil.example:3000', 'http://localhost:3000', undefined])
    expect((await answer({ host: 'evil.example:3000', ...(origin === undefined ? {} : { origin }) })).status).toBe(403)
  // With the right Host, the page's own origin gives it away.
  expect((await answer({ host: 'localhost:3000', origin: 'http://evil.example:3000' })).status).toBe(403)
})

test('the operator is told what was refused, on one line', async () => {
  const heard: string[] = []
  const answer = await handling({ onTrouble: (message) => void heard.push(message) })
  await answer({ host: `evil.example\u009b31m"${'x'.repeat(300)}` })
  expect(heard).toEqual([`A request was refused: Host "evil.example?31m\\"${'x'.repeat(183)}" is not in allowedHosts.`])
})

test.each([
  { allowedHosts: ['https://example.com'] },
  { allowedHosts: ['example.com:443'] },
  { allowedHosts: [''] },
  { allowedHosts: ['*'] },
  { allowedOrigins: ['example.com'] },
  { allowedOrigins: ['null'] },
  { allowedOrigins: ['https://example.com/'] },
])('a list that could never match is said at once: %j', async (options) => {
  const { cwd, ports } = doorWorld()
  await expect(mcpHandler({ roots: [cwd], ports, ...options })).rejects.toThrow(
    /^allowed(?:Hosts|Origins) holds ".*", which is not an? /,
  )
})
