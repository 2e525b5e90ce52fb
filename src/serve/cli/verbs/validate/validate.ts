import { closedManifests, fixPaths, ownMachine, validatePaths } from '../../../../app/index.ts'
import { systemClock } from '../../../../io/system.ts'
import { startProgress } from '../../progress.ts'
import { githubReport } from '../../render/report/github-report.ts'
import { jsonReport, type ReportedFix } from '../../render/report/json-report.ts'
import { buildReport, type ReportOptions, type ValidationReport } from '../../render/report/report.ts'
import { sarifReport } from '../../render/report/sarif-report.ts'
import { sourcesIn, type OpenSource } from '../../render/report/sources.ts'
import { countsText, textReport } from '../../render/report/text-report.ts'
import { counted } from '../../render/terminal/words.ts'
import { sinceOption } from '../../since-revision.ts'
import { chosenFormat, exitCodes, wholeNumber, type Call, type Values, type Verb } from '../../verb.ts'
import { diffText, reportFixes, writeFixes } from './validate-fix.ts'
import {
  checkUsage,
  knownBefore,
  openInput,
  refuseMissing,
  refuseOtherFiles,
  refuseOwnOutput,
  validateStdin,
} from './validate-input.ts'

export const validateVerb: Verb = {
  name: 'validate',
  summary: 'validate packs and manifests, with the place, the reason and the fix of every finding',
  usage: 'validate <path>… [options]',
  inputs: 'files or folders, or - for stdin; a folder is searched for KNOWLEDGE.md and knowledge.yaml',
  outputs:
    'findings on stdout; exit 0 when all documents are valid or none is found, ' +
    '1 when a document has an error (with --strict, a warning), 2 when a path does not exist or only other files are named',
  examples: [
    'lorefence validate .',
    'lorefence validate . --fix --dry-run',
    'lorefence validate docs/knowledge.yaml --json',
    'lorefence validate . --strict --format sarif --output lorefence.sarif',
    'lorefence validate . --since origin/main --format github',
    'lorefence validate - --stdin-name knowledge.yaml < draft.yaml',
  ],
  options: {
    format: {
      type: 'string',
      value: 'FORMAT',
      doc: 'text (default), json, sarif or github; --json is short for json.',
    },
    strict: { type: 'boolean', doc: 'A document with a warning fails as well.' },
    lint: { type: 'boolean', doc: 'Also report what the specifications ask tools not to report.' },
    quiet: { type: 'boolean', short: 'q', doc: 'Report only what makes a document fail.' },
    fix: { type: 'boolean', doc: 'Apply every fix that cannot change what the author meant, then validate again.' },
    'dry-run': { type: 'boolean', doc: 'Show what --fix would change, as a diff, and change nothing.' },
    since: { ...sinceOption.since, doc: 'Report only findings that this git revision does not have.' },
    baseline: {
      type: 'string',
      value: 'FILE',
      doc: 'Report only findings that an earlier report does not have, written with --json --output FILE.',
    },
    limit: { type: 'string', value: 'N', doc: 'Show at most N findings; the summary counts all.' },
    offset: { type: 'string', value: 'N', doc: 'Skip the first N findings.' },
    'stdin-name': {
      type: 'string',
      value: 'NAME',
      doc: 'The name of stdin, such as knowledge.yaml; its extension selects the format. Other files are not read.',
    },
  },
  run,
}

const formats = ['text', 'json', 'sarif', 'github'] as const

async function run(call: Call): Promise<number> {
  const { positionals, values, terminal } = call
  const format = chosenFormat(values, formats) ?? 'text'
  const page = reportOptions(values)
  const options = { cwd: terminal.cwd, strict: page.strict, lint: values['lint'] === true }
  const dryRun = values['dry-run'] === true
  checkUsage(positionals, values)
  const progress = startProgress(terminal, (count) => `${counted(count, 'document')} validated`)
  const files = await openInput(call, progress.step)
  const plan = dryRun || values['fix'] ? fixPaths(files, positionals, options) : undefined
  const found =
    plan?.validated ??
    (positionals[0] === '-' ? validateStdin(files, values, options) : validatePaths(files, positionals, options))
  progress.end()
  refuseMissing(found, terminal.cwd)
  refuseOtherFiles(found, positionals)
  refuseOwnOutput(found, values, terminal.cwd)
  const fixes = plan ? writeFixes(plan, { dryRun, cwd: terminal.cwd }) : undefined
  const validated = fixes?.some(({ written }) => written) ? validatePaths(files, positionals, options) : found
  const openSource = sourcesIn(files, terminal.cwd)
  const known = knownBefore(call, files, options)
  const closed = closedManifests(files, validated, { cwd: terminal.cwd, now: systemClock.now(), requester: ownMachine })
  const report = buildReport(validated, openSource, { ...page, closed, known })
  if (fixes) reportFixes(fixes, dryRun, terminal)
  if (validated.skipped.length > 0)
    terminal.err(`skipped ${counted(validated.skipped.length, 'Markdown file')} without the fields of a pack\n`)
  const print = format === 'text' ? terminal.show : terminal.out
  print(
    dryRun && format === 'text'
      ? diffText(fixes ?? [], terminal.color)
      : render(format, report, { ...call, openSource, fixes }),
  )
  if (format === 'github') terminal.err(`${countsText(report)}\n`)
  if (!dryRun && fixes?.some(({ applied, written }) => applied > 0 && !written)) return exitCodes.trouble
  return report.ok ? exitCodes.ok : exitCodes.findings
}

function reportOptions(values: Values): ReportOptions {
  const limit = wholeNumber(values['limit'], 'limit')
  const offset = wholeNumber(values['offset'], 'offset')
  return {
    strict: values['strict'] === true,
    quiet: values['quiet'] === true,
    ...(limit === undefined ? {} : { limit }),
    ...(offset === undefined ? {} : { offset }),
  }
}

interface Rendering extends Call {
  readonly openSource: OpenSource
  readonly fixes: readonly ReportedFix[] | undefined
}

function render(
  format: (typeof formats)[number],
  report: ValidationReport,
  { openSource, terminal, positionals, values, fixes }: Rendering,
): string {
  switch (format) {
    case 'json':
      return jsonReport(report, fixes)
    case 'sarif':
      return sarifReport(report)
    case 'github':
      return githubReport(report)
    case 'text': {
      const columns = terminal.columns === undefined ? {} : { columns: terminal.columns }
      return textReport(report, openSource, {
        color: terminal.color,
        ...columns,
        quiet: values['quiet'] === true,
        paths: positionals,
      })
    }
  }
}
