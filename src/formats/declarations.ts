export interface Declaration {
  readonly name: string
  /** A class or the like, whose members are declarations of their own. */
  readonly holdsOthers: boolean
}

const modifiers =
  '(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|sealed|open|override|async|pub(?:\\([\\w:]{1,30}\\))?|unsafe|extern|inline|virtual|data|partial|const(?= (?:fn|enum))|readonly|local|suspend|companion|case|implicit|lazy|mutating|required|convenience|synchronized|native|transient|volatile|constexpr|friend|explicit|template<[^<>]{0,80}>|"C"|get|set)\\s{1,8}){0,6}'
const identifier = '[\\p{L}_$][\\p{L}\\p{N}_$.-]{0,100}[!?]?'

const holding = new RegExp(`^${modifiers}(?:class|interface|struct|trait|impl(?:<[^<>]{0,80}>)?|enum|namespace|module|object|protocol|extension|record|union|service|message|actor|mixin|contract)\\s{1,8}(${identifier}(?:(?:<[^<>]{0,80}>)?\\sfor\\s${identifier})?)`, 'u')
const callable = new RegExp(`^${modifiers}(?:function\\*?|def|fn|func|fun|sub|proc|procedure|defp|defmodule|defmacro|macro|rpc)\\s{1,8}(?:\\([^()]{0,100}\\)\\s{0,4})?(?:self\\.)?(${identifier})`, 'u')
const value = new RegExp(`^${modifiers}(?:const|let|var|val|type|typealias|typedef|static|final)\\s{1,8}(?:mut\\s)?(${identifier})`, 'u')
const statement = /^(?:CREATE(?:\s+OR\s+REPLACE)?(?:\s+(?:TEMP|TEMPORARY|UNIQUE|MATERIALIZED))?|ALTER)\s+(?:TABLE|VIEW|FUNCTION|PROCEDURE|INDEX|TYPE|TRIGGER|SCHEMA)\s+(?:IF\s+NOT\s+EXISTS\s+)?([\w."`[\]]{1,100})/i
const block = /^(?:resource|data|variable|output|module|provider|locals|terraform|query|mutation|subscription|fragment|input|scalar|directive|target|job|stage)\s+(?:"?[\w.-]{1,80}"?\s*){0,3}[{(=]/
const shellFunction = /^([A-Za-z_][\w:-]{0,80})\s?\(\)\s*\{?\s*$/
const section = /^\[{1,2}([^[\]]{1,100})\]{1,2}\s*$/
const method = /^(?:[\p{L}_$][\p{L}\p{N}_$<>[\],.?*&:~ ]{0,120}[\s*&~])?#?([\p{L}_$~][\p{L}\p{N}_$:~]{0,100})\s?(?:<[^<>]{0,80}>)?\([^;=]{0,200}(?:\)[^;=]{0,80}[{:]?|,)\s*$/u
const notNames = new Set('if for while switch catch return else do try with when until unless elif elsif foreach lock using throw new await yield assert print super this sizeof typeof delete case in not and or match select go defer'.split(' '))

/** The declaration that a line begins, in whatever language; `inner`: a member of a class. */
export function declarationIn(line: string, inner: boolean): Declaration | undefined {
  const outer = holding.exec(line)?.[1]
  if (outer !== undefined) return { name: outer, holdsOthers: true }
  const named = callable.exec(line)?.[1] ?? (inner ? undefined : topLevelName(line))
  if (named !== undefined) return { name: named, holdsOthers: false }
  const called = method.exec(line)?.[1]
  const word = /^[\p{L}_$#]+/u.exec(line)?.[0] ?? ''
  if (called === undefined || notNames.has(called) || notNames.has(word)) return undefined
  return inner || /[\s*&][\p{L}_$~][\p{L}\p{N}_$:~]*\s?\(/u.test(line.slice(0, 200)) ? { name: called, holdsOthers: false } : undefined
}

function topLevelName(line: string): string | undefined {
  const found = value.exec(line)?.[1] ?? statement.exec(line)?.[1] ?? shellFunction.exec(line)?.[1] ?? section.exec(line)?.[1]
  if (found !== undefined) return found
  return block.test(line) ? line.replace(/[{(=].*$/, '').replace(/"/g, '').replace(/\s+/g, ' ').trim() : undefined
}
