import type { Structure } from './structure.ts'
import { Outline } from './units/outline.ts'
import { linesOf, type TextLine } from './units/text-lines.ts'

/** Comments, decorators and attributes directly above a declaration. */
const commentLine =
  /^(?:\/\/|#(?!include|define|if|endif|else|elif|pragma|undef)|\/\*|\*(?:\s|\/|$)|--|;;|"""|'''|@[\w.]|#\[|\[\w[\w.]*(?:\(|\]))/

interface Found extends CodeDeclaration {
  readonly start: number
  readonly level: number
}

/** Sections by declaration, with the comment above it; one level deeper inside classes and the like. */
export function readCode(text: string, from: number): Structure {
  const outline = new Outline(text, from)
  const lines = linesOf(text, from)
  const found = findDeclarations(text, lines)
  const first = found[0]?.start ?? text.length
  if (first > from) outline.code({ start: from, end: first })
  for (const [index, { start, level, name }] of found.entries()) {
    outline.heading({ level, title: name, start, bodyStart: start })
    outline.code({ start, end: found[index + 1]?.start ?? text.length })
  }
  return outline.finish()
}

function findDeclarations(text: string, lines: readonly TextLine[]): readonly Found[] {
  const found: Found[] = []
  let lead: number | undefined
  let outer: { readonly indent: number; inner: number | undefined } | undefined
  const comments = new BlockComments()
  for (const line of lines) {
    if (line.blank) {
      lead = undefined
      continue
    }
    const written = text.slice(line.content, Math.min(line.end, line.content + 300))
    if (comments.contains(written) || commentLine.test(written)) {
      lead ??= line.start
      continue
    }
    if (outer && line.indent > outer.indent) outer.inner ??= line.indent
    else if (outer && !/^[)\]}]/.test(written)) outer = undefined
    const inner = outer !== undefined && line.indent === outer.inner && line.indent > outer.indent
    const declaration = line.indent === 0 || inner ? declarationIn(written, inner) : undefined
    if (declaration) {
      found.push({ ...declaration, start: lead ?? line.start, level: inner ? 2 : 1 })
      if (!inner && declaration.holdsOthers) outer = { indent: line.indent, inner: undefined }
    }
    lead = undefined
  }
  return found
}

/** Tracks comments of several lines. */
class BlockComments {
  #close: string | undefined

  contains(written: string): boolean {
    if (this.#close !== undefined) {
      if (written.includes(this.#close)) this.#close = undefined
      return true
    }
    if (!written.startsWith('/*')) return false
    if (!written.includes('*/')) this.#close = '*/'
    return true
  }
}

interface CodeDeclaration {
  readonly name: string
  /** A class or the like, whose members are declarations of their own. */
  readonly holdsOthers: boolean
}

const words = (...lists: readonly string[]): ReadonlySet<string> => new Set(lists.join(' ').split(' '))

const modifiers = words(
  'export default declare public private protected internal static final abstract sealed open override async pub',
  'unsafe extern inline virtual data partial readonly local suspend companion case implicit lazy mutating required',
  'convenience synchronized native transient volatile constexpr friend explicit get set',
)
const holders = words(
  'class interface struct trait impl enum namespace module object protocol extension record union service message',
  'actor mixin contract',
)
const callables = words('function function* def fn func fun sub proc procedure defp defmodule defmacro macro rpc')
const values = words('const let var val type typealias typedef')
/** `resource "a" "b" {`, `query Name(` and the like: the whole line is the name. */
const blocks = words(
  'resource data variable output module provider locals terraform query mutation subscription fragment input scalar',
  'directive target job stage',
)
/** Words before a parenthesis that declare nothing. */
const notNames = words(
  'if for while switch catch return else do try with when until unless elif elsif foreach lock using throw new await',
  'yield assert print super this sizeof typeof delete case in not and or match select go defer',
)

const mostModifiers = 6
const modifier = /^([A-Za-z]+)(?:\([\w:]{1,30}\)|\s+"C")?\s+(?=\S)/
const template = /^template\s?<[^<>]{0,80}>\s*/
const keyword = /^([A-Za-z]+\*?)(?:<[^<>]{0,80}>)?\s+(?:\([^()]{0,100}\)\s{0,4})?(?:self\.|mut\s+)?(?=\S)/
const identifier = /^[\p{L}_$][\p{L}\p{N}_$.-]{0,100}[!?]?(?:(?:<[^<>]{0,80}>)?\sfor\s[\p{L}_$][\p{L}\p{N}_$]{0,100})?/u
const kinds = 'TABLE|VIEW|FUNCTION|PROCEDURE|INDEX|TYPE|TRIGGER|SCHEMA'
const statement = new RegExp(
  `^(?:CREATE|ALTER)\\s(?:[A-Z ]{1,40}\\s)?(?:${kinds})\\s+(?:IF NOT EXISTS\\s+)?([\\w."\`[\\]]{1,100})`,
  'i',
)
const shellFunction = /^([A-Za-z_][\w:-]{0,80})\s?\(\)\s*\{?\s*$/
const tableName = /^\[{1,2}([^[\]]{1,100})\]{1,2}\s*$/
/** `void start(int speed) {`, `start(speed) {`: a name, parameters, and nothing that calls or assigns. */
const result = '(?:[\\p{L}_$][\\p{L}\\p{N}_$<>[\\],.?*&:~ ]{0,120}[\\s*&~])?'
const method = new RegExp(
  `^${result}#?([\\p{L}_$~][\\p{L}\\p{N}_$:~]{0,100})\\s?(?:<[^<>]{0,80}>)?\\([^;=]{0,200}(?:\\)[^;=]{0,80}[{:]?|,)\\s*$`,
  'u',
)
const typedName = /[\s*&][\p{L}_$~][\p{L}\p{N}_$:~]*\s?\(/u

/** The declaration that a line begins, in any language; `inner`: a member of a class. */
function declarationIn(line: string, inner: boolean): CodeDeclaration | undefined {
  const rest = withoutModifiers(line)
  const found = keyword.exec(rest)
  const name = found && identifier.exec(rest.slice(found[0].length))?.[0]
  const word = found?.[1] ?? ''
  if (name && holders.has(word)) return { name, holdsOthers: true }
  if (name && (callables.has(word) || (!inner && values.has(word)))) return { name, holdsOthers: false }
  const other = (inner ? undefined : topLevelName(line)) ?? methodName(line, inner)
  return other === undefined ? undefined : { name: other, holdsOthers: false }
}

function withoutModifiers(line: string): string {
  let rest = line.replace(template, '')
  for (let count = 0; count < mostModifiers; count++) {
    const found = modifier.exec(rest)
    if (!found || !modifiers.has(found[1] ?? '')) break
    rest = rest.slice(found[0].length)
  }
  return /^const\s+(?:fn|enum)\s/.test(rest) ? rest.slice(5).trimStart() : rest
}

function topLevelName(line: string): string | undefined {
  const found = statement.exec(line)?.[1] ?? shellFunction.exec(line)?.[1] ?? tableName.exec(line)?.[1]
  if (found !== undefined) return found
  const opening = /^([a-z]+)\s+(?:"?[\w.-]{1,80}"?\s{0,4}){0,3}(?=[{(=])/.exec(line)
  return opening && blocks.has(opening[1] ?? '') ? opening[0].replace(/"/g, '').replace(/\s+/g, ' ').trim() : undefined
}

/** At the top level a type precedes the name; without one it is a call. */
function methodName(line: string, inner: boolean): string | undefined {
  const name = method.exec(line)?.[1]
  const first = /^[\p{L}_$#]+/u.exec(line)?.[0] ?? ''
  if (name === undefined || notNames.has(name) || notNames.has(first)) return undefined
  return inner || typedName.test(line.slice(0, 200)) ? name : undefined
}
