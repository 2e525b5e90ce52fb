import type { OpenedKnowledge } from '../../open-knowledge.ts'
import { setTimeout as pause } from 'node:timers/promises'
import { remoteOptions, unlistedServer } from '../../../../app/index.ts'
import { systemFetcher } from '../../../../io/fetch/system-fetcher.ts'
import { memorySessions } from '../../../../io/memory/memory-sessions.ts'
import { newToken, sha256Of } from '../../../../io/secrets.ts'
import { keepHeapSmall } from '../../../../io/v8-flags.ts'
import type { HttpClient } from '../../../../model/documents/config.ts'
import type { Clock } from '../../../../model/ports.ts'
import type * as http from '../../../http/server.ts'
import { listeningFor, listeningOptions, tlsFor } from '../../listening.ts'
import { noToolsReason } from '../../no-tools-reason.ts'
import { reportLaterScans } from '../../opening.ts'
import { knowledgeOptions, openForVerb } from '../../open-knowledge.ts'
import { atStoredRoot, storeOption, workspaceOption } from '../../ports-for.ts'
import { visible } from '../../render/terminal/cells.ts'
import { errLine } from '../../render/terminal/print.ts'
import { exitCodes, UsageError, type Terminal, type Verb } from '../../verb.ts'
import { logLines } from './log-lines.ts'

const defaultPort = 7434
/** Milliseconds that the reader of the log has for its last lines. */
const mostForLog = 1000

export const serveVerb: Verb = {
  name: 'serve',
  summary: 'serve the knowledge of a workspace over HTTP: a JSON API, MCP, health and metrics',
  usage: 'serve [options]',
  inputs:
    'the current folder, or --root and --packs; requests with a credential, ' +
    'or without one for units that are declared public',
  outputs: 'one JSON line per request on stderr, without content; ends with Ctrl-C, once open requests are answered',
  examples: [
    'lorefence serve',
    'lorefence serve --memory',
    'lorefence serve --root ~/work/harbor --no-user --port 8080',
    'lorefence serve --store postgres://lorefence@db.internal/lorefence --workspace harbor',
    'lorefence serve --listen 0.0.0.0 --allow-host knowledge.example.com --tls-cert cert.pem --tls-key key.pem',
  ],
  network:
    'it listens on 127.0.0.1, or on the address of --listen; public keys are fetched from the jwks_uri of your config',
  options: {
    ...knowledgeOptions,
    port: { type: 'string', value: 'PORT', doc: `Port. Default: ${defaultPort}; 0 chooses a free one.` },
    ...listeningOptions,
    ...storeOption,
    ...workspaceOption,
    memory: {
      type: 'boolean',
      doc:
        'Also offer past sessions of this project, to people; "lorefence memory scan" turns them on. ' +
        'Only on this machine, without --listen and --store.',
    },
    'tls-cert': { type: 'string', value: 'FILE', doc: 'Serve HTTPS with this certificate, as PEM.' },
    'tls-key': { type: 'string', value: 'FILE', doc: 'Private key of the certificate, as PEM.' },
  },
  async run(written) {
    const call = atStoredRoot(written)
    const { positionals, terminal, values } = call
    if (positionals.length > 0) throw new UsageError('serve takes no arguments; set a folder with --root or --packs.')
    const { listening, allowedHosts, isRemote } = listeningFor(call, defaultPort)
    if (isRemote && values['memory'] === true)
      throw new UsageError('--memory is for this machine only; remove it, or --listen.')
    const memory = values['memory'] === true ? (await import('../memory.ts')).ownMemoryToolsAt(call) : undefined
    const tls = tlsFor(call)
    keepHeapSmall()
    const loading = import('../../../http/server.ts')
    const { knowledge, requester, config, ports } = await openForVerb(
      call,
      // Servers of one store share sessions; otherwise they end with the server.
      ({ shared }) => (shared ? {} : { sessions: memorySessions() }),
      remoteOptions,
    )
    const { oauth } = config
    const hasClients = config.clients.length > 0 || (ports.keys?.list().length ?? 0) > 0 || oauth !== undefined
    if (isRemote && !hasClients)
      throw new UsageError(
        '--listen needs clients: other machines are served by their credentials only. ' +
          'Add one: lorefence key add <name>',
      )
    const { startServer, ...ways } = await loading
    const tokens = hasClients ? undefined : { agent: newToken(), person: newToken() }
    const log = serverLog(terminal, ports.clock)
    const server = await startServer(
      { ...listening, ...tls },
      {
        knowledge,
        receipts: ports.receipts,
        sessions: ports.sessions,
        ...(ports.shared ? { current: () => ports.shared?.current() ?? Promise.resolve() } : {}),
        clock: ports.clock,
        allowedHosts,
        ...(memory ? { memory } : {}),
        oauth,
        authenticate: authenticationFor({ config, ports, requester }, tokens, ways),
        log: log.add,
      },
    )
    reportLaterScans(knowledge, terminal, (line) => log.add({ level: 'warn', message: line.trimEnd() }))
    const addresses = [`${server.url}/mcp`, ...allowedHosts.map((host) => `https://${host}/mcp`)]
    for (const line of unlistedServer(knowledge.catalog, addresses)) errLine(terminal, `warning: ${line}`)
    const nothing = noToolsReason(knowledge.catalog, call)
    if (nothing !== undefined) terminal.err(`lorefence serve: ${nothing}\n`)
    if (tokens)
      terminal.err(
        'There are no keys and no clients in your config, so these tokens are valid until the server ends.\n' +
          `For agents: Authorization: Bearer ${tokens.agent}\n` +
          `For you, in a browser: ${server.url}/?token=${tokens.person}\n`,
      )
    terminal.err(`Serving ${server.url}; end with Ctrl-C.\n`)
    await terminal.interrupted()
    await server.close()
    await log.end()
    return exitCodes.ok
  },
}

/** Without clients, one token for agents and another for the person: that of an agent must not open what people see. */
function authenticationFor(
  { config, ports, requester }: Pick<OpenedKnowledge, 'config' | 'ports' | 'requester'>,
  tokens: { readonly agent: string; readonly person: string } | undefined,
  { byAny, byKey, byOAuth, byOwnToken, byTable, fetchedKeys }: Omit<typeof http, 'startServer'>,
): ReturnType<typeof http.byAny> {
  const { clients, oauth } = config
  const { keys, clock } = ports
  const clientOf = (secret: string): HttpClient => ({ tokenSha256: sha256Of(secret), requester })
  const fetched = oauth && fetchedKeys(oauth, systemFetcher(config.fetch, ports), clock)
  return byAny([
    ...(tokens ? [byTable([clientOf(tokens.agent)]), byOwnToken(clientOf(tokens.person))] : [byTable(clients)]),
    ...(keys ? [byKey(keys, clock)] : []),
    ...(oauth && fetched ? [byOAuth(oauth, { keys: fetched, clock })] : []),
  ])
}

type LogEntry = Readonly<Record<string, string | number>>

/** JSON lines on stderr; at the end the reader of the log has a moment for the last ones. */
function serverLog(
  terminal: Terminal,
  clock: Clock,
): { readonly add: (entry: LogEntry) => void; readonly end: () => Promise<void> } {
  const lineOf = (entry: LogEntry): string =>
    `${visible(JSON.stringify({ time: clock.now().toISOString(), ...entry }))}\n`
  const lines = logLines(
    (text) => terminal.log(text),
    (count) => lineOf({ level: 'error', message: `${count} lines of this log were dropped: its reader is too slow.` }),
  )
  return {
    add: (entry) => lines.add(lineOf(entry)),
    async end() {
      const waiting = new AbortController()
      const atMost = pause(mostForLog, undefined, waiting).catch(() => undefined)
      await Promise.race([lines.written(), atMost])
      waiting.abort()
    },
  }
}
