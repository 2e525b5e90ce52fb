import type { Invocation } from './invocations.ts'
import { programIn } from './wrappers.ts'

/** The programs of a shell line. The parser is loaded where the line is not plain: that takes longer than to read the line. */
export const readLine = async (line: string): Promise<readonly Invocation[]> =>
  plainInvocations(line) ?? (await import('./invocations.ts')).invocationsIn(line)

const longestLine = 1000
const mostCommands = 40

/** An assignment has `=` in a word that is no option. */
const plainWord = /^(?:[\w./:@%+,-]+|-[\w./:@%+,=-]*)$/
const reserved = new Set(
  'if then else elif fi do done for while until in case esac function select time coproc'.split(' '),
)

/**
 * The programs of a line that has only words without quotes, expansions and redirections, joined by `&&`, `||`, `;` and `|`;
 * the same as of the parser. `undefined` for any other line.
 */
export function plainInvocations(line: string): readonly Invocation[] | undefined {
  if (line.length > longestLine) return undefined
  const parts = line.split(/(&&|\|\||[;|])/)
  if (parts.length > 2 * mostCommands) return undefined
  const found: Invocation[] = []
  for (let place = 0; place < parts.length; place += 2) {
    const words = (parts[place] ?? '').split(' ').filter((word) => word !== '')
    if (words.length === 0 || !words.every((word) => plainWord.test(word) && !reserved.has(word))) return undefined
    const program = programIn(words)
    if ('script' in program) return undefined
    if (program.words.length > 0) found.push({ words: program.words, isShown: parts[place + 1] !== '|' })
  }
  return found
}
