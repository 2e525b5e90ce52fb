import { scanSections } from '../../text/markdown/sections.ts'
import { readContextMap, type ContextMap } from './context-map.ts'

const boundaryWords = new RegExp(
  [
    /\b(?:boundar(?:y|ies)|taboos?|limits?|limitations?|guardrails?|red lines?|off[- ]limits)\b/,
    /\b(?:out of scope|do not|don't|never)\b/,
    /边界|界限|禁忌|禁区|红线|限制|境界|禁止|タブー/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'i',
)

/** A label such as "Boundaries:", or a line or list item that starts with a prohibition. */
const boundaryLine =
  /^[ \t>]{0,8}(?:(?:[-*+]|\d{1,3}[.)])[ \t]{1,4})?(?:\*\*|__)?(?:(?:boundar(?:y|ies)|taboos?|limits|red lines|边界|禁忌|禁区|红线)(?:\*\*|__)?[ \t]{0,4}[:：]|(?:never|do not|don['’]t)\b|禁止|不要|绝不)/imu

/** Whether a path or title mentions boundaries. */
export const mentionsBoundaries = (text: string): boolean =>
  boundaryWords.test(text.replaceAll(/[_/.-]/g, ' ')) || boundaryWords.test(text)

export const hasBoundaryTitle = (text: string, from = 0): boolean =>
  scanSections(text, from).some(({ title }) => mentionsBoundaries(title))

/** Boundaries in the guide of a persona, or in its context map (AK-085). */
export function guideHasBoundaries(
  guide: string,
  bodyStart: number,
  { entries }: ContextMap = readContextMap(guide, bodyStart),
): boolean {
  return (
    boundaryLine.test(guide.slice(bodyStart)) ||
    hasBoundaryTitle(guide, bodyStart) ||
    entries.some(({ path, hint }) => mentionsBoundaries(path) || mentionsBoundaries(hint))
  )
}
