import { normalizePath, pathProblem } from '../../text/paths.ts'
import { scanSections } from '../../text/sections.ts'
import type { Folder } from '../folder.ts'
import { contextMapOf } from '../guide-targets.ts'
import type { PackRule, PackSubject } from '../rule.ts'
import { isMarkdown } from '../text-files.ts'

const boundaryWords =
  /\b(?:boundar(?:y|ies)|taboos?|limits?|limitations?|guardrails?|red lines?|off[- ]limits|out of scope|do not|don't|never)\b|边界|界限|禁忌|禁区|红线|限制|境界|禁止|タブー/i

const speaksOfBoundaries = (text: string): boolean => boundaryWords.test(text.replaceAll(/[_/.-]/g, ' ')) || boundaryWords.test(text)

/** Boundaries may be a section of the guide or of the primary document, a line of the context map, or a compiled file (AK-085). */
export const personaBoundariesIncomplete: PackRule = {
  codes: ['AK604'],
  needs: 'files',
  check(subject, report, folder) {
    if (subject.head.runtime?.mode !== 'persona') return
    if (guideHasBoundaries(subject) || compiledHasBoundaries(folder) || documentHasBoundaries(subject, folder)) return
    report({ code: 'AK604', message: 'The mode is "persona", but the pack gives no boundaries.', pointer: '/runtime/mode' })
  },
}

function guideHasBoundaries(subject: PackSubject): boolean {
  return (
    scanSections(subject.text, subject.bodyStart).some(({ title }) => speaksOfBoundaries(title)) ||
    contextMapOf(subject).entries.some(({ path, hint }) => speaksOfBoundaries(path) || speaksOfBoundaries(hint))
  )
}

function compiledHasBoundaries(folder: Folder): boolean {
  return folder.files.some((path) => path.startsWith('compiled/') && isMarkdown(path) && speaksOfBoundaries(path))
}

function documentHasBoundaries({ head }: PackSubject, folder: Folder): boolean {
  const path = head.metadata?.primaryDocument
  const text = path === undefined || pathProblem(path) ? undefined : folder.content(normalizePath(path))
  return text !== undefined && scanSections(text).some(({ title }) => speaksOfBoundaries(title))
}
