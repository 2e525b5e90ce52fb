import { forEachChild, parse, type Command, type SyntaxNode } from 'unbash'
import { programIn } from './wrappers.ts'

/** Characters of a script that are read: the parser may need the square of their number. */
const scriptLength = 2000
const mostInvocations = 50

/** A program that a shell line calls, without `sudo`, `npx` and the like. */
export interface Invocation {
  /** Its name and its arguments, as far as they are literal. */
  readonly words: readonly string[]
  /** Whether its standard output is what the line prints: not piped on, redirected or substituted. */
  readonly isShown: boolean
}

/** The programs that a shell line calls, in their order. Where not all of it could be read, one is called `?`. */
export function invocationsIn(script: string): readonly Invocation[] {
  const found: Invocation[] = []
  const defined = new Set<string>()
  collect(script, { found, defined, isShown: true, depth: 0 })
  return found.map(({ words: [name = '', ...args], isShown }) => ({
    words: [defined.has(name) ? `${name}()` : name, ...args],
    isShown,
  }))
}

interface Collecting {
  readonly found: Invocation[]
  /** Names of functions that the script defines: no programs. */
  readonly defined: Set<string>
  readonly isShown: boolean
  readonly depth: number
}

/** The part that was not read may run anything. */
const unread = '?'

function collect(script: string, collecting: Collecting): void {
  const { found, isShown } = collecting
  let isWhole = script.length <= scriptLength
  try {
    const read = parse(script.slice(0, scriptLength))
    isWhole &&= !read.errors?.length
    visit(read, collecting)
  } catch {
    // Keeps what was found before an unexpected error of the parser.
    isWhole = false
  }
  if (!isWhole || found.length >= mostInvocations) found.push({ words: [unread], isShown })
}

function visit(node: SyntaxNode, collecting: Collecting): void {
  if (collecting.found.length >= mostInvocations) return
  const within = { ...collecting, isShown: collecting.isShown && !hidesOutput(node) }
  if (node.type === 'Pipeline')
    node.commands.forEach((command, place) =>
      visit(command, { ...within, isShown: within.isShown && place === node.commands.length - 1 }),
    )
  else {
    if (node.type === 'Command') add(node, within)
    if (node.type === 'Function') within.defined.add(node.name.text)
    forEachChild(node, (child) => visit(child, within))
  }
}

function add({ name, args }: Command, { found, defined, isShown, depth }: Collecting): void {
  if (!name) return
  const program = programIn([
    name.value,
    ...args.flatMap((one) => ('value' in one && typeof one.value === 'string' ? [one.value] : [])),
  ])
  if ('script' in program) {
    if (depth < 3) collect(program.script, { found, defined, isShown, depth: depth + 1 })
    else found.push({ words: [unread], isShown })
  } else if (program.words.length > 0) found.push({ words: program.words, isShown })
}

function hidesOutput(node: SyntaxNode): boolean {
  if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution') return true
  if (node.type !== 'Command' && node.type !== 'Redirected') return false
  return node.redirects.some(
    ({ operator, descriptor }) =>
      /^&?>/.test(operator) &&
      !operator.startsWith('>&') &&
      (descriptor === undefined || (descriptor.type === 'FileDescriptor' && descriptor.value === 1)),
  )
}
