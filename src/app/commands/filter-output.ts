import type { OutputFilter } from '../../model/command-card.ts'
import { linearPatterns } from '../../text/linear-pattern.ts'
import { importantLines, warns } from './important-lines.ts'

/** Shorter outputs cost little and stay as they are. */
const shortest = 20
/** The verdict of a build is at its end. */
const lastLines = 12
const firstLines = 6
/** Lines that are kept around an error when an output is cut. */
const around = { before: 2, after: 6 }

/**
 * Removes the known noise of commands from their output. Errors, verdicts and the end always stay, and the beginning
 * too when the output is cut to a number of lines. Every gap is marked.
 */
export function filterOutput(output: string, filters: readonly OutputFilter[]): string {
  // Binary output is left as it is.
  if (filters.length === 0 || output.includes('\0')) return output
  const written = output.split('\n')
  const important = importantLines(written.map(plainLine))
  const lines = written.map((line, place) => (important[place] ? line : withoutOverwritten(line)))
  return lines.length > shortest ? joined(lines, keptLines(lines, important, filters)) : lines.join('\n')
}

function keptLines(
  lines: readonly string[],
  important: readonly boolean[],
  filters: readonly OutputFilter[],
): readonly boolean[] {
  const noise = linearPatterns(filters.flatMap(({ noise: patterns }) => patterns))
  const end = lines.length - lastLines
  const quiet = lines.map((line, place) => place >= end || important[place] === true || !noise?.test(plainLine(line)))
  const most = filters.reduce((sum, { maxLines = Infinity }) => sum + maxLines, 0)
  return quiet.filter(Boolean).length > most
    ? cut({ quiet, important: alsoWarnings(lines, quiet, important), most })
    : quiet
}

/** The line without colours and carriage returns at its end, as patterns expect it. */
const plainLine = (line: string): string => line.slice(0, endOf(line)).replace(/\u001b\[[\d;?]*[A-Za-z]/g, '')

/** What a terminal finally shows of a line that was overwritten, such as progress. */
function withoutOverwritten(line: string): string {
  const end = endOf(line)
  return line.slice(line.lastIndexOf('\r', end - 1) + 1)
}

/** The length of a line without carriage returns at its end. */
function endOf(line: string): number {
  let end = line.length
  while (line[end - 1] === '\r') end -= 1
  return end
}

const alsoWarnings = (lines: readonly string[], quiet: readonly boolean[], important: readonly boolean[]): boolean[] =>
  important.map((isImportant, place) => isImportant || (quiet[place] === true && warns(plainLine(lines[place] ?? ''))))

interface Cutting {
  readonly quiet: readonly boolean[]
  readonly important: readonly boolean[]
  readonly most: number
}

/** Keeps the beginning, the end and the lines around errors, then the last of the other lines up to the maximum. */
function cut({ quiet, important, most }: Cutting): readonly boolean[] {
  const kept = important.map(
    (isImportant, place) => isImportant || place < firstLines || place >= important.length - lastLines,
  )
  important.forEach((isImportant, place) => {
    if (!isImportant) return
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

/** Joins the kept lines; a gap that is no longer than its mark stays. */
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
