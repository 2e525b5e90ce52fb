import { concealedDiff, paintDiff } from '../../render/diff-text.ts'
import { namesNoSource, type MadeOutputs, type PlannedFile } from '../../../../app/index.ts'
import { shellWord } from '../../../../text/messages/show-value.ts'
import { printNext } from '../../render/init-text.ts'
import { errLine, outLine, printRecord } from '../../render/terminal/print.ts'
import { counted } from '../../render/terminal/words.ts'
import { exitCodes, type Call } from '../../verb.ts'
import { shownFrom } from './pack-argument.ts'

/** Maximum lines that are listed of each kind; `--json` has all of them. */
export const shownLines = 20
/** Most statements of a document name no source, so a few are enough as examples. */
const shownUnsourced = 5
const noFact = 'Nothing to compile: no statement names a source, as "[source: sources/policy.md#L3]" does.'

export const rest = (count: number, shown: number): string => `and ${count - shown} more; --json lists all of them`

export function reportOutputs(made: MadeOutputs, root: string, call: Call & { readonly verb: string }): number {
  const { values, terminal, verb } = call
  const dryRun = values['dry-run'] === true
  const ok = made.refused === undefined
  const isClean = ok && made.gates.length === 0 && !made.files.some(({ operation }) => operation === 'kept')
  const diagnostics = made.gates.map(({ diagnostic }) => diagnostic)
  if (values['json'] === true)
    printRecord(
      terminal,
      { command: verb, pack: made.pack, diagnostics, ok },
      {
        dryRun,
        files: made.files.map((file) => ({
          path: file.path,
          operation: file.operation,
          ...(file.reason === undefined ? {} : { reason: file.reason }),
          ...(dryRun ? { diff: diffOf(file) } : {}),
        })),
        omitted: made.omitted,
        untraceable: made.untraceable,
        gates: made.gates.map(({ gate, diagnostic: { code, where, message } }) => ({
          gate,
          code,
          path: where.file,
          ...(where.range ? { line: where.range.start.line } : {}),
          message,
        })),
        suggested_status: made.suggestedStatus ?? null,
        record: made.record ?? null,
        ...(made.refused === undefined ? {} : { refused: made.refused }),
      },
    )
  else printOutputs(made, root, call)
  return isClean ? exitCodes.ok : exitCodes.findings
}

function printOutputs(
  outputs: MadeOutputs,
  root: string,
  { values, terminal, verb }: Call & { readonly verb: string },
): void {
  const { files, suggestedStatus, record, refused } = outputs
  const dryRun = values['dry-run'] === true
  const printLine = (line: string): void => errLine(terminal, line)
  if (refused !== undefined) return printLine(`Nothing was written: ${refused}`)
  if (dryRun) for (const file of files) terminal.show(paintDiff(diffOf(file), terminal.color))
  const changed = files.filter(({ operation }) => operation !== 'unchanged' && operation !== 'kept')
  for (const { path, operation } of changed.slice(0, shownLines))
    outLine(terminal, `${path}: ${dryRun ? `would be ${operation}` : operation}`)
  if (changed.length > shownLines) terminal.out(`${rest(changed.length, shownLines)}\n`)
  const unchanged = files.filter(({ operation }) => operation === 'unchanged').length
  if (unchanged > 0) terminal.out(`${counted(unchanged, 'file')} unchanged\n`)
  const made = files.some(({ path }) => path.startsWith('compiled/') && path !== 'compiled/index.json')
  if (!made) printLine(verb === 'compile' ? noFact : 'Nothing to split: no document found.')
  for (const { title, lines, most = shownLines } of listsOf(outputs)) {
    if (lines.length === 0) continue
    printLine(title)
    for (const line of lines.slice(0, most)) printLine(`  ${line}`)
    if (lines.length > most) printLine(`  ${rest(lines.length, most)}`)
  }
  const shown = shownFrom(terminal.cwd, root)
  if (suggestedStatus !== undefined)
    printLine(
      `The pack should be marked: lorefence status set ${shellWord(shown)} ${suggestedStatus} --by NAME --note WHY`,
    )
  if (record !== undefined) printLine(`Recorded in ${record}`)
  if (!dryRun && record !== undefined)
    printNext([`lorefence validate ${shellWord(shown)}`, `lorefence trust ${shellWord(shown)}`], terminal)
}

interface List {
  readonly title: string
  readonly lines: readonly string[]
  readonly most?: number
}

function listsOf({ files, gates, omitted, untraceable }: MadeOutputs): readonly List[] {
  const [unsourced, others] = [true, false].map((is) =>
    untraceable.filter(({ reason }) => (reason === namesNoSource) === is),
  )
  return [
    {
      title: 'Kept:',
      lines: files.flatMap(({ path, reason }) => (reason === undefined ? [] : [`${path}: ${reason}`])),
    },
    { title: 'Omitted:', lines: omitted.map(({ path, reason }) => `${path}: ${reason}`) },
    {
      title: 'Not compiled:',
      lines: (others ?? []).map(({ path, line, text, reason }) => `${path}:${line}: ${reason} "${text}"`),
    },
    {
      title: 'Not compiled, because they name no source:',
      lines: (unsourced ?? []).map(({ path, line, text }) => `${path}:${line}: "${text}"`),
      most: shownUnsourced,
    },
    {
      title: 'Findings:',
      lines: gates.map(({ gate, diagnostic: { code, where, message } }) => {
        const line = where.range ? `:${where.range.start.line}` : ''
        return `${code} ${where.file}${line}: ${message} (${gate})`
      }),
    },
  ]
}

const diffOf = ({ path, operation, before, after }: PlannedFile): string =>
  operation === 'unchanged' || operation === 'kept' ? '' : concealedDiff(path, before, after)
