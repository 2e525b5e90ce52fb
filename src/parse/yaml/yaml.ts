import { YAMLException, parseEvents, type Event } from 'js-yaml'
import type { Span } from '../../model/codes/diagnostic.ts'
import { limits } from '../../model/limits.ts'
import { YamlBuilder, tooDeep } from './build-yaml.ts'
import { locateInYaml } from './locate-yaml.ts'
import type { Tree } from './tree.ts'
import { findSlip, type Slip } from './usual-slips.ts'

export interface YamlProblem {
  readonly kind: 'invalid' | 'unsafe' | 'duplicate' | 'limit'
  readonly message: string
  readonly span: Span
  readonly help?: string
  readonly replacement?: Slip['replacement']
  readonly pointer?: string
  readonly related?: { readonly message: string; readonly pointer: string; readonly span: Span }
}

export interface YamlResult {
  /** Absent when there is a problem. */
  readonly tree?: Tree
  readonly problems: readonly YamlProblem[]
}

/**
 * YAML 1.2 core schema without tags, aliases or merge keys. The parser's events are kept, so that positions
 * are found without a second parse and only when something is reported.
 */
export function parseYaml(text: string): YamlResult {
  if (exceedsNodes(text))
    return refused('limit', `The YAML has more than ${limits.nodes} lines, colons, commas, dashes and brackets.`, 0)
  let events: Event[]
  try {
    // The parser counts a scalar, and the attempt to read a key, as levels of their own; the builder counts exactly.
    events = parseEvents(text, { maxDepth: limits.depth + 2 })
  } catch (error) {
    return syntaxProblem(error, text)
  }
  if (events.length > limits.nodes) return refused('limit', `The YAML has more than ${limits.nodes} nodes.`, 0)
  const builder = new YamlBuilder(text)
  const value = builder.build(events)
  if (builder.problems.length > 0) return { problems: builder.problems }
  return {
    tree: { value, numbers: builder.numbers, locate: (wanted) => locateInYaml(events, text, wanted) },
    problems: [],
  }
}

function refused(kind: YamlProblem['kind'], message: string, at: number): YamlResult {
  return { problems: [{ kind, message, span: { start: at, end: at + 1 } }] }
}

function syntaxProblem(error: unknown, text: string): YamlResult {
  if (!(error instanceof YAMLException)) return refused('invalid', 'The YAML cannot be read.', 0)
  const at = Math.min(error.mark?.position ?? 0, text.length)
  if (error.reason.startsWith('nesting exceeded')) return refused('limit', tooDeep, at)
  const slip = findSlip(text, at, stopOf)
  if (slip)
    return {
      problems: [
        { kind: 'invalid', ...slip, help: `${capital(slip.replacement.title)}; "lorefence validate . --fix" does it.` },
      ],
    }
  // The reason may quote the document at any length.
  const [problem] = refused('invalid', `The YAML cannot be read: ${error.reason.slice(0, 120)}.`, at).problems
  const help = remedies.find(([pattern]) => pattern.test(error.reason))?.[1]
  return { problems: problem ? [{ ...problem, ...(help ? { help } : {}) }] : [] }
}

/** Where the parser stops; `undefined` when it gets to the end. */
function stopOf(text: string): number | undefined {
  try {
    parseEvents(text, { maxDepth: limits.depth + 2 })
    return undefined
  } catch (error) {
    return error instanceof YAMLException ? (error.mark?.position ?? 0) : 0
  }
}

const capital = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`

/** The most likely fix, by the parser's message. */
const remedies: readonly (readonly [RegExp, string])[] = [
  [
    /bad indentation of a mapping entry|can not read a block mapping entry|multiline key/,
    'Put a space after the colon, quotes around text that contains ": " or starts with a sign, or fix the indentation.',
  ],
  [/deficient indentation/, 'Close the quote or bracket above, or fix the indentation.'],
  [/tab characters/, 'Indent with spaces.'],
  [/within a (?:single|double) quoted scalar/, 'Close the quote.'],
  [
    /within a flow collection|missed comma between flow collection entries/,
    'Close the bracket, and put a comma between entries.',
  ],
  [/unknown escape sequence/, 'Double the backslash, or use single quotes.'],
]

/**
 * Every node but the first needs one of these before it. The parser keeps an object for each node and has no limit, so
 * a text with more of them than `limits.nodes` is not parsed.
 */
const nodeMarks = [',', ':', '[', '{', '- ', '-\t', '? ', '?\t']

function exceedsNodes(text: string): boolean {
  if (text.length <= limits.nodes) return false
  let marks = Math.max(count(text, '\n'), count(text, '\r'))
  for (const mark of nodeMarks) marks += count(text, mark)
  return marks > limits.nodes
}

/** Counts no further than the limit. */
function count(text: string, mark: string): number {
  let found = 0
  for (let at = text.indexOf(mark); at >= 0 && found <= limits.nodes; at = text.indexOf(mark, at + mark.length))
    found += 1
  return found
}
