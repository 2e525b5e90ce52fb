import type { Report } from '../../../model/diagnostic.ts'
import type { PackRule } from '../../rule.ts'
import { textFiles } from '../../pack-facts/text-files.ts'

/** Files that selection reads as text; JSON has its own findings. */
const promisesText = /^(?:documents|wiki|compiled|sources)\/.*\.(?:md|markdown|txt|rst|adoc|csv|html?)$/i

function sayFirst(paths: readonly string[], trouble: string, report: Report): void {
  const first = paths[0]
  if (first === undefined) return
  report({
    code: 'AK113',
    message: `The file "${first}" ${paths.length === 1 ? 'is' : `and ${paths.length - 1} more are`} ${trouble}.`,
    file: first,
  })
}

/** One finding for all unchecked files, reported at the first. */
export const contentUnchecked: PackRule = {
  codes: ['AK113'],
  needs: 'files',
  check(_subject, report, folder) {
    for (const path of textFiles(folder)) folder.content(path)
    const { unchecked, undecoded, incomplete } = folder
    sayFirst(unchecked, 'too large to be checked', report)
    sayFirst(
      undecoded.filter((path) => promisesText.test(path)),
      'not UTF-8 text and cannot be used',
      report,
    )
    if (incomplete)
      report({ code: 'AK113', message: 'The pack has more files or deeper folders than are checked.', pointer: '' })
  },
}
