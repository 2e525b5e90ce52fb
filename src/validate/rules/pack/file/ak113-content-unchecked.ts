import type { Report } from '../../../../model/codes/diagnostic.ts'
import type { PackRule } from '../../../rule.ts'
import { textFiles } from '../../../pack-facts/text-files.ts'
import { isPackText } from '../../../../text/paths/paths.ts'

/** Files that selection reads as text; JSON has its own findings. */
const isTextPath = (path: string): boolean => /^(?:documents|wiki|compiled|sources)\//.test(path) && isPackText(path)

function reportFirst(paths: readonly string[], problem: string, report: Report): void {
  const first = paths[0]
  if (first === undefined) return
  report({
    code: 'AK113',
    message: `The file "${first}" ${paths.length === 1 ? 'is' : `and ${paths.length - 1} more are`} ${problem}.`,
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
    reportFirst(unchecked, 'too large to be checked', report)
    reportFirst(undecoded.filter(isTextPath), 'not UTF-8 text and cannot be used', report)
    if (incomplete)
      report({ code: 'AK113', message: 'The pack has more files or deeper folders than are checked.', pointer: '' })
  },
}
