import { knowledgeOptions, openForVerb } from '../../open-knowledge.ts'
import { visible } from '../../render/terminal/cells.ts'
import { driftLine, reportRepeat } from '../../render/drift-text.ts'
import { jsonText } from '../../render/terminal/json-text.ts'
import { scriptEnvelope } from '../../render/terminal/script-envelope.ts'
import { exitCodes, text, UsageError, type Verb } from '../../verb.ts'

export const rehydrateVerb: Verb = {
  name: 'rehydrate',
  summary:
    'restore the context of a receipt from its recorded places; where files changed, repeat its task and report it',
  usage: 'rehydrate <receipt> [options]',
  inputs: 'the id of a receipt; the workspace that it was made in',
  outputs: 'the fenced text on stdout; on stderr whether it is the same, and which files changed',
  examples: ['lorefence rehydrate r-0123456789abcdef', 'lorefence rehydrate r-0123456789abcdef --json'],
  options: {
    ...knowledgeOptions,
    task: { type: 'string', value: 'TEXT', doc: 'The task, where the receipt contains only its hash.' },
  },
  async run({ positionals, values, terminal }) {
    const [id] = positionals
    if (id === undefined || positionals.length > 1)
      throw new UsageError('rehydrate needs the id of one receipt. Try "lorefence receipts list".')
    const { knowledge } = await openForVerb({ values, terminal })
    const task = text(values['task'])
    const context = await knowledge.rehydrate(id, task === undefined ? {} : { task })
    const ok = 'fenced' in context
    const printLine = (line: string): void => terminal.err(`${visible(line)}\n`)
    if (values['json'] === true && (ok || context.outcome === 'drifted' || context.outcome === 'refused')) {
      terminal.out(
        jsonText({
          ...scriptEnvelope({ kind: 'rehydrate', command: 'rehydrate', diagnostics: [] }),
          ok,
          status: ok ? 'ok' : 'failed',
          ...context,
        }),
      )
    }
    if (!('drift' in context)) return reportRepeat(context, terminal)
    for (const drift of context.drift) printLine(driftLine(drift))
    if (!('fenced' in context)) return exitCodes.findings
    if (values['json'] !== true && context.fenced !== '') terminal.out(`${context.fenced}\n`)
    for (const warning of context.warnings) printLine(`warning: ${warning}`)
    printLine(`${context.outcome} · receipt ${context.receipt.id}`)
    // Its files changed since the grant, so nothing is released.
    return context.fenced === '' && context.changed.length > 0 ? exitCodes.findings : exitCodes.ok
  },
}
