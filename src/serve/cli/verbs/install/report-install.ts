import type { InstallRefusal, InstallReport, WrittenEntry } from '../../../../app/index.ts'
import { codeRows } from '../../../../model/codes/codes.ts'
import type { Diagnostic } from '../../../../model/codes/diagnostic.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { counted, docsPage, placeText } from '../../render/terminal/words.ts'
import { exitCodes, type Call, type Terminal } from '../../verb.ts'

/** Refused by a rule; failed in the network or on the disk. Every other code is a problem of the knowledge itself. */
const denied = /^RUN(?:70[1-7]|73[01])$/
const failed = /^RUN(?:72[0-2]|736)$/

const exitOf = (code: string): number =>
  denied.test(code) ? exitCodes.denied : failed.test(code) ? exitCodes.trouble : exitCodes.findings

export const nothingInstalled = 'Nothing is installed here. Start with: lorefence add owner/repo\n'

/** Prints what was done with each entry. `exact`: an edited file is a finding. */
export function reportInstall(
  command: string,
  report: InstallReport,
  { values, terminal }: Call,
  { exact = false }: { readonly exact?: boolean } = {},
): number {
  const { entries, inPlace, refused } = report
  const stale = [...entries, ...inPlace].flatMap(staleDiagnostics)
  const broken = entries.filter(({ outcome }) => outcome === 'failed')
  const isWhole = refused.length + broken.length === 0 && !(exact && entries.some(({ kept }) => kept.length > 0))
  if (values['json'] === true) {
    const diagnostics = [...refusalDiagnostics(refused), ...stale]
    printRecord(terminal, { command, diagnostics, ok: isWhole }, { entries, inPlace, refused })
  } else {
    for (const entry of entries) printEntry(entry, terminal)
    for (const { name, path, stale: reasons } of inPlace) {
      outLine(terminal, `in-place   ${name}  ${path}`)
      printStale(reasons, terminal)
    }
    printRefusals(refused, terminal)
    const isNew = entries.some(({ outcome }) => outcome === 'installed' || outcome === 'updated')
    if (command === 'update' && entries.length + inPlace.length + refused.length === 0) terminal.err(nothingInstalled)
    if (isNew) terminal.err('Installed knowledge is not used until you grant it: lorefence trust .\n')
  }
  if (refused.length > 0) return Math.max(...refused.map(({ code }) => exitOf(code)))
  if (broken.length > 0) return exitCodes.trouble
  return isWhole ? exitCodes.ok : exitCodes.findings
}

function printEntry(entry: WrittenEntry, terminal: Terminal): void {
  const { outcome, name, version, folder, files, kept, leftOut, missing, stale, unfollowed, detail } = entry
  const facts = [name, ...(version === undefined ? [] : [version]), folder, counted(files, 'file')]
  outLine(terminal, `${outcome.padEnd(9)}  ${facts.join('  ')}`)
  const printLine = (line: string): void => errLine(terminal, line)
  if (detail !== undefined) printLine(`  ${detail}`)
  if (kept.length > 0) printLine(`  kept, because you edited or added them: ${some(kept)}`)
  if (leftOut.length > 0) printLine(`  never installed: ${some(leftOut)}`)
  if (missing.length > 0) printLine(`  named by its units but not in the source: ${some(missing)}`)
  printStale(stale, terminal)
  if (unfollowed) printLine('  its grant followed edits and has ended; grant these files: lorefence trust .')
}

function printStale(reasons: readonly string[], terminal: Terminal): void {
  for (const why of reasons) errLine(terminal, `  warning RUN737 stale: ${why} (${docsPage('RUN737')})`)
}

const some = (paths: readonly string[]): string =>
  `${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ` and ${paths.length - 5} more` : ''}`

export function printRefusals(refused: readonly InstallRefusal[], terminal: Terminal): void {
  const printLine = (line: string): void => errLine(terminal, line)
  for (const { subject, code, message, diagnostics = [] } of refused) {
    printLine(`refused ${code} ${subject}: ${message} (${docsPage(code)})`)
    for (const { severity, code: inner, message: what, where } of diagnostics.slice(0, 20))
      printLine(`  ${placeText(where)} ${severity} ${inner} ${what}`)
    printLine(`  ${codeRows[code].help}`)
  }
  if (refused.length > 0) printLine('Nothing was written.')
}

export const refusalDiagnostics = (refused: readonly InstallRefusal[]): readonly Diagnostic[] =>
  refused.flatMap(({ subject, code, message, diagnostics = [] }) => [
    diagnosticOf(code, message, subject),
    ...diagnostics,
  ])

const staleDiagnostics = ({ name, stale }: Pick<WrittenEntry, 'name' | 'stale'>): readonly Diagnostic[] =>
  stale.map((why) => diagnosticOf('RUN737', `"${name}" is stale: ${why}.`, name))

function diagnosticOf(code: InstallRefusal['code'], message: string, file: string): Diagnostic {
  const { name, severity, help } = codeRows[code]
  return { code, name, severity, message, help, where: { file, pointer: '' } }
}
