import type { Knowledge, RepeatOptions } from '../../../../app/index.ts'
import { knowledgeOptions, openForVerb } from '../../open-knowledge.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { text, UsageError, type Call, type OptionTable } from '../../verb.ts'

export const repeatInputs = 'the id of a receipt; the workspace that it was made in'

export const repeatOptions = {
  ...knowledgeOptions,
  task: { type: 'string', value: 'TEXT', doc: 'The task, where the receipt contains only its hash.' },
} as const satisfies OptionTable

interface Repetition<Result> {
  repeat(knowledge: Knowledge, id: string, options: RepeatOptions): Promise<Result>
  isOk(result: Result): boolean
}

/** Repeats the receipt that a verb names, and prints the result with --json if it is one. */
export async function repeatReceipt<Result extends { readonly outcome: string }>(
  verb: 'replay' | 'rehydrate',
  { positionals, values, terminal }: Pick<Call, 'positionals' | 'values' | 'terminal'>,
  { repeat, isOk }: Repetition<Result>,
): Promise<{ readonly id: string; readonly result: Result; readonly knowledge: Knowledge }> {
  const [id] = positionals
  if (id === undefined || positionals.length > 1)
    throw new UsageError(`${verb} needs the id of one receipt. Try "lorefence receipts list".`)
  const { knowledge } = await openForVerb({ values, terminal })
  const task = text(values['task'])
  const result = await repeat(knowledge, id, task === undefined ? {} : { task })
  const ok = isOk(result)
  // A request that cannot be repeated at all is a usage error, which is reported in another form.
  const isImpossible = ['unknown', 'damaged', 'task-needed'].includes(result.outcome)
  if (values['json'] === true && !isImpossible) printRecord(terminal, { command: verb, ok }, result)
  return { id, result, knowledge }
}
