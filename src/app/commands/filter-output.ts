import type { OutputFilter } from '../../model/command-card.ts'
import { linearPattern } from '../../text/linear-pattern.ts'

export interface FilteredOutput {
  readonly text: string
  /** Lines that were left out. */
  readonly dropped: number
}

/** Shorter outputs cost little and stay as they are. */
const shortest = 20
/** The verdict of a build stands at its end. */
const lastLines = 12
const firstLines = 6
/** Lines that are kept around one that tells of an error where an output is cut. */
const around = { before: 2, after: 6 }

/** Words of errors and verdicts: such a line is never left out. */
const telling =
  /error|fail|fatal|exception|panic|abort|denied|refused|forbidden|cannot|can't|could ?n[o']t|unable|not found|no such|undefined|unresolved|invalid|illegal|traceback|assert|killed|segmentation|core dumped|timed? ?out|missing|conflict|mismatch|rejected|vulnerab|critical|unexpected|expected|caused by|exit(?:ed)? (?:code|status|with)|non-zero|out of memory|✗|✘|✖|❌|×|\bBUILD\b|\b(?:tests?|suites?|specs?|examples?|passed|passing|skipped|success(?:ful(?:ly)?)?|succeeded|summary|result|total|finished|completed?|done)\b/i

/**
 * The output of commands whose noise is known, without that noise. Lines of errors and verdicts, the beginning of a long output
 * and its end always stay; every gap is marked.
 */
export function filterOutput(output: string, filters: readonly OutputFilter[]): FilteredOutput {
  const lines = output.split('\n')
  if (lines.length <= shortest || filters.length === 0) return { text: output, dropped: 0 }
  const noise = filters.flatMap(({ noise: patterns }) => patterns.flatMap((one) => linearPattern(one) ?? []))
  const end = lines.length - lastLines
  const isNoise = (line: string, place: number): boolean =>
    place < end && !telling.test(line) && (isRepeated(lines, place) || noise.some((pattern) => pattern.test(line)))
  const quiet = lines.map((line, place) => !isNoise(line, place))
  const most = filters.reduce((sum, { maxLines = Infinity }) => sum + maxLines, 0)
  const kept = quiet.filter(Boolean).length > most ? cut(lines, quiet, most) : quiet
  return joined(lines, kept)
}

/** The same line as before it, as progress prints it. */
const isRepeated = (lines: readonly string[], place: number): boolean =>
  place > 0 && lines[place]?.trim() !== '' && lines[place] === lines[place - 1]

/** Keeps the beginning, the end and what surrounds errors; of the rest what comes last, up to so many lines. */
function cut(lines: readonly string[], quiet: readonly boolean[], most: number): readonly boolean[] {
  const kept = lines.map((line, place) => place < firstLines || place >= lines.length - lastLines || telling.test(line))
  lines.forEach((line, place) => {
    if (!telling.test(line)) return
    for (let near = place - around.before; near <= place + around.after; near++) if (quiet[near]) kept[near] = true
  })
  let room = most - kept.filter(Boolean).length
  for (let place = lines.length - 1; place >= 0 && room > 0; place--)
    if (quiet[place] && !kept[place]) {
      kept[place] = true
      room -= 1
    }
  return kept
}

function joined(lines: readonly string[], kept: readonly boolean[]): FilteredOutput {
  const shown: string[] = []
  let dropped = 0
  let gap = 0
  const closeGap = (): void => {
    if (gap > 0) shown.push(`[… ${gap} ${gap === 1 ? 'line' : 'lines'} left out]`)
    gap = 0
  }
  lines.forEach((line, place) => {
    if (kept[place]) {
      closeGap()
      shown.push(line)
    } else {
      gap += 1
      dropped += 1
    }
  })
  closeGap()
  return { text: shown.join('\n'), dropped }
}
