import { resolve } from 'node:path'
import {
  commandsForOmitted,
  logUsage,
  writeRun,
  type Diagnostic,
  type Excerpt,
  type OmissionReason,
  type ReadRequest,
  type ReadResult,
  type WrittenRun,
} from '../../../app/index.ts'
import { diskWriter } from '../../../io/disk/disk-writer.ts'
import { stateFolder } from '../../../io/stores/state-folder.ts'
import { usageLog } from '../../../io/stores/log-files.ts'
import { shellWord } from '../../../text/messages/show-value.ts'
import { namedPacks } from '../named-packs.ts'
import { knowledgeOptions, openForVerb } from '../open-knowledge.ts'
import { startProgress } from '../progress.ts'
import { readExitCode } from '../read-exit-code.ts'
import { omittedDetail, reportConfigPlace, reportNothingSearched } from '../render/omissions.ts'
import { excerptPlaces } from '../render/terminal/json.ts'
import { errCommands, errLine, printRecord } from '../render/terminal/print.ts'
import { counted } from '../render/terminal/words.ts'
import { exitCodes, text, texts, UsageError, wholeNumber, type Terminal, type Verb } from '../verb.ts'
import { viewOptions } from '../view-options.ts'

export const readVerb: Verb = {
  name: 'read',
  summary: 'print the smallest part of the granted knowledge that answers a task, fenced as data',
  usage: 'read "<task>" [options]',
  inputs: 'a task in words; the packs and manifests of the current folder or of --root',
  outputs:
    'the fenced text on stdout; the receipt id, what is missing and what was omitted on stderr; without text, ' +
    'exit 1 when approval is needed, 3 when the named entry is denied, 4 when the budget is too small',
  examples: [
    'lorefence read "How long does the battery last?"',
    'lorefence read "Which warranty applies?" --pack harbor-kiosk --budget 600 --explain',
    'lorefence read "Is the swap time a promise?" --evidence --json',
    'lorefence read "How do I reset it?" --docs docs',
  ],
  options: {
    ...knowledgeOptions,
    pack: {
      type: 'string',
      multiple: true,
      value: 'PACK',
      doc: 'Use only this pack, by its name, its ref or its folder; repeatable.',
    },
    manifest: {
      type: 'string',
      multiple: true,
      value: 'FILE',
      doc: 'Use only the units of this manifest, by its file or folder; repeatable.',
    },
    implicit: { type: 'boolean', doc: 'Use only packs that clearly match the task; with --pack, that pack and these.' },
    'use-evals': {
      type: 'boolean',
      doc: 'With --implicit: the validated discovery suites of granted packs count for and against them.',
    },
    also: {
      type: 'string',
      multiple: true,
      value: 'WORDS',
      doc: 'Other words that an answer may use, in the language of the documents; repeatable, at most 12 count.',
    },
    after: {
      type: 'string',
      value: 'RECEIPT',
      doc: 'Continue after the reply of this receipt, for the same task, without repetition.',
    },
    budget: {
      type: 'string',
      value: 'TOKENS',
      doc: 'Maximum tokens of the answer, envelope included. Default: 2000; most answers are far shorter.',
    },
    session: {
      type: 'string',
      value: 'ID',
      doc: 'The conversation of this read: a text is printed once in it, and afterwards only named.',
    },
    again: { type: 'boolean', doc: 'Print texts again, even if the session already has them.' },
    'write-run': {
      type: 'boolean',
      doc: 'Save how the answer was selected as a new runs/context-*.json in each pack that was used.',
    },
    log: {
      type: 'boolean',
      doc: 'Append a usage line for each pack that was used, or one for none, to the log in your state folder.',
    },
    evidence: { type: 'boolean', doc: 'Also show the cited sources, in a separate envelope.' },
    explain: {
      type: 'boolean',
      doc: 'Show why each excerpt was selected, with a code and a score, and what nearly matched.',
    },
  },
  async run({ positionals, values, terminal }) {
    const task = positionals.join(' ').trim()
    if (task === '') throw new UsageError('read needs a task. Try: lorefence read "How do I …?"')
    const manifests = texts(values['manifest']).map((path) => resolve(terminal.cwd, path))
    const { names, values: opening } = namedPacks([...texts(values['pack']), ...manifests], { values, terminal })
    const budget = wholeNumber(values['budget'], 'budget')
    const session = text(values['session'])
    const also = texts(values['also'])
    const after = text(values['after'])
    const { knowledge, config, ports } = await openForVerb({ values: opening, terminal })
    const ceiling = config.restraints.budget
    if (budget !== undefined && ceiling !== undefined && budget > ceiling)
      terminal.err(`The budget is ${ceiling} tokens, the limit in the config.\n`)
    const progress = startProgress(terminal, (count) => `${counted(count, 'text')} indexed`)
    const result = await knowledge.read({
      task,
      ...(also.length > 0 ? { also } : {}),
      ...(after === undefined ? {} : { after }),
      ...(names.length > 0 ? { packs: names } : {}),
      ...(values['implicit'] === true ? { activation: 'implicit' as const } : {}),
      ...(budget === undefined ? {} : { budget }),
      ...(session === undefined ? {} : { session }),
      evidence: values['evidence'] === true,
      again: values['again'] === true,
      onIndexed: progress.step,
      ...traceOf(terminal.env),
    })
    progress.end()
    if (values['log'] === true) logUsage(usageLog(stateFolder(terminal.env)), knowledge.catalog, result)
    if (values['write-run'] === true)
      reportRuns(writeRun({ writer: diskWriter, clock: ports.clock }, knowledge.catalog, result), result, terminal)
    const code = readExitCode(result, names)
    const commandsFor: Printing['commandsFor'] = (omitted) =>
      commandsForOmitted(knowledge.catalog, omitted, {
        cwd: terminal.cwd,
        options: viewOptions({ values: opening, terminal }),
        byName: (ref) => `lorefence read ${shellWord(task)} --pack ${shellWord(ref)}`,
      })
    if (values['json'])
      printJson(result, { pack: texts(values['pack'])[0], code, commands: commandsFor(result.omitted) }, terminal)
    else printText(result, { explain: values['explain'] === true, terminal, commandsFor })
    if (result.excerpts.length + result.omitted.length === 0)
      reportNothingSearched(knowledge.catalog, ports.switches, terminal)
    return code
  },
}

/** The trace of the calling program, as OpenTelemetry passes it to child processes. */
function traceOf(env: Terminal['env']): Pick<ReadRequest, 'trace'> {
  const [traceparent, tracestate] = [env['TRACEPARENT'], env['TRACESTATE']]
  return traceparent ? { trace: { traceparent, ...(tracestate ? { tracestate } : {}) } } : {}
}

function reportRuns(runs: readonly WrittenRun[], { receipt }: ReadResult, terminal: Terminal): void {
  const printLine = (line: string): void => errLine(terminal, line)
  if (runs.length === 0)
    printLine(
      receipt.taskHash === undefined
        ? 'No pack was used, so there is no run to write.'
        : 'The task may not be logged, so no run was written.',
    )
  for (const { ref, path, result } of runs)
    printLine(result.ok ? `run   ${ref} ${path}` : `warning: the run of ${ref} was not written. ${result.detail}`)
}

interface JsonFacts {
  readonly pack: string | undefined
  readonly code: number
  readonly commands: readonly string[]
}

function printJson(result: ReadResult, { pack, code, commands }: JsonFacts, terminal: Terminal): void {
  const ok = code === exitCodes.ok
  printRecord(
    terminal,
    { kind: 'context', command: 'read', pack, diagnostics: result.warnings, ok },
    { ...result, excerpts: excerptPlaces(result.excerpts), evidence: excerptPlaces(result.evidence), commands },
  )
}

/** Maximum omissions that are listed. */
const shownOmitted = 5
/** Near matches that were not needed, and files that a warning names; listed only with --explain. */
const ordinary: ReadonlySet<OmissionReason> = new Set(['weak', 'duplicate', 'not-text', 'unreadable'])

interface Printing {
  readonly explain: boolean
  readonly terminal: Terminal
  /** The commands that would open what was omitted. */
  commandsFor(omitted: ReadResult['omitted']): readonly string[]
}

function printText(result: ReadResult, { explain, terminal, commandsFor }: Printing): void {
  const printLine = (line: string): void => errLine(terminal, line)
  if (result.fenced !== '') terminal.out(`${result.fenced}\n`)
  if (explain) explainChoice(result, printLine)
  const omitted = result.omitted.filter(({ reason }) => explain || !ordinary.has(reason))
  for (const omission of omitted.slice(0, shownOmitted)) printLine(omittedLine(omission, result, commandsFor))
  if (omitted.length > shownOmitted) printLine(`omitted ${omitted.length - shownOmitted} more; --json lists them all`)
  errCommands(terminal, commandsFor(result.omitted))
  reportConfigPlace(omitted.slice(0, shownOmitted), terminal)
  for (const line of result.missing) printLine(`missing: ${line}`)
  // Withheld entries and their reasons are listed above.
  if (result.recommendation !== undefined && result.outcome !== 'withheld') printLine(`  ${result.recommendation}`)
  for (const { severity, message, where } of result.warnings)
    if (explain || severity !== 'info') printLine(`${severity}: ${placeText(where)}${message}`)
  const { outcome, tokens, inputs, tokenizer, receipt } = result
  printLine(`${outcome} · ${tokens} of ${inputs.budget} tokens (${tokenizer}) · receipt ${receipt.id}`)
}

function omittedLine(
  omission: ReadResult['omitted'][number],
  { withheld }: Pick<ReadResult, 'withheld'>,
  commandsFor: Printing['commandsFor'],
): string {
  const { ref, path, reason, detail } = omission
  if (reason === 'unknown') return detail
  if (ref === 'ungranted') return `omitted: ${omittedDetail({ ref, detail })}`
  const match = withheld.includes(ref) ? ' It matches the task.' : ''
  const shown = omittedDetail({ ref, detail }, commandsFor([omission]).length > 0)
  return `omitted ${ref}${path ? ` ${path}` : ''}: ${shown}${match}`
}

function explainChoice({ inputs, excerpts, evidence }: ReadResult, printLine: (line: string) => void): void {
  for (const { ref, status, trust, profile, mode, grounding } of inputs.packs)
    printLine(
      `used  ${ref}: status ${status}, trust ${trust}, profile ${profile}, mode ${mode}, grounding ${grounding}`,
    )
  const place = ({ path, headings }: Excerpt): string => [path, ...headings].join(' › ')
  for (const excerpt of [...excerpts, ...evidence])
    printLine(
      `taken ${excerpt.ref} ${place(excerpt)} ` +
        `(${excerpt.tokens} tokens, ${excerpt.reason ?? 'match'}, score ${excerpt.score}): ${excerpt.why}`,
    )
}

const placeText = ({ file, range }: Diagnostic['where']): string =>
  file === '' || !range ? '' : `${file}:${range.start.line}: `
