import { reportLaterScans } from '../opening.ts'
import { remoteOptions } from '../../../app/index.ts'
import { memorySessions } from '../../../io/memory/memory-sessions.ts'
import { newToken, sha256Of } from '../../../io/secrets.ts'
import { keepHeapSmall } from '../../../io/v8-flags.ts'
import { listeningFor, listeningOptions } from '../listening.ts'
import { noToolsReason } from '../no-tools-reason.ts'
import { knowledgeOptions, openForVerb } from '../open-knowledge.ts'
import { visible } from '../render/terminal/cells.ts'
import { exitCodes, text, UsageError, type Call, type Verb } from '../verb.ts'
import { viewOptions } from '../view-options.ts'

export const mcpVerb: Verb = {
  name: 'mcp',
  summary:
    'serve the knowledge of a workspace over MCP: to one client on stdin and stdout, or over HTTP on this machine',
  usage: 'mcp [options]',
  inputs: 'the current folder, or --root and --packs; MCP messages on stdin',
  outputs: 'MCP messages on stdout, errors on stderr; ends when the client disconnects or, with --http, with Ctrl-C',
  examples: [
    'lorefence mcp',
    'lorefence mcp --root ~/work/harbor --no-user',
    'lorefence mcp --allow-elicitation',
    'lorefence mcp --memory',
    'lorefence mcp --workspace',
    'lorefence mcp --http --port 7433',
    'lorefence mcp --http --listen 0.0.0.0 --allow-host knowledge.example.com',
  ],
  network: 'with --http it listens on 127.0.0.1, or on the address of --listen; nothing is sent elsewhere',
  options: {
    ...knowledgeOptions,
    'allow-elicitation': {
      type: 'boolean',
      doc:
        'Let the client ask you whether a draft, disputed or archived pack may be used, for one session. ' +
        'Grants and other approvals need a terminal.',
    },
    memory: {
      type: 'boolean',
      doc: 'Also offer the tools for past sessions of this project; "lorefence memory scan" turns them on.',
    },
    workspace: {
      type: 'boolean',
      doc: 'Also offer the search of the files here that "lorefence workspace scan" indexed.',
    },
    http: {
      type: 'boolean',
      doc: 'Serve over HTTP on 127.0.0.1, to the clients of your config; without any, to a token that is printed.',
    },
    ...listeningOptions,
    port: { type: 'string', value: 'PORT', doc: 'Port of --http. Default: 7433; 0 chooses a free one.' },
    'tool-prefix': { type: 'string', value: 'PREFIX', doc: 'Prefix of the name of each tool. Default: knowledge_' },
    structured: {
      type: 'boolean',
      doc:
        'Also return receipt, tokens, refs and counts as structured content. ' +
        'Many clients then show the model only that.',
    },
  },
  async run(call) {
    const { positionals, values, terminal } = call
    if (positionals.length > 0) throw new UsageError('mcp takes no arguments; set a folder with --root or --packs.')
    const toolPrefix = prefixOf(text(values['tool-prefix']))
    keepHeapSmall()
    if (values['http'] === true) return serveOverHttp(call, toolPrefix)
    for (const option of ['port', 'listen', 'allow-host'])
      if (values[option] !== undefined) throw new UsageError(`--${option} needs --http.`)
    const memory = values['memory'] === true ? (await import('./memory.ts')).memoryToolsAt(call) : undefined
    // Loaded while the knowledge is opened.
    const loading = import('../../mcp/stdio.ts')
    const { knowledge } = await openForVerb({ ...call, mayBeMissing: true }, () => ({ sessions: memorySessions() }))
    const { serveMcp } = await loading
    if (terminal.interactive) terminal.err('Waiting for an MCP client on stdin; end with Ctrl-D.\n')
    const nothing = noToolsReason(knowledge.catalog, call)
    if (nothing !== undefined) terminal.err(`lorefence mcp: ${nothing}\n`)
    reportLaterScans(knowledge, terminal, terminal.err)
    await serveMcp({
      knowledge,
      commands: { cwd: terminal.cwd, options: viewOptions(call) },
      mayAskPerson: values['allow-elicitation'] === true,
      structured: values['structured'] === true,
      ...(toolPrefix === undefined ? {} : { toolPrefix }),
      ...(memory ? { memory } : {}),
      ...(values['workspace'] === true
        ? { workspace: (await import('./workspace/sub-commands.ts')).workspaceToolsAt(call, knowledge) }
        : {}),
      onTrouble: (message) => terminal.err(`lorefence mcp: ${visible(message)}\n`),
    })
    return exitCodes.ok
  },
}

const defaultPort = 7433

/** Until it is interrupted. */
async function serveOverHttp(call: Call, toolPrefix: string | undefined): Promise<number> {
  const { values, terminal } = call
  if (values['allow-elicitation'])
    throw new UsageError('--allow-elicitation is for a client of your own, without --http.')
  if (values['memory'])
    throw new UsageError('--memory is for a client of your own, without --http; over HTTP: lorefence serve --memory.')
  if (values['workspace']) throw new UsageError('--workspace is for a client of your own, without --http.')
  const { listening, allowedHosts, isRemote } = listeningFor(call, defaultPort)
  const loading = import('../../mcp/http.ts')
  const { knowledge, requester, config } = await openForVerb(
    { ...call, mayBeMissing: true },
    () => ({ sessions: memorySessions() }),
    remoteOptions,
  )
  if (isRemote && config.clients.length === 0)
    throw new UsageError(
      '--listen needs clients in your config: other machines are served by its table of tokens only.',
    )
  const { serveMcpHttp } = await loading
  const token = newToken()
  const own = { tokenSha256: sha256Of(token), requester }
  const server = await serveMcpHttp(knowledge, {
    listening,
    allowedHosts,
    clients: config.clients.length > 0 ? config.clients : [own],
    structured: values['structured'] === true,
    ...(toolPrefix === undefined ? {} : { toolPrefix }),
    onTrouble: (message) => terminal.err(`lorefence mcp: ${visible(message)}\n`),
  })
  reportLaterScans(knowledge, terminal, terminal.err)
  terminal.err(`Serving ${server.url}; end with Ctrl-C.\n`)
  if (config.clients.length === 0)
    terminal.err(`Your config lists no clients, so this token is valid until then:\nAuthorization: Bearer ${token}\n`)
  await terminal.interrupted()
  await server.close()
  return exitCodes.ok
}

/** Clients accept letters, digits, `_` and `-`, and put the name of the server in front. */
function prefixOf(written: string | undefined): string | undefined {
  if (written === undefined || /^[A-Za-z0-9_-]{0,24}$/.test(written)) return written
  throw new UsageError('--tool-prefix takes at most 24 letters, digits, "_" or "-".')
}
