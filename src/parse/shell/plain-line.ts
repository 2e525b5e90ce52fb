import type { Invocation } from './invocations.ts'
import { programIn } from './wrappers.ts'

/** The programs of a shell line. The parser, which takes longest to load, is loaded where a line is not plain. */
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

const operator = String.raw`(&&|\|\||[;|])`
const messages = String.raw`2>(?:&1|\/dev\/null)`
const quotedWord = String.raw`'([^'\n]*)'|"([^"\n$\x60\\]*)"`
/** A word with `=` that is no option may be an assignment. */
const bareWord = String.raw`([\w./:@%+,*-]+|-[\w./:@%+,*=-]*)`
const plainToken = new RegExp(` *(?:${operator}|(?:${messages}|${quotedWord}|${bareWord})(?=[ ;|]|&&|$))`, 'y')

const reserved = new Set(
  'if then else elif fi do done for while until in case esac function select time coproc'.split(' '),
)

/** None where the line is not plain. */
function plainCommands(line: string): readonly Invocation[] {
  const commands: Invocation[] = []
  let words: string[] = []
  for (let at = 0; at < line.length; at = plainToken.lastIndex) {
    plainToken.lastIndex = at
    const [token, joint, single, double, bare] = plainToken.exec(line) ?? []
    if (token === undefined || (bare !== undefined && reserved.has(bare))) return []
    const word = single ?? double ?? bare
    if (word !== undefined) words.push(word)
    if (joint === undefined) continue
    if (words.length === 0) return []
    commands.push({ words, isShown: joint !== '|' })
    words = []
  }
  return words.length === 0 ? [] : [...commands, { words, isShown: true }]
}
