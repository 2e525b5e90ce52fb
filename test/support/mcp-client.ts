import { Client, InMemoryTransport, type CallToolResult, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { resolve } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Door } from '../../src/serve/mcp/door.ts'
import { serveMcp } from '../../src/serve/mcp/stdio.ts'

/** Protocol revisions that clients in the field use. */
export const revisions = ['2025-06-18', '2025-11-25', '2026-07-28'] as const
export type Revision = (typeof revisions)[number]

export const speaking = (revision: Revision): ClientOptions =>
  revision === '2026-07-28'
    ? { versionNegotiation: { mode: { pin: revision } } }
    : { supportedProtocolVersions: [revision] }

export function newClient(options: ClientOptions = {}): Client {
  const client = new Client({ name: 'test', version: '1.0.0' }, options)
  onTestFinished(() => client.close())
  return client
}

/** A client of a server in this process. */
export async function connectTo(door: Door, client: Client = newClient()): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  void serveMcp(door, theirs)
  await client.connect(ours)
  return client
}

/** A client of the built program. */
export async function connectToProgram(
  cwd: string,
  env: Readonly<Record<string, string>>,
  { client = newClient(), options = [] }: { readonly client?: Client; readonly options?: readonly string[] } = {},
): Promise<Client> {
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [resolve('dist/cli.js'), 'mcp', '--no-user', ...options],
      cwd,
      env: { ...env },
      stderr: 'ignore',
    }),
  )
  return client
}

/** Calls a tool by its name without the default prefix. */
export async function call(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<CallToolResult> {
  return (await client.callTool({ name: `knowledge_${name}`, arguments: args })) as CallToolResult
}

/** The text blocks of a reply. */
export const textsOf = ({ content }: CallToolResult): readonly string[] =>
  content.flatMap((block) => (block.type === 'text' ? [block.text] : []))

/** The facts for programs beside the text. */
export const factsOf = ({ _meta: meta }: CallToolResult): unknown => meta?.['lorefence/facts']

/** Resolves with the next notification of a kind. */
export function notified(
  client: Client,
  method: 'notifications/tools/list_changed' | 'notifications/resources/list_changed',
): Promise<void> {
  return new Promise((done, fail) => {
    const late = setTimeout(() => fail(new Error(`no ${method}`)), 20_000)
    client.setNotificationHandler(method, () => {
      clearTimeout(late)
      done()
    })
  })
}
