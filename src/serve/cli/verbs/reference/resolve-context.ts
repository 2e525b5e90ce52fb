import { commandsForOmitted, contextRecord } from '../../../../app/index.ts'
import { memoryReceipts } from '../../../../io/memory/memory-receipts.ts'
import { memoryUsage } from '../../../../io/memory/memory-usage.ts'
import type { Ports } from '../../../../model/ports.ts'
import { namedPacks } from '../../named-packs.ts'
import { knowledgeOptions, openForVerb } from '../../open-knowledge.ts'
import { readExitCode } from '../../read-exit-code.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { exitCodes, text, UsageError, wholeNumber, type Verb } from '../../verb.ts'
import { viewOptions } from '../../view-options.ts'

export const resolveContextVerb: Verb = {
  name: 'resolve-context',
  summary: 'select the context of packs for a query and print what was selected, as JSON; no model is called',
  usage: 'resolve-context <pack>… --query "<task>" [options]',
  inputs: 'folders or names of packs, and a query; without packs, those of the current folder or of --root',
  outputs:
    'one object with selected files, source anchors, token estimate, warnings, what is missing and the fenced text; ' +
    'the gates are those of read',
  examples: [
    'lorefence resolve-context .agents/knowledge/harbor-kiosk --query "How long is the warranty?"',
    'lorefence resolve-context harbor-kiosk --query "Which paper fits?" --budget 600',
  ],
  options: {
    ...knowledgeOptions,
    query: { type: 'string', value: 'TASK', doc: 'The task.' },
    task: { type: 'string', value: 'TASK', doc: 'The same as --query.' },
    'dry-run': {
      type: 'boolean',
      doc: 'Print what would be selected, without its text; nothing is recorded or written.',
    },
    budget: { type: 'string', value: 'TOKENS', doc: 'Maximum tokens, envelope included. Default: 2000.' },
  },
  async run(call) {
    const { values, terminal } = call
    const task = text(values['query']) ?? text(values['task']) ?? ''
    if (task.trim() === '')
      throw new UsageError(
        'resolve-context needs a query. ' +
          'Try: lorefence resolve-context harbor-kiosk --query "How long is the warranty?"',
      )
    const named = namedPacks(call.positionals, call)
    const budget = wholeNumber(values['budget'], 'budget')
    const isDry = values['dry-run'] === true
    const opening = { values: named.values, terminal }
    const { knowledge } = await openForVerb(opening, () => (isDry ? unrecorded() : {}))
    const result = await knowledge.read({
      task,
      ...(named.names.length > 0 ? { packs: named.names } : {}),
      ...(budget === undefined ? {} : { budget }),
    })
    const code = readExitCode(result, named.names)
    const ok = code === exitCodes.ok
    const { status, ...record } = contextRecord(knowledge.catalog, result)
    const outcome = {
      kind: 'context-resolution',
      command: 'resolve-context',
      pack: result.inputs.packs[0]?.name,
      diagnostics: result.warnings,
      ok,
    }
    printRecord(terminal, outcome, {
      ...record,
      status: ok ? status : 'failed',
      ...(isDry ? { dry_run: true } : { fenced: result.fenced, receipt: result.receipt.id }),
      omitted: result.omitted,
      commands: commandsForOmitted(knowledge.catalog, result.omitted, {
        cwd: terminal.cwd,
        options: viewOptions(opening),
      }),
    })
    return code
  },
}

/** No text is released, so nothing is recorded. */
const unrecorded = (): Partial<Ports> => ({ receipts: { ...memoryReceipts(), durable: true }, usage: memoryUsage() })
