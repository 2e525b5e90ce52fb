import type { Activated } from '../../../app/index.ts'
import { namedPacks } from '../named-packs.ts'
import { knowledgeOptions, openForVerb } from '../open-knowledge.ts'
import { refusedCode, reportRefusal, unknownNameError } from '../render/refusal-text.ts'
import { recordText } from '../render/terminal/json.ts'
import { errLine } from '../render/terminal/print.ts'
import { reportUnits } from '../render/units-text.ts'
import { exitCodes, text, UsageError, type Terminal, type Verb } from '../verb.ts'

export const activateVerb: Verb = {
  name: 'activate',
  summary:
    'print the guide of one pack, fenced as data, and list its files; for a manifest its units, for a unit its text',
  usage: 'activate <pack> [options]',
  inputs: 'a pack by name, ref or folder; or the ref of a manifest or unit',
  outputs: 'the fenced text on stdout, the receipt id on stderr; exit 1 when approval is needed, 3 when it is denied',
  examples: [
    'lorefence activate harbor-kiosk',
    'lorefence activate .agents/knowledge/harbor-kiosk --session support-42 --json',
    'lorefence activate manifest:harbor-kiosk',
    'lorefence activate unit:harbor-kiosk/refund-policy',
  ],
  options: {
    ...knowledgeOptions,
    session: {
      type: 'string',
      value: 'ID',
      doc: 'Print the guide of a pack once per session; afterwards only its name and digest.',
    },
    again: { type: 'boolean', doc: 'Print the guide again, even if the session already has it.' },
  },
  async run(call) {
    const { values, terminal } = call
    const [written] = call.positionals
    if (written === undefined || call.positionals.length !== 1)
      throw new UsageError('activate needs one pack. Try "lorefence activate harbor-kiosk".')
    const named = namedPacks(call.positionals, call)
    const session = text(values['session'])
    const { knowledge } = await openForVerb({ values: named.values, terminal })
    const activated = await knowledge.activate(named.names[0] ?? '', {
      ...(session === undefined ? {} : { session }),
      again: values['again'] === true,
    })
    if (activated.outcome === 'unknown') throw unknownNameError(activated, written, knowledge)
    if (values['json']) terminal.out(activatedRecord(activated))
    else if (activated.outcome === 'given') printText(activated, terminal)
    else reportRefusal(activated, 'was not activated', { call, catalog: knowledge.catalog })
    return activated.outcome === 'given' ? exitCodes.ok : refusedCode(activated.verdict)
  },
}

function activatedRecord(activated: Activated): string {
  const { kind, ref, outcome } = activated
  const ok = outcome === 'given'
  return recordText(
    { kind, command: 'activate', pack: kind === 'guide' ? ref.replace(/^pack:/, '') : undefined, ok },
    activated,
  )
}

function printText(given: Extract<Activated, { outcome: 'given' }>, terminal: Terminal): void {
  const printLine = (line: string): void => errLine(terminal, line)
  if (given.fenced !== '') terminal.out(`${given.fenced}\n`)
  if (given.kind === 'units') return reportUnits(given, terminal)
  if (given.kind === 'guide') {
    for (const warning of given.warnings) printLine(`warning: ${warning}`)
    for (const { severity, message, where } of given.findings)
      printLine(`${severity}: ${where.file}:${where.range?.start.line}: ${message}`)
  }
  printLine(`${given.tokens} tokens (${given.tokenizer}) · receipt ${given.receipt.id}`)
}
