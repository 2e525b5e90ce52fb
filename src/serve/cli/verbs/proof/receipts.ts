import {
  findReceipt,
  listReceipts,
  verifyReceipts,
  type Receipt,
  type VerifiedReceipts,
} from '../../../../app/index.ts'
import type { Receipts } from '../../../../model/ports.ts'
import { ownPorts } from '../../opening.ts'
import { visible } from '../../render/terminal/cells.ts'
import { jsonText, recordText } from '../../render/terminal/json.ts'
import { errLine, printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, text, UsageError, wholeNumber, type Call, type Verb } from '../../verb.ts'

type Action = (receipts: Receipts, call: Call) => Promise<number>

export const receiptsVerb: Verb = {
  name: 'receipts',
  summary: 'verify, list, show or export the receipts of released text',
  usage: 'receipts verify|list|show <id>|export [options]',
  inputs: 'the receipts in your state folder, or in the store of your config',
  outputs:
    'verify: exit 1 when a segment fails, with segment and line; list: one line each; show: one receipt as JSON; ' +
    'export: all of them as JSON lines',
  examples: [
    'lorefence receipts verify',
    'lorefence receipts list --limit 10',
    'lorefence receipts show r-0123456789abcdef',
    'lorefence receipts export --output receipts.jsonl',
  ],
  options: {
    limit: { type: 'string', value: 'NUMBER', doc: 'List or export only the newest ones.' },
    session: { type: 'string', value: 'ID', doc: 'List or export only the receipts of this session.' },
  },
  async run(call) {
    const [name = ''] = call.positionals
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined
    if (!action)
      throw new UsageError(`receipts takes verify, list, show or export${name === '' ? '' : `, not "${name}"`}.`)
    if (call.positionals.length > (name === 'show' ? 2 : 1))
      throw new UsageError(`receipts ${name} takes no more arguments.`)
    return action((await ownPorts(call)).receipts, call)
  },
}

const actions: Readonly<Record<string, Action>> = { verify, list, show, export: exportAll }

const outcome = { command: 'receipts' }

async function verify(receipts: Receipts, { values, terminal }: Call): Promise<number> {
  const verified = await verifyReceipts(receipts)
  terminal.out(values['json'] === true ? recordText({ ...outcome, ok: verified.ok }, verified) : verifiedText(verified))
  return verified.ok ? exitCodes.ok : exitCodes.findings
}

async function chosen(receipts: Receipts, { values, terminal }: Call): Promise<readonly Receipt[]> {
  const session = text(values['session'])
  const { receipts: all, damaged } = await listReceipts(receipts, session === undefined ? {} : { session })
  for (const { segment, line } of damaged)
    errLine(terminal, `warning: ${segment}:${line} is not a record. Run "lorefence receipts verify" for details.`)
  const limit = wholeNumber(values['limit'], 'limit')
  return limit === undefined ? all : all.slice(Math.max(0, all.length - limit))
}

async function list(receipts: Receipts, call: Call): Promise<number> {
  const found = await chosen(receipts, call)
  if (call.values['json'] === true) printRecord(call.terminal, outcome, { receipts: found.map(summaryOf) })
  else if (found.length === 0) call.terminal.err('There are no receipts.\n')
  else call.terminal.out(found.map((receipt) => `${receiptLine(receipt)}\n`).join(''))
  return exitCodes.ok
}

async function show(receipts: Receipts, { positionals, values, terminal }: Call): Promise<number> {
  const [, id] = positionals
  if (id === undefined) throw new UsageError('receipts show needs the id of a receipt. Try "lorefence receipts list".')
  const receipt = await findReceipt(receipts, id)
  if (!receipt) throw new UsageError(`the receipt "${id}" was not found. Try "lorefence receipts list".`)
  terminal.out(values['json'] === true ? recordText(outcome, { receipt }) : jsonText(receipt))
  return exitCodes.ok
}

/** One line each, as stored, so that another tool can check them. */
async function exportAll(receipts: Receipts, call: Call): Promise<number> {
  const found = await chosen(receipts, call)
  if (call.values['json'] === true) printRecord(call.terminal, outcome, { receipts: found })
  else call.terminal.out(found.map((receipt) => `${JSON.stringify(receipt)}\n`).join(''))
  return exitCodes.ok
}

/** The fields of a receipt in a list; `show` has all of them. */
function summaryOf({
  id,
  time,
  kind,
  task,
  taskHash,
  spans,
  client,
  refused,
  named,
  fencedDigest,
  replayOf,
  proof,
  link,
}: Receipt): object {
  const refs = [...new Set(spans.map(({ ref }) => ref))]
  return {
    id,
    time,
    kind: kind ?? 'answer',
    task,
    ...(taskHash === undefined ? {} : { taskHash }),
    refs,
    spans: spans.length,
    ...(client === undefined ? {} : { client }),
    ...(refused ? { refused, named } : {}),
    fencedDigest,
    ...(replayOf === undefined ? {} : { replayOf }),
    proof,
    link,
  }
}

function receiptLine({ id, time, kind, task, taskHash, spans, refused, named = [] }: Receipt): string {
  const refs = [...new Set(spans.map(({ ref }) => ref))]
  const asked = kind === undefined ? (taskHash === undefined ? `"${task}"` : '(task stored as a hash)') : kind
  const nothing = refused ? `refused ${listed(named)}` : 'nothing released'
  return visible(`${id}  ${time}  ${asked}  ${refs.length > 0 ? listed(refs) : nothing}`)
}

const mostRefs = 8

/** A catalog may list hundreds. */
const listed = (refs: readonly string[]): string =>
  refs.length <= mostRefs ? refs.join(', ') : `${refs.slice(0, mostRefs).join(', ')} and ${refs.length - mostRefs} more`

function verifiedText({ ok, segments, records, failures }: VerifiedReceipts): string {
  const lines = failures.map(({ segment, line, problem, message }) =>
    visible(`${segment}${line === undefined ? '' : `:${line}`} ${problem}: ${message}`),
  )
  const unfinished = segments.filter((segment) => segment.unfinished).length
  const half = unfinished > 0 ? ` ${counted(unfinished, 'incomplete last line')}, never acknowledged.` : ''
  return [
    ...lines,
    `${ok ? 'ok' : 'FAILED'}: ${counted(records, 'receipt')} in ${counted(segments.length, 'segment')}.${half}`,
    '',
  ].join('\n')
}
