import { guideHasBoundaries, hasBoundaryTitle, mentionsBoundaries } from '../../../../parse/pack/persona-boundaries.ts'
import type { Folder } from '../../../folder.ts'
import { contextMapOf } from '../../../pack-facts/guide-targets.ts'
import type { PackRule } from '../../../rule.ts'
import { isMarkdown, textFiles } from '../../../pack-facts/text-files.ts'

/** Boundaries may be in the guide, in the context map, or in a page of a selectable layer (AK-085). */
export const personaBoundariesIncomplete: PackRule = {
  codes: ['AK604'],
  needs: 'files',
  check(subject, report, folder) {
    if (subject.head.runtime?.mode !== 'persona') return
    if (guideHasBoundaries(subject.text, subject.bodyStart, contextMapOf(subject)) || pagesHaveBoundaries(folder))
      return
    report({
      code: 'AK604',
      message: 'The mode is "persona", but the pack has no boundaries.',
      pointer: '/runtime/mode',
    })
  },
}

function pagesHaveBoundaries(folder: Folder): boolean {
  const pages = textFiles(folder).filter((path) => /^(?:compiled|documents|wiki)\//.test(path) && isMarkdown(path))
  return pages.some(mentionsBoundaries) || pages.some((path) => hasBoundaryTitle(folder.content(path) ?? ''))
}
