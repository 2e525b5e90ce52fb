import { scanSections } from '../../../text/markdown/sections.ts'
import type { Folder } from '../../folder.ts'
import { contextMapOf } from '../../pack-facts/guide-targets.ts'
import type { PackRule, PackSubject } from '../../rule.ts'
import { isMarkdown, textFiles } from '../../pack-facts/text-files.ts'

const boundaryWords =
  /\b(?:boundar(?:y|ies)|taboos?|limits?|limitations?|guardrails?|red lines?|off[- ]limits|out of scope|do not|don't|never)\b|边界|界限|禁忌|禁区|红线|限制|境界|禁止|タブー/i

const mentionsBoundaries = (text: string): boolean =>
  boundaryWords.test(text.replaceAll(/[_/.-]/g, ' ')) || boundaryWords.test(text)

/** A label such as "Boundaries:", or a line or list item that starts with a prohibition. */
const boundaryLine =
  /^[ \t>]{0,8}(?:(?:[-*+]|\d{1,3}[.)])[ \t]{1,4})?(?:\*\*|__)?(?:(?:boundar(?:y|ies)|taboos?|limits|red lines|边界|禁忌|禁区|红线)(?:\*\*|__)?[ \t]{0,4}[:：]|(?:never|do not|don['’]t)\b|禁止|不要|绝不)/imu

/** Boundaries may be in the guide, in the context map, or in a page of a selectable layer (AK-085). */
export const personaBoundariesIncomplete: PackRule = {
  codes: ['AK604'],
  needs: 'files',
  check(subject, report, folder) {
    if (subject.head.runtime?.mode !== 'persona') return
    if (guideHasBoundaries(subject) || pagesHaveBoundaries(folder)) return
    report({
      code: 'AK604',
      message: 'The mode is "persona", but the pack has no boundaries.',
      pointer: '/runtime/mode',
    })
  },
}

function guideHasBoundaries(subject: PackSubject): boolean {
  return (
    boundaryLine.test(subject.text.slice(subject.bodyStart)) ||
    scanSections(subject.text, subject.bodyStart).some(({ title }) => mentionsBoundaries(title)) ||
    contextMapOf(subject).entries.some(({ path, hint }) => mentionsBoundaries(path) || mentionsBoundaries(hint))
  )
}

function pagesHaveBoundaries(folder: Folder): boolean {
  const pages = textFiles(folder).filter((path) => /^(?:compiled|documents|wiki)\//.test(path) && isMarkdown(path))
  return (
    pages.some(mentionsBoundaries) ||
    pages.some((path) => scanSections(folder.content(path) ?? '').some(({ title }) => mentionsBoundaries(title)))
  )
}
