import { validateRecords } from '../../../../app/index.ts'
import { diskFiles } from '../../../../io/disk/disk-files.ts'
import { recordKinds } from '../../../../model/tables/run-fields.ts'
import { buildReport } from '../../render/report/report.ts'
import { sourcesIn } from '../../render/report/sources.ts'
import { textReport } from '../../render/report/text-report.ts'
import { printRecord } from '../../render/terminal/print.ts'
import { choice, exitCodes, UsageError, type Verb } from '../../verb.ts'

export const validateRunVerb: Verb = {
  name: 'validate-run',
  summary: 'validate run records, source maps and selection suites by their schemas',
  usage: 'validate-run <file>… [options]',
  inputs:
    'JSON files; the content determines the kind unless --schema is set. ' +
    'Eval results, usage records and health reports are not validated',
  outputs: 'findings on stdout, each with its place; exit 1 when a record has an error',
  examples: [
    'lorefence validate-run runs/context-2026-05-01T10-30-00Z.json',
    'lorefence validate-run indexes/source-map.json --schema source-map --json',
  ],
  options: {
    schema: { type: 'string', value: 'KIND', doc: `Validate as this kind: ${recordKinds.join(', ')}.` },
    lenient: { type: 'boolean', doc: 'Unknown fields are warnings instead of errors.' },
  },
  async run({ positionals, values, terminal }) {
    if (positionals.length === 0)
      throw new UsageError('validate-run needs a file. Try "lorefence validate-run runs/*.json".')
    const kind = choice(values['schema'], 'schema', recordKinds)
    const result = validateRecords(diskFiles, positionals, {
      cwd: terminal.cwd,
      lenient: values['lenient'] === true,
      ...(kind ? { kind } : {}),
    })
    if (result.missing.length > 0) throw new UsageError(`the file "${result.missing[0]}" does not exist.`, 'not-found')
    const openSource = sourcesIn(diskFiles, terminal.cwd)
    const report = buildReport(result, openSource, { strict: false, quiet: false })
    if (values['json'] === true) {
      const documents = report.documents.map(({ path, format, schema, parsed, valid, shown }) => ({
        path,
        format,
        schema: schema ?? null,
        parsed,
        valid,
        diagnostics: shown,
      }))
      printRecord(
        terminal,
        {
          kind: 'run-validation',
          command: 'validate-run',
          diagnostics: report.documents.flatMap(({ shown }) => shown),
        },
        { documents },
      )
    } else
      terminal.show(
        textReport(report, openSource, {
          color: terminal.color,
          ...(terminal.columns === undefined ? {} : { columns: terminal.columns }),
          quiet: false,
          paths: positionals,
        }),
      )
    return report.ok ? exitCodes.ok : exitCodes.findings
  },
}
