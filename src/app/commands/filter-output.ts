import type { OutputFilter } from '../../model/command.ts'
import { linearPatterns } from '../../text/linear-pattern.ts'
import { tellingLines, warns } from './telling-lines.ts'

/** Shorter outputs cost little and stay as they are. */
const shortest = 20
/** The verdict of a build stands at its end. */
const lastLines = 12
const firstLines = 6
/** Lines that are kept around one that tells of an error where an output is cut. */
const around = { before: 2, after: 6 }

/**
 * The output of commands whose noise is known, without that noise. Lines of errors and verdicts and the end of an output
 * always stay, where it is cut to a number of lines its beginning too; every gap is marked.
 */
export function filterOutput(output: string, filters: readonly OutputFilter[]): string {
  // Binary output is nobody's noise.
  if (filters.length === 0 || output.includes('\0')) return output
  const written = output.split('\n')
  const telling = tellingLines(written.map(plainLine))
  const lines = written.map((line, place) => (telling[place] ? line : withoutOverwritten(line)))
  return lines.length > shortest ? joined(lines, keptLines(lines, telling, filters)) : lines.join('\n')
}

function keptLines(
  lines: readonly string[],
  telling: readonly boolean[],
  filters: readonly OutputFilter[],
): readonly boolean[] {
  const noise = linearPatterns(filters.flatMap(({ noise: patterns }) => patterns))
  const end = lines.length - lastLines
  const quiet = lines.map((line, place) => place >= end || telling[place] === true || !noise?.test(plainLine(line)))
  const most = filters.reduce((sum, { maxLines = Infinity }) => sum + maxLines, 0)
  return quiet.filter(Boolean).length > most
    ? cut({ quiet, telling: alsoWarnings(lines, quiet, telling), most })
    : quiet
}

/** The line without colours and the carriage return of CRLF, as patterns and words expect it. */
const plainLine = (line: string): string => line.slice(0, endOf(line)).replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')

/** What a terminal shows of a line that was written over and over, as progress is. */
function withoutOverwritten(line: string): string {
  const end = endOf(line)
  return line.slice(line.lastIndexOf('\r', end - 1) + 1)
}

/** Where a line ends without the carriage returns after it. */
function endOf(line: string): number {
  let end = line.length
  while (line[end - 1] === '\r') end -= 1
  return end
}

const alsoWarnings = (lines: readonly string[], quiet: readonly boolean[], telling: readonly boolean[]): boolean[] =>
  telling.map((tells, place) => tells || (quiet[place] === true && warns(plainLine(lines[place] ?? ''))))

interface Cutting {
  readonly quiet: readonly boolean[]
  readonly telling: readonly boolean[]
  readonly most: number
}

/** Keeps the beginning, the end and what surrounds errors; of the rest what comes last, up to so many lines. */
function cut({ quiet, telling, most }: Cutting): readonly boolean[] {
  const kept = telling.map((tells, place) => tells || place < firstLines || place >= telling.length - lastLines)
  telling.forEach((tells, place) => {
    if (!tells) return
    for (let near = place - around.before; near <= place + around.after; near++) if (quiet[near]) kept[near] = true
  })
  let room = most - kept.filter(Boolean).length
  for (let place = kept.length - 1; place >= 0 && room > 0; place--)
    if (quiet[place] && !kept[place]) {
      kept[place] = true
      room -= 1
    }
  return kept
}

/** The kept lines; a gap that takes no more room than its mark stays as it is. */
function joined(lines: readonly string[], kept: readonly boolean[]): string {
  const shown: string[] = []
  let gap: string[] = []
  let isFirst = true
  const closeGap = (): void => {
    const mark = `[… ${gap.length} ${gap.length === 1 ? 'line' : 'lines'} left out${isFirst ? wayToAll : ''}]`
    if (gap.join('\n').length <= mark.length) shown.push(...gap)
    else {
      shown.push(mark)
      isFirst = false
    }
    gap = []
  }
  lines.forEach((line, place) => {
    if (!kept[place]) gap.push(line)
    else {
      if (gap.length > 0) closeGap()
      shown.push(line)
    }
  })
  if (gap.length > 0) closeGap()
  return shown.join('\n')
}

const wayToAll = '; redirect the output to a file to keep them'
