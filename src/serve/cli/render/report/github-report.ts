import type { Diagnostic, Severity } from '../../../../model/codes/diagnostic.ts'
import { visible } from '../terminal/cells.ts'
import type { ValidationReport } from './report.ts'
import { countsText } from './text-report.ts'

const commands: Record<Severity, string> = { error: 'error', warning: 'warning', info: 'notice' }

/** GitHub silently drops everything beyond ten annotations of a kind per step. */
const shownOfAKind = 10

/** Workflow commands, which GitHub shows beside the lines of a pull request, and one with the counts. */
export function githubReport(report: ValidationReport): string {
  const all = report.documents.flatMap(({ shown }) => shown)
  const shown = (['error', 'warning', 'info'] as const).flatMap((severity) =>
    all.filter((diagnostic) => diagnostic.severity === severity).slice(0, shownOfAKind - (severity === 'info' ? 1 : 0)),
  )
  const summary =
    shown.length < all.length
      ? [`::notice title=lorefence::${escapeData(`${countsText(report)}; ${shown.length} are shown here.`)}`]
      : []
  return [...shown.map(command), ...summary].map((line) => `${line}\n`).join('')
}

function command({ severity, where, code, name, message, help }: Diagnostic): string {
  const { range } = where
  const properties = {
    file: where.file,
    ...(range
      ? { line: range.start.line, col: range.start.column, endLine: range.end.line, endColumn: range.end.column }
      : {}),
    title: `${code} ${name}`,
  }
  const list = Object.entries(properties)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`)
    .join(',')
  const text = [message, ...(help === undefined ? [] : [help])].map((line) => escapeData(visible(line))).join('%0A')
  return `::${commands[severity]} ${list}::${text}`
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function escapeProperty(text: string): string {
  return escapeData(visible(text)).replaceAll(':', '%3A').replaceAll(',', '%2C')
}
