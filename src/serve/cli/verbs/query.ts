import {
  queryRemarks,
  commandsForOmitted,
  type Diagnostic,
  type QueryAnswer,
  type QueryRequest,
} from '../../../app/index.ts'
import type { QueryResult } from '../../../model/reading/query.ts'
import { shellWord } from '../../../text/messages/show-value.ts'
import { reportConfigPlace, reportNothingSearched, omittedDetail } from '../render/omissions.ts'
import { knowledgeOptions, openForVerb, type OpenedKnowledge } from '../open-knowledge.ts'
import { visible } from '../render/terminal/cells.ts'
import { errCommands, errLine, printRecord } from '../render/terminal/print.ts'
import { alignColumns, placeText } from '../render/terminal/words.ts'
import { exitCodes, type Call, type Terminal, type Verb } from '../verb.ts'
import { viewOptions } from '../view-options.ts'
import { requestFlags, requestOf } from './query-request.ts'

export const queryVerb: Verb = {
  name: 'query',
  summary:
    'find the units of granted manifests that match terms, may be used and fit a budget (KCP §15); ' +
    'no content is opened',
  usage: 'query [term…] [options]\nquery --request FILE|- [options]',
  inputs: 'terms and filters as flags, or a request as YAML or JSON with the fields of KCP §15.2',
  outputs:
    'score, tokens, unit, path and what matched, best first; omitted units on stderr; exit 1 when a grant is needed, ' +
    '2 for an invalid request, 4 when nothing fits the budget',
  examples: [
    'lorefence query "price list" refund',
    'lorefence query incident --audience operator --sensitivity-max internal --max-token-budget 2000',
    'lorefence query --request request.yaml --json',
    'echo \'{"terms": ["warranty"], "exclude_stale": true}\' | lorefence query --request -',
  ],
  options: {
    ...knowledgeOptions,
    request: { type: 'string', value: 'FILE', doc: 'Read the request from FILE, or from stdin with -.' },
    ...requestFlags,
  },
  async run(call) {
    const { values, terminal } = call
    const { request, diagnostics } = await requestOf(call)
    const opened = request && (await openForVerb(call))
    const knowledge = opened?.knowledge
    const asked = request && knowledge ? await knowledge.query(request) : nothing
    // Only the parser of a request file knows the places in it.
    const answer = {
      ...asked,
      diagnostics: [
        ...diagnostics,
        ...asked.diagnostics.filter(({ code }) => !diagnostics.some((known) => known.code === code)),
      ],
    }
    const code = exitCodeOf(answer)
    if (values['json'] === true) printJson(answer, code, terminal)
    else {
      const commands = knowledge
        ? [
            ...commandsForOmitted(knowledge.catalog, answer.omitted, { cwd: terminal.cwd, options: viewOptions(call) }),
            ...widerQueries(answer, call),
          ]
        : []
      printText(answer, commands, terminal)
      if (opened && answer.results.length === 0) reportNothing(answer, request, opened, terminal)
    }
    return code
  },
}

const nothing: QueryAnswer = { results: [], total: 0, omitted: [], omitted_counts: {}, diagnostics: [] }

/** The same terms with the option that includes what was omitted by default. */
function widerQueries({ results, omitted }: QueryAnswer, { positionals, values }: Call): readonly string[] {
  if (results.length > 0 || values['request'] !== undefined) return []
  const options = { deprecated: '--include-deprecated', temporal: '--include-all-temporal' } as const
  return Object.entries(options)
    .filter(([reason]) => omitted.some((omission) => omission.reason === reason))
    .map(([, option]) => ['lorefence query', ...positionals.map(shellWord), option].join(' '))
}

/** Why nothing was found, unless an omitted unit explains it. */
function reportNothing(
  { omitted, receipt }: QueryAnswer,
  { terms = [] }: QueryRequest,
  { knowledge: { catalog }, ports }: OpenedKnowledge,
  terminal: Terminal,
): void {
  reportNothingSearched(catalog, ports.switches, terminal)
  const { entries, quarantined } = catalog
  if (!receipt || omitted.length > 0 || terms.length === 0 || entries.length === 0) return
  const read = `lorefence read ${shellWord(terms.join(' '))}`
  const hasUnits = [...entries, ...quarantined].some(({ found }) => found.file !== 'KNOWLEDGE.md')
  errLine(
    terminal,
    hasUnits
      ? `No unit that may be used declares these terms. To search the text itself: ${read}`
      : `There is no manifest here, and so no unit. To search the text of packs: ${read}`,
  )
}

function exitCodeOf({ results, omitted, omitted_counts: counts, diagnostics, receipt }: QueryAnswer): number {
  if (diagnostics.some(({ severity }) => severity === 'error')) return exitCodes.trouble
  if (results.length > 0) return exitCodes.ok
  if (counts.budget !== undefined) return exitCodes.budget
  const { allow, ask } = receipt?.considered ?? { allow: 0, ask: 0 }
  const isClosed = omitted.every(({ reason }) => reason === 'ungranted' || reason === 'changed')
  const waits = ask > 0 || (omitted.length > 0 && isClosed)
  return waits && allow === 0 ? exitCodes.findings : exitCodes.ok
}

function printJson(answer: QueryAnswer, code: number, terminal: Terminal): void {
  const ok = code === exitCodes.ok
  printRecord(terminal, { command: 'query', diagnostics: answer.diagnostics, ok }, answer)
}

/** Maximum omitted units that are listed. */
const shownOmitted = 5

function printText(
  { results, total, omitted, omitted_counts: counts, cautions = [], diagnostics, receipt }: QueryAnswer,
  commands: readonly string[],
  terminal: Terminal,
): void {
  const printLine = (line: string): void => errLine(terminal, line)
  for (const diagnostic of diagnostics) printLine(sentence(diagnostic))
  if (!receipt) return
  terminal.out(queryText(results))
  for (const caution of cautions) printLine(caution)
  for (const { ref, detail } of omitted.slice(0, shownOmitted))
    printLine(`omitted${ref === 'ungranted' ? '' : ` ${ref}`}: ${omittedDetail({ ref, detail }, commands.length > 0)}`)
  const more = Object.values(counts).reduce((sum, count) => sum + count, 0) - Math.min(omitted.length, shownOmitted)
  if (more > 0) printLine(`omitted ${more} more; --json lists them all`)
  errCommands(terminal, commands)
  reportConfigPlace(omitted.slice(0, shownOmitted), terminal)
  printLine(`${results.length} of ${total} · receipt ${receipt.id}`)
}

function sentence({ severity, message, help, where }: Diagnostic): string {
  const place = where.range ? `${placeText(where)} ` : ''
  return `${place}${severity}: ${message}${help === undefined ? '' : ` ${help}`}`
}

/** One line for each result: score, estimated tokens, ref, path, matches and remarks. */
function queryText(results: readonly QueryResult[]): string {
  const rows = results.map((result) => [
    String(result.score),
    result.token_estimate === null ? '?' : String(result.token_estimate),
    visible(result.ref),
    visible(result.path),
    [result.match_reason.join(', ') || 'no terms', ...queryRemarks(result)].map(visible).join(' · '),
  ])
  const table = rows.length > 0 ? [['SCORE', 'TOKENS', 'UNIT', 'PATH', 'MATCHED'], ...rows] : []
  return alignColumns(table, 2)
    .map((line) => `${line}\n`)
    .join('')
}
