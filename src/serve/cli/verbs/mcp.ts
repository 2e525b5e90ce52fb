import { memorySessions } from '../../../io/memory/memory-sessions.ts'
import { keepHeapSmall } from '../../../io/small-heap.ts'
import { noToolsReason } from '../no-tools-reason.ts'
import { openForVerb, knowledgeOptions } from '../open-knowledge.ts'
import { visible } from '../render/terminal/cells.ts'
import { viewOptions } from '../view-options.ts'
import { exitCodes, text, UsageError, type Verb } from '../verb.ts'

export const mcpVerb: Verb = {
  name: 'mcp',
  summary: 'serve the knowledge of a workspace to one MCP client over stdin and stdout, with every gate inside',
  usage: 'mcp [options]',
  inputs: 'the current folder, or --root and --packs; MCP messages on stdin',
  outputs: 'MCP messages on stdout, errors on stderr; ends when the client disconnects',
  examples: ['lorefence mcp', 'lorefence mcp --root ~/work/harbor --no-user', 'lorefence mcp --allow-elicitation'],
  options: {
    ...knowledgeOptions,
    'allow-elicitation': {
      type: 'boolean',
      doc:
        'Let the client ask you whether a draft, disputed or archived pack may be used, for one session. ' +
        'Grants and other approvals need a terminal.',
    },
    'tool-prefix': { type: 'string', value: 'PREFIX', doc: 'In front of the name of each tool. Default: knowledge_' },
    structured: {
      type: 'boolean',
      doc: 'Return receipt, tokens, refs and counts as structured content too. Many clients then show the model only that.',
    },
  },
  async run(call) {
    const { positionals, values, terminal } = call
    if (positionals.length > 0) throw new UsageError('mcp takes no arguments; set a folder with --root or --packs.')
    const toolPrefix = prefixOf(text(values['tool-prefix']))
    keepHeapSmall()
    // Loaded while the knowledge is opened.
    const loading = import('../../mcp/stdio.ts')
    const { knowledge } = await openForVerb(call, { sessions: memorySessions() })
    const { serveMcp } = await loading
    if (terminal.interactive) terminal.err('Waiting for an MCP client on stdin; end with Ctrl-D.\n')
    const nothing = noToolsReason(knowledge.catalog, call)
    if (nothing !== undefined) terminal.err(`lorefence mcp: ${nothing}\n`)
    await serveMcp({
      knowledge,
      commands: { cwd: terminal.cwd, options: viewOptions(call) },
      mayAskPerson: values['allow-elicitation'] === true,
      structured: values['structured'] === true,
      ...(toolPrefix === undefined ? {} : { toolPrefix }),
      onTrouble: (message) => terminal.err(`lorefence mcp: ${visible(message)}\n`),
    })
    return exitCodes.ok
  },
}

/** Clients accept letters, digits, `_` and `-`, and put the name of the server in front. */
function prefixOf(written: string | undefined): string | undefined {
  if (written === undefined || /^[A-Za-z0-9_-]{0,24}$/.test(written)) return written
  throw new UsageError('--tool-prefix takes at most 24 letters, digits, "_" or "-".')
}
