import { driftLine, reportRepeat } from '../../render/drift-text.ts'
import { errLine } from '../../render/terminal/print.ts'
import { exitCodes, type Verb } from '../../verb.ts'
import { repeatInputs, repeatOptions, repeatReceipt } from './repeat-receipt.ts'

export const replayVerb: Verb = {
  name: 'replay',
  summary: 'repeat the request of a receipt, for you and now: the same bytes, or exactly what changed',
  usage: 'replay <receipt> [options]',
  inputs: repeatInputs,
  outputs:
    'the fenced text on stdout when it is the same byte for byte; otherwise what drifted, and exit 1; ' +
    'exit 3 when it is denied now',
  examples: ['lorefence replay r-0123456789abcdef', 'lorefence replay r-0123456789abcdef --as role=auditor --json'],
  options: repeatOptions,
  async run(call) {
    const {
      id,
      result: replay,
      knowledge,
    } = await repeatReceipt('replay', call, {
      repeat: (knowledge, receipt, options) => knowledge.replay(receipt, options),
      isOk: ({ outcome }) => outcome === 'same',
    })
    const { values, terminal } = call
    if (replay.outcome !== 'same' && replay.outcome !== 'drifted') return reportRepeat(replay, knowledge, call)
    const ok = replay.outcome === 'same'
    if (values['json'] !== true && ok && (replay.fenced ?? '') !== '') terminal.out(`${replay.fenced}\n`)
    for (const drift of replay.drift) errLine(terminal, driftLine(drift))
    errLine(
      terminal,
      ok ? `same bytes as ${id} · receipt ${replay.receipt.id}` : `differs from ${id}; no text is shown`,
    )
    return ok ? exitCodes.ok : exitCodes.findings
  },
}
