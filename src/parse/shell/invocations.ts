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

/** The programs that a shell line calls, in their order. What cannot be read calls none. */
export function invocationsIn(script: string): readonly Invocation[] {
  const found: Invocation[] = []
  collect(script, { found, isShown: true, depth: 0 })
  return found
}

interface Collecting {
  readonly found: Invocation[]
  readonly isShown: boolean
  readonly depth: number
}

function collect(script: string, collecting: Collecting): void {
  try {
    visit(parse(script.slice(0, scriptLength)), collecting)
  } catch {
    // The parser recovers from errors; what was found before one that it does not expect stays.
  }
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
    forEachChild(node, (child) => visit(child, within))
  }
}

function add({ name, args }: Command, { found, isShown, depth }: Collecting): void {
  if (!name) return
  const program = programIn([name.value, ...args.flatMap((one) => ('value' in one ? [String(one.value)] : []))])
  if ('script' in program) {
    if (depth < 3) collect(program.script, { found, isShown, depth: depth + 1 })
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
