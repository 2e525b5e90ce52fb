import type { ReleasedUnits } from '../../../app/index.ts'
import { shellWord } from '../../../text/messages/show-value.ts'
import type { Terminal } from '../verb.ts'
import { visible, widthOf } from './terminal/cells.ts'
import { errLine } from './terminal/print.ts'

/** One line for each unit: its ref, intent and remark. */
export function unitsText({ units }: ReleasedUnits): string {
  const width = Math.max(0, ...units.map(({ ref }) => widthOf(visible(ref))))
  return units
    .map(({ ref, intent, remark }) => {
      const name = visible(ref)
      const padded = name + ' '.repeat(width - widthOf(name))
      const parts = [padded, visible(intent ?? ''), remark === undefined ? '' : `(${remark})`]
      return `${parts.filter((part) => part !== '').join('  ')}\n`
    })
    .join('')
}

/** What to do next, and the receipt, for stderr. */
export function reportUnits(
  { ref, units, from, total, next, tokens, tokenizer, receipt }: ReleasedUnits,
  terminal: Terminal,
): void {
  const printLine = (line: string): void => errLine(terminal, line)
  if (!receipt)
    return printLine(
      total === 0
        ? `${ref} has no unit that may be used now.`
        : from > total
          ? `${ref} has ${total} units, none from ${from} on.`
          : 'No unit fits these tokens.',
    )
  printLine(`${units.length} of ${total} units. To read from them: lorefence read "<task>" --pack ${shellWord(ref)}`)
  if (next !== undefined) printLine(`More: lorefence catalog ${shellWord(ref)} --from ${next}`)
  printLine(`${tokens} tokens (${tokenizer}) · receipt ${receipt.id}`)
}
