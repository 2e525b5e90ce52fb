import { checkHealth, listReceipts, type Health } from '../../../../app/index.ts'
import { shortened } from '../../../../text/markup/list-line.ts'
import { ownPorts } from '../../opening.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, type Terminal, type Verb } from '../../verb.ts'
import { authorPorts, packArgument, shownFrom } from './pack-argument.ts'

/** Maximum findings that are listed per group; `--json` has all of them. */
const shownFindings = 10

export const healthVerb: Verb = {
  name: 'health',
  summary: 'check the health of a pack in seven groups, and how it is used',
  usage: 'health <pack> [options]',
  inputs: 'one pack, and the receipts of reads in your state folder',
  outputs:
    'findings by consistency, completeness, coverage, islands, freshness, traceability and security, each with what ' +
    'to do; texts that no read used; exit 1 when there is an error or a warning',
  examples: ['lorefence health warranty', 'lorefence health .agents/knowledge/warranty --write-run'],
  options: { 'write-run': { type: 'boolean', doc: 'Write the result to runs/health-<time>.json of the pack.' } },
  async run(call) {
    const { values, terminal } = call
    const root = packArgument(call, 'health')
    const health = checkHealth(authorPorts(terminal), root, {
      shown: shownFrom(terminal.cwd, root),
      receipts: (await listReceipts((await ownPorts(call)).receipts)).receipts,
      writeRun: values['write-run'] === true,
    })
    const findings = Object.values(health.groups).flat()
    const ok = findings.every(({ severity }) => severity === 'info')
    if (values['json'] === true)
      printRecord(
        terminal,
        { command: 'health', pack: health.pack, ok },
        { findings, groups: health.groups, usage: health.usage, record: health.record ?? null },
      )
    else printHealth(health, terminal)
    return ok ? exitCodes.ok : exitCodes.findings
  },
}

function printHealth({ groups, usage, record }: Health, terminal: Terminal): void {
  const printLine = (line: string): void => outLine(terminal, line)
  for (const [group, findings] of Object.entries(groups)) {
    printLine(`${group.padEnd(13)} ${findings.length === 0 ? 'fine' : counted(findings.length, 'finding')}`)
    for (const { severity, code, path, line, message, todo } of findings.slice(0, shownFindings)) {
      const place = line === undefined ? path : `${path}:${line}`
      printLine(`  ${place} ${code === undefined ? severity : `${severity} ${code}`}: ${message}`)
      if (todo !== '') printLine(`    ${todo}`)
    }
    if (findings.length > shownFindings)
      printLine(`  and ${findings.length - shownFindings} more; --json lists all of them`)
  }
  printLine(`${'use'.padEnd(13)} ${usage.reads === 0 ? 'no read on this machine yet' : counted(usage.reads, 'read')}`)
  const list = (paths: readonly string[], what: string, todo: string): void => {
    if (paths.length === 0) return
    printLine(
      `  ${what}: ${paths
        .slice(0, shownFindings)
        .map((path) => shortened(path, 100))
        .join(', ')}${paths.length > shownFindings ? ` and ${paths.length - shownFindings} more` : ''}`,
    )
    printLine(`    ${todo}`)
  }
  list(usage.neverRead, 'never read', 'Check whether its headings use the words of the questions, or remove it.')
  list(usage.neverUseful, 'only in weak matches', 'State in its text what it answers, or remove it.')
  list(usage.missed, 'asked without a good answer', 'Add what is missing to the documents.')
  if (record !== undefined) errLine(terminal, `Recorded in ${record}`)
}
