import type { RehydratedContext } from '../../../../app/index.ts'
import { driftLine, reportRepeat } from '../../render/drift-text.ts'
import { errLine } from '../../render/terminal/print.ts'
import { exitCodes, type Verb } from '../../verb.ts'
import { repeatInputs, repeatOptions, repeatReceipt } from './repeat-receipt.ts'

export const rehydrateVerb: Verb = {
  name: 'rehydrate',
  summary:
    'restore the context of a receipt from its recorded places; where files changed, repeat its task and report it',
  usage: 'rehydrate <receipt> [options]',
  inputs: repeatInputs,
  outputs: 'the fenced text on stdout; on stderr whether it is the same, and which files changed',
  examples: ['lorefence rehydrate r-0123456789abcdef', 'lorefence rehydrate r-0123456789abcdef --json'],
  options: repeatOptions,
  async run(call) {
    const { result: context, knowledge } = await repeatReceipt('rehydrate', call, {
      repeat: (knowledge, id, options) => knowledge.rehydrate(id, options),
      isOk: (result) => 'fenced' in result && !isClosed(result),
    })
    const { values, terminal } = call
    const printLine = (line: string): void => errLine(terminal, line)
    if (!('drift' in context)) return reportRepeat(context, knowledge, call)
    for (const drift of context.drift) printLine(driftLine(drift))
    if (!('fenced' in context)) return exitCodes.findings
    if (values['json'] !== true && context.fenced !== '') terminal.out(`${context.fenced}\n`)
    if (context.outcome === 'same' && context.fenced === '') printLine('This receipt released no text.')
    for (const warning of context.warnings) printLine(`warning: ${warning}`)
    printLine(`${context.outcome} · receipt ${context.receipt.id}`)
    return isClosed(context) ? exitCodes.findings : exitCodes.ok
  },
}

/** Its files changed since the grant, so nothing, or only a weak match in other files, is released. */
const isClosed = ({ outcome, fenced, receipt }: Pick<RehydratedContext, 'outcome' | 'fenced' | 'receipt'>): boolean =>
  outcome === 'fresh' && (fenced === '' || receipt.strength === 'withheld')
