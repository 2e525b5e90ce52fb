import type { FileChange, FixedDocument, FixedPaths } from '../../../../app/index.ts'
import { replaceFile } from '../../../../io/disk/replace-file.ts'
import { folderOf } from '../../../../text/paths/paths.ts'
import { concealedDiff, paintDiff } from '../../render/diff-text.ts'
import type { ReportedFix } from '../../render/report/json-report.ts'
import { visible } from '../../render/terminal/cells.ts'
import { counted } from '../../render/terminal/words.ts'
import type { Terminal } from '../../verb.ts'

export interface FixOptions {
  readonly dryRun: boolean
  readonly cwd: string
}

/** Replaces each file atomically, or reports why not. A dry run only computes the difference. */
export function writeFixes({ documents }: FixedPaths, { dryRun, cwd }: FixOptions): readonly ReportedFix[] {
  return documents.flatMap((document) =>
    document.changes.length === 0
      ? [untouched(document)]
      : document.changes.map((change) => writeChange(document, change, { dryRun, cwd })),
  )
}

function untouched({ path, skipped, unsettled }: FixedDocument): ReportedFix {
  const reason = unsettled ? 'Its fixes undo each other.' : 'No fix would improve it.'
  return { path, applied: 0, skipped: skipped.length, written: false, reason }
}

function writeChange(document: FixedDocument, change: FileChange, { dryRun, cwd }: FixOptions): ReportedFix {
  const folder = folderOf(document.path)
  const path = folder === '' ? change.file : `${folder}/${change.file}`
  const own = path === document.path ? document.path : change.file
  const applied = document.applied.filter(({ where }) => where.file === own).length
  const skipped = document.skipped.filter(({ diagnostic }) => diagnostic.where.file === own).length
  if (dryRun) return { path, applied, skipped, written: false, diff: concealedDiff(path, change.before, change.after) }
  const replaced = replaceFile(change.root, change.file, change, { foreign: [cwd, change.root] })
  return replaced.ok
    ? { path, applied, skipped, written: true }
    : { path, applied, skipped, written: false, reason: replaced.detail }
}

export function diffText(fixes: readonly ReportedFix[], color: boolean): string {
  return fixes.map(({ diff = '' }) => paintDiff(diff, color)).join('')
}

/** One line per file on stderr; stdout stays data. */
export function reportFixes(fixes: readonly ReportedFix[], dryRun: boolean, terminal: Terminal): void {
  for (const { path, applied, skipped, written, reason } of fixes) {
    const left = skipped > 0 ? `, skipped ${skipped}` : ''
    const done = reason
      ? `not changed: ${visible(path)}. ${visible(reason)}`
      : `${written ? 'fixed' : 'would fix'} ${counted(applied, 'finding')} in ${visible(path)}${left}`
    terminal.err(`${done}\n`)
  }
  if (fixes.length === 0) terminal.err('nothing to fix\n')
  else if (dryRun) terminal.err('nothing changed\n')
}
