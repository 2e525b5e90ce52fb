import { indexCopies } from '../../../../text/detect/copies.ts'
import type { PackRule } from '../../../rule.ts'
import { isMarkdown, reportInText, textFiles } from '../../../pack-facts/text-files.ts'

/** One finding per view, where it starts to repeat a source. Splits repeat their document by design. */
export const rawSourceCopied: PackRule = {
  codes: ['AK609'],
  needs: 'files',
  check(_subject, report, folder) {
    const files = textFiles(folder)
    const views = files.filter(
      (path) => path.startsWith('compiled/') && !path.startsWith('compiled/splits/') && isMarkdown(path),
    )
    if (views.length === 0) return
    const sources = files
      .filter((path) => path.startsWith('sources/'))
      .map((path) => ({ path, text: folder.content(path) ?? '' }))
    const index = indexCopies(sources)
    for (const view of views) {
      const text = folder.content(view) ?? ''
      const copy = index.find(text)
      if (copy)
        reportInText(
          text,
          view,
          [
            {
              code: 'AK609',
              span: copy.span,
              message: `The view repeats a long passage of "${copy.path}" word for word.`,
            },
          ],
          report,
        )
    }
  },
}
