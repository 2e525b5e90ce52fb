import { setStatus, type ChangedStatus } from '../../../../app/index.ts'
import { packStatuses } from '../../../../model/tables/vocabulary.ts'
import { concealedDiff, paintDiff } from '../../render/diff-text.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { choice, exitCodes, text, UsageError, type Call, type Verb } from '../../verb.ts'
import { authorPorts, packFolder } from './pack-argument.ts'

export const statusVerb: Verb = {
  name: 'status',
  summary: 'change the status of a pack, and record who, when and why',
  usage: 'status set <pack> <status> --by NAME --note WHY [options]',
  inputs: 'the folder or name of a pack, and draft, ready, needs-review, stale, disputed or archived',
  outputs:
    'the status in KNOWLEDGE.md, and runs/review-<time>.json with who, when and why; exit 1 when the status was ' +
    'refused: a pack with errors cannot be ready, and only a person may archive one',
  examples: [
    'lorefence status set warranty ready --by "Ada Park" --note "compared with the policy of March"',
    'lorefence status set warranty archived --by "Ada Park" --note "replaced by warranty-2027" --by-human',
  ],
  options: {
    by: { type: 'string', value: 'NAME', doc: 'Who decided; recorded.' },
    note: { type: 'string', value: 'WHY', doc: 'Why; recorded.' },
    'by-human': { type: 'boolean', doc: 'A person decided this; needed for archived.' },
    'dry-run': { type: 'boolean', doc: 'Show the difference; write nothing.' },
  },
  async run(call) {
    const { positionals, values, terminal } = call
    const [action, written, status, ...more] = positionals
    if (action !== 'set' || written === undefined || status === undefined || more.length > 0)
      throw new UsageError('status takes "set", a pack and a status.')
    const to = choice(status, 'status', packStatuses) ?? 'draft'
    const [by, note] = [text(values['by'])?.trim(), text(values['note'])?.trim()]
    if (!by || !note) throw new UsageError('status set needs --by NAME and --note WHY; both are recorded.')
    const root = packFolder(written, terminal)
    const dryRun = values['dry-run'] === true
    const changed = setStatus(authorPorts(terminal), root, {
      to,
      by,
      note,
      byHuman: values['by-human'] === true,
      dryRun,
    })
    return report(changed, call)
  },
}

const stillUnreviewed =
  'KNOWLEDGE.md declares "trust: unreviewed", and reads warn about it. ' +
  'If you reviewed the text, change it to user-confirmed, official or external.'

function report(changed: ChangedStatus, { values, terminal }: Call): number {
  const { pack, trust, from, to, before, after, record, refused, diagnostics } = changed
  const ok = refused === undefined
  const dryRun = values['dry-run'] === true
  const diff = dryRun && after ? concealedDiff('KNOWLEDGE.md', before, after) : ''
  if (values['json'] === true)
    printRecord(
      terminal,
      { command: 'status', pack, diagnostics, ok },
      {
        dryRun,
        from: from ?? null,
        to,
        record: record ?? null,
        ...(diff === '' ? {} : { diff }),
        ...(ok ? {} : { refused }),
      },
    )
  else {
    terminal.show(paintDiff(diff, terminal.color))
    if (refused !== undefined) errLine(terminal, `The status stays "${from ?? 'unknown'}". ${refused}`)
    for (const { code, where, message } of diagnostics) errLine(terminal, `  ${code} ${where.file}: ${message}`)
    if (ok && !after) outLine(terminal, `The status is already "${to}".`)
    if (ok && after) outLine(terminal, `${from ?? 'unknown'} → ${to}${dryRun ? ' (not written)' : ''}`)
    if (record !== undefined) errLine(terminal, `Recorded in ${record}`)
    if (to === 'ready' && after && trust === 'unreviewed') terminal.err(`${stillUnreviewed}\n`)
  }
  return ok ? exitCodes.ok : exitCodes.findings
}
