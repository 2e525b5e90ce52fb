import { openForVerb } from '../../open-knowledge.ts'
import { refusedCode, reportRefusal, unknownNameError } from '../../render/refusal-text.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { reportUnits, unitsText } from '../../render/units-text.ts'
import { chosenFormat, exitCodes, UsageError, wholeNumber, type Call } from '../../verb.ts'

/** Loaded with this: one file instead of two. */
export { openForVerb } from '../../open-knowledge.ts'

const formats = ['text', 'json', 'prompt'] as const

/** `catalog <manifest>`: its units, page by page. */
export async function runUnits(written: string, { values, terminal }: Call): Promise<number> {
  const format = chosenFormat(values, formats) ?? 'text'
  if (values['all'] === true || values['locations'] === true)
    throw new UsageError('--all and --locations apply to the whole list, not to one manifest.')
  const [from, limit, maxTokens] = ['from', 'limit', 'max-tokens'].map((name) => wholeNumber(values[name], name))
  const { knowledge } = await openForVerb({ values, terminal })
  const list = await knowledge.units(written, {
    ...(from === undefined ? {} : { from }),
    ...(limit === undefined ? {} : { limit }),
    ...(maxTokens === undefined ? {} : { maxTokens }),
  })
  if (list.outcome === 'unknown') throw unknownNameError(list, written, knowledge)
  const ok = list.outcome === 'given' && (list.units.length > 0 || list.from > list.total)
  const code = list.outcome === 'refused' ? refusedCode(list.verdict) : ok ? exitCodes.ok : exitCodes.budget
  if (format === 'json') printRecord(terminal, { kind: 'units', command: 'catalog', ok }, list)
  else if (list.outcome === 'refused')
    reportRefusal(list, 'was not listed', { call: { values, terminal }, catalog: knowledge.catalog })
  else {
    terminal.out(format === 'text' ? unitsText(list) : list.fenced === '' ? '' : `${list.fenced}\n`)
    reportUnits(list, terminal)
  }
  return code
}
