import { listClaims, proposeAnswer, type ListedClaim } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { claimStatuses } from '../../../../model/tables/vocabulary.ts'
import { shortened } from '../../../../text/markup/list-line.ts'
import { visible } from '../../render/terminal/cells.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { choice, exitCodes, text, texts, UsageError, type Call, type Verb } from '../../verb.ts'
import { authorPorts, packArgument, packFolder } from './pack-argument.ts'

export const claimsVerb: Verb = {
  name: 'claims',
  summary: 'list the claims of a pack with state and source, or propose a correction',
  usage:
    'claims <pack> [--state STATE] [options]\n' +
    'claims propose <pack> <question> --answer TEXT --source PATH#ANCHOR… [options]',
  inputs: 'the source map, claim records and compiled facts of one pack; for propose also an answer, or "-" for stdin',
  outputs:
    'one line per claim; exit 1 when a source is missing; propose: a new file in sources/proposals/ with status ' +
    'needs-review; exit 1 unless a source exists',
  examples: [
    'lorefence claims warranty',
    'lorefence claims warranty --state disputed',
    'lorefence claims propose warranty "Who pays shipping?" --answer "The customer." --source sources/policy.md#L12',
  ],
  options: {
    state: { type: 'string', value: 'STATE', doc: `Only claims in this state: ${claimStatuses.join(', ')}.` },
    answer: { type: 'string', value: 'TEXT', doc: 'The proposed answer; "-" reads it from stdin.' },
    source: {
      type: 'string',
      multiple: true,
      value: 'PATH#ANCHOR',
      doc: 'A source of the answer in the pack, or a web address; repeatable.',
    },
    claim: { type: 'string', value: 'ID', doc: 'The claim that the answer corrects.' },
    by: { type: 'string', value: 'NAME', doc: 'Who proposes it.' },
    'dry-run': { type: 'boolean', doc: 'Show the proposal; write nothing.' },
  },
  run: async (call) => (call.positionals[0] === 'propose' ? propose(call) : list(call)),
}

function list(call: Call): number {
  const { values, terminal } = call
  const root = packArgument(call, 'claims')
  const state = choice(values['state'], 'state', claimStatuses)
  const { pack, claims } = listClaims(diskFiles, root)
  const shown = state === undefined ? claims : claims.filter(({ status }) => status === state)
  const broken = shown.filter(({ trouble }) => trouble !== undefined)
  if (values['json'] === true) printRecord(terminal, { command: 'claims', pack }, { claims: shown })
  else {
    for (const claim of shown) for (const line of claimLines(claim)) outLine(terminal, line)
    const missing = broken.length > 0 ? `, ${broken.length} without an existing source` : ''
    terminal.err(`${counted(shown.length, 'claim')}${missing}\n`)
  }
  return broken.length > 0 ? exitCodes.findings : exitCodes.ok
}

function claimLines(claim: ListedClaim): readonly string[] {
  const { id, text: statement, status = 'unknown', source, path, line, trouble, updated } = claim
  const place = line === undefined ? path : `${path}:${line}`
  const notes = [source ?? 'no source', id ?? place, ...(updated === undefined ? [] : [updated])].join(' · ')
  const indent = ' '.repeat(16)
  return [
    `${status.padEnd(15)} ${shortened(statement, 100)}`,
    `${indent}${notes}`,
    ...(trouble === undefined ? [] : [`${indent}${trouble}`]),
  ]
}

async function propose({ positionals, values, terminal }: Call): Promise<number> {
  const [, written, question, ...more] = positionals
  const answer = text(values['answer'])
  if (written === undefined || !question?.trim() || more.length > 0 || answer === undefined)
    throw new UsageError('claims propose takes a pack, a question and --answer TEXT.')
  const given = answer === '-' ? new TextDecoder().decode(await terminal.stdin()) : answer
  if (given.trim() === '') throw new UsageError('The answer is empty.')
  const [claim, by] = [text(values['claim']), text(values['by'])]
  const dryRun = values['dry-run'] === true
  const proposed = proposeAnswer(authorPorts(terminal), packFolder(written, terminal), {
    question: question.trim(),
    answer: given,
    sources: texts(values['source']),
    ...(claim === undefined ? {} : { claim }),
    ...(by === undefined ? {} : { by }),
    dryRun,
  })
  const ok = proposed.refused === undefined
  if (values['json'] === true)
    printRecord(terminal, { command: 'claims', pack: proposed.pack, ok }, { dryRun, ...proposed })
  else if (!ok) errLine(terminal, `Nothing was written. ${proposed.refused}`)
  else {
    terminal.out(`${visible(proposed.path ?? '')}: ${dryRun ? 'would be created' : 'created'}\n`)
    if (dryRun) terminal.out(`\n${proposed.text ?? ''}`)
    else terminal.err('It needs review: move what is correct into the documents, then run split or compile again.\n')
  }
  return ok ? exitCodes.ok : exitCodes.findings
}
