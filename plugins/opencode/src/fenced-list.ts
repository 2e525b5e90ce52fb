import { relative } from 'node:path'
import { countTokens, fenceText, type Fenced, type UsableUnit } from 'lorefence'

export interface ListOptions {
  readonly name: string
  readonly maxTokens: number
  /** With it, each line says which file of this folder it is about. */
  readonly directory?: string
}

/** One line a unit, fenced as data; as many as the budget holds, and nothing where there are none or no line fits. */
export async function fencedList(
  units: readonly UsableUnit[],
  { name, maxTokens, directory }: ListOptions,
): Promise<Fenced | undefined> {
  const lines = units.map(
    ({ ref, intent, file }) =>
      `${directory === undefined ? '' : `${relative(directory, file)} · `}${ref}: ${inOneLine(intent)}`,
  )
  const listOf = (count: number): Fenced => {
    const left = lines.length - count
    return fenceText([...lines.slice(0, count), ...(left > 0 ? [`(${left} more not listed)`] : [])].join('\n'), {
      name,
    })
  }
  // A line costs more than a token, so that no list is counted which could never fit.
  let [fits, tooMany] = [0, Math.min(lines.length, maxTokens) + 1]
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2)
    if ((await countTokens(listOf(middle))) <= maxTokens) fits = middle
    else tooMany = middle
  }
  return fits === 0 ? undefined : listOf(fits)
}

const longestIntent = 160

function inOneLine(intent: string): string {
  const line = intent.replace(/\s+/g, ' ').trim()
  return line.length > longestIntent ? `${line.slice(0, longestIntent - 1)}…` : line
}
