import type { PackRule } from '../rule.ts'
import { textFiles } from '../text-files.ts'

/** What a rule did not look at is said, once, with the first of the files. */
export const contentUnchecked: PackRule = {
  codes: ['AK113'],
  needs: 'files',
  check(_subject, report, folder) {
    for (const path of textFiles(folder)) folder.content(path)
    const { unchecked, incomplete } = folder
    const first = unchecked[0]
    if (first !== undefined) {
      const others = unchecked.length === 1 ? 'is' : `and ${unchecked.length - 1} more are`
      report({ code: 'AK113', message: `The file "${first}" ${others} too large to be looked through.`, file: first })
    }
    if (incomplete) report({ code: 'AK113', message: 'The pack has more files or deeper folders than are looked through.', pointer: '' })
  },
}
