import type { Invocation } from './invocations.ts'
import { programIn } from './wrappers.ts'

/** The programs of a shell line. The parser is loaded where the line is not plain: that takes longer than to read the line. */
export const readLine = async (line: string): Promise<readonly Invocation[]> =>
  plainInvocations(line) ?? (await import('./invocations.ts')).invocationsIn(line)

const longestLine = 1000
const mostCommands = 40

/**
 * The programs of a line of commands that are joined by `&&`, `||`, `;` and `|` and have no expansions, assignments and
 * files to write to; the same as of the parser. `undefined` for any other line.
 */
export function plainInvocations(line: string): readonly Invocation[] | undefined {
  const commands = line.length > longestLine ? [] : plainCommands(line)
  if (commands.length === 0 || commands.length > mostCommands) return undefined
  const found: Invocation[] = []
  for (const { words, isShown } of commands) {
    const program = programIn(words)
    if ('script' in program) return undefined
    if (program.words.length > 0) found.push({ words: program.words, isShown })
  }
  return found
}

/** An operator; or messages sent elsewhere, a word in quotes, or one without, where `=` in a word that is no option assigns. */
const plainToken =
  / *(?:(&&|\|\||[;|])|(?:2>(?:&1|\/dev\/null)|'([^'\n]*)'|"([^"\n$`\\]*)"|([\w./:@%+,*-]+|-[\w./:@%+,*=-]*))(?=[ ;|]|&&|$))/y

const reserved = new Set(
  'if then else elif fi do done for while until in case esac function select time coproc'.split(' '),
)

/** None where the line is not plain. */
function plainCommands(line: string): readonly Invocation[] {
  const commands: Invocation[] = []
  let words: string[] = []
  for (let at = 0; at < line.length; at = plainToken.lastIndex) {
    plainToken.lastIndex = at
    const [token, operator, single, double, bare] = plainToken.exec(line) ?? []
    if (token === undefined || (bare !== undefined && reserved.has(bare))) return []
    const word = single ?? double ?? bare
    if (word !== undefined) words.push(word)
    if (operator === undefined) continue
    if (words.length === 0) return []
    commands.push({ words, isShown: operator !== '|' })
    words = []
  }
  return words.length === 0 ? [] : [...commands, { words, isShown: true }]
}
