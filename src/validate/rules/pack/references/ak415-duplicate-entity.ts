import { fold, pageTitle } from '../../../pack-facts/page-title.ts'
import type { PackRule } from '../../../rule.ts'
import { isMarkdown } from '../../../pack-facts/text-files.ts'

export const duplicateEntity: PackRule = {
  codes: ['AK415'],
  needs: 'files',
  check(_subject, report, folder) {
    const first = new Map<string, string>()
    for (const path of folder.files) {
      if (!path.startsWith('wiki/entities/') || !isMarkdown(path) || /\/(?:index|readme)\.\w+$/i.test(path)) continue
      const title = pageTitle(folder.content(path) ?? '')
      if (title === undefined || fold(title) === '') continue
      const other = first.get(fold(title))
      if (other === undefined) first.set(fold(title), path)
      else
        report({
          code: 'AK415',
          message: `The entity "${title}" has a page of the same title, "${other}".`,
          file: path,
          range: startOfFile,
        })
    }
  },
}

const startOfFile = { start: { line: 1, column: 1 }, end: { line: 1, column: 1 } }
