import { resolve } from 'node:path'
import type { Edit, Range } from '../../model/codes/diagnostic.ts'
import { decodeUtf8 } from '../../text/bytes/utf8.ts'
import { indexLines } from '../../text/positions/lines.ts'
import { fixPaths, isHarmless } from '../validate/fix-paths.ts'
import type { EditFinding, Workspace } from './workspace.ts'

export interface FileEdits {
  readonly path: string
  readonly edits: readonly Edit[]
}

interface OfferedFix {
  readonly title: string
  readonly finding: EditFinding
  readonly files: readonly FileEdits[]
}

/** The fixes of findings in a part of a file, each of which `validate --fix` would apply as well. */
export function fixesAt(workspace: Workspace, path: string, range: Range): readonly OfferedFix[] {
  return workspace
    .ownersOf(path)
    .flatMap((document) => workspace.findingsOf(document))
    .filter((finding) => finding.path === path && overlaps(finding.diagnostic.where.range, range))
    .flatMap((finding) => {
      const { diagnostic, document } = finding
      if (!diagnostic.fix) return []
      const options = { cwd: document.folder, diagnostic }
      if (!isHarmless(workspace.files, document.file, options)) return []
      return [{ title: diagnostic.fix.title, finding, files: [{ path, edits: diagnostic.fix.edits }] }]
    })
}

/** What `validate --fix` would change in the documents of a file. */
export function fixEverything(workspace: Workspace, path: string): readonly FileEdits[] {
  const [document] = workspace.ownersOf(path)
  if (!document) return []
  const { documents } = fixPaths(workspace.files, [document.file], { cwd: document.folder })
  return documents.flatMap(({ changes }) =>
    changes.flatMap(({ root, file, before, after }) => {
      const [old, fixed] = [decodeUtf8(before), decodeUtf8(after)]
      return old.ok && fixed.ok ? [{ path: resolve(root, file), edits: [changeOf(old.text, fixed.text)] }] : []
    }),
  )
}

/** The smallest edit of whole lines that turns one text into the other. */
function changeOf(before: string, after: string): Edit {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  start = before.lastIndexOf('\n', start - 1) + 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  while (end > 0 && before[before.length - end - 1] !== '\n') end -= 1
  return {
    range: indexLines(before).range({ start, end: before.length - end }),
    text: after.slice(start, after.length - end),
  }
}

function overlaps(a: Range | undefined, b: Range): boolean {
  if (!a) return b.start.line === 1
  const before = (x: Range['start'], y: Range['start']): boolean =>
    x.line < y.line || (x.line === y.line && x.column < y.column)
  return !before(a.end, b.start) && !before(b.end, a.start)
}
