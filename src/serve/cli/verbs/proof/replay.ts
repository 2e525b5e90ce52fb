import { knowledgeOptions, openForVerb } from '../../open-knowledge.ts'
import { visible } from '../../render/terminal/cells.ts'
import { driftLine, reportRepeat } from '../../render/drift-text.ts'
import { jsonText } from '../../render/terminal/json-text.ts'
import { scriptEnvelope } from '../../render/terminal/script-envelope.ts'
import { exitCodes, text, UsageError, type Verb } from '../../verb.ts'

export const replayVerb: Verb = {
  name: 'replay',
  summary: 'repeat the request of a receipt, for you and now: the same bytes, or exactly what changed',
  usage: 'replay <receipt> [options]',
  inputs: 'the id of a receipt; the workspace that it was made in',
  outputs:
    'the fenced text on stdout when it is the same to the byte; else what drifted, and exit 1; exit 3 when it is denied now',
  examples: ['lorefence replay r-0123456789abcdef', 'lorefence replay r-0123456789abcdef --as role=auditor --json'],
  options: {
    ...knowledgeOptions,
    task: { type: 'string', value: 'TEXT', doc: 'The task, where the receipt contains only its hash.' },
  },
  async run({ positionals, values, terminal }) {
    const [id] = positionals
    if (id === undefined || positionals.length > 1)
      throw new UsageError('replay needs the id of one receipt. Try "lorefence receipts list".')
    const { knowledge } = await openForVerb({ values, terminal })
    const task = text(values['task'])
    const replay = await knowledge.replay(id, task === undefined ? {} : { task })
    const ok = replay.outcome === 'same'
    const isShown = ok || replay.outcome === 'drifted' || replay.outcome === 'refused'
    if (values['json'] === true && isShown)
      terminal.out(
        jsonText({
          ...scriptEnvelope({ kind: 'replay', command: 'replay', diagnostics: [] }),
          ok,
          status: ok ? 'ok' : 'failed',
          ...replay,
        }),
      )
    if (replay.outcome !== 'same' && replay.outcome !== 'drifted') return reportRepeat(replay, terminal)
    if (values['json'] !== true && ok && replay.fenced !== undefined) terminal.out(`${replay.fenced}\n`)
    for (const drift of replay.drift) terminal.err(`${visible(driftLine(drift))}\n`)
    terminal.err(
      `${visible(ok ? `same bytes as ${id} · receipt ${replay.receipt.id}` : `differs from ${id}; no text is shown`)}\n`,
    )
    return ok ? exitCodes.ok : exitCodes.findings
  },
}
