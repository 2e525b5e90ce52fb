/** One table header or one `key = value` of a TOML text, by its place. */
export interface TomlStatement {
  readonly kind: 'table' | 'tables' | 'pair'
  readonly keys: readonly string[]
  readonly start: number
  /** Where the value starts; of a header, its end. */
  readonly value: number
  readonly end: number
  /** Start of the next line, behind a comment. */
  readonly next: number
}

export type TomlScan =
  | { readonly ok: true; readonly statements: readonly TomlStatement[] }
  | { readonly ok: false; readonly at: number }

/** Finds where statements start and end; values are not validated. */
export function scanToml(text: string): TomlScan {
  const statements: TomlStatement[] = []
  let at = skipBlank(text, 0)
  while (at < text.length) {
    const statement = text[at] === '[' ? header(text, at) : pair(text, at)
    if (!statement) return { ok: false, at }
    statements.push(statement)
    at = skipBlank(text, statement.next)
  }
  return { ok: true, statements }
}

const match = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

/** White space, line breaks and comments. */
const skipBlank = (text: string, at: number): number => at + (match(/(?:[ \t\r\n]|#[^\n]*)*/y, text, at)?.length ?? 0)
const skipSpace = (text: string, at: number): number => at + (match(/[ \t]*/y, text, at)?.length ?? 0)

/** The rest of a line contains at most a comment. */
function nextLine(text: string, at: number): number | undefined {
  const rest = match(/[ \t]*(?:#[^\n]*)?(?:\r?\n|$)/y, text, at)
  return rest === undefined ? undefined : at + rest.length
}

function header(text: string, start: number): TomlStatement | undefined {
  const many = text.startsWith('[[', start)
  const keys = keysAt(text, start + (many ? 2 : 1))
  const closing = many ? ']]' : ']'
  if (!keys || !text.startsWith(closing, keys.end)) return undefined
  const end = keys.end + closing.length
  const next = nextLine(text, end)
  return next === undefined
    ? undefined
    : { kind: many ? 'tables' : 'table', keys: keys.keys, start, value: end, end, next }
}

function pair(text: string, start: number): TomlStatement | undefined {
  const keys = keysAt(text, start)
  if (!keys || text[keys.end] !== '=') return undefined
  const value = skipSpace(text, keys.end + 1)
  const end = valueEnd(text, value)
  const next = end === undefined ? undefined : nextLine(text, end)
  return end === undefined || next === undefined
    ? undefined
    : { kind: 'pair', keys: keys.keys, start, value, end, next }
}

function keysAt(text: string, start: number): { readonly keys: readonly string[]; readonly end: number } | undefined {
  const keys: string[] = []
  for (let at = skipSpace(text, start); ; at = skipSpace(text, at + 1)) {
    const written = match(/[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y, text, at)
    if (written === undefined) return undefined
    keys.push(tomlString(written) ?? written)
    at = skipSpace(text, at + written.length)
    if (text[at] !== '.') return { keys, end: at }
  }
}

const stringPattern = /"""(?:[^\\"]|\\[^]|"(?!""))*"{3,5}|'''(?:[^']|'(?!''))*'{3,5}|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y

function scalarPattern(first: string, depth: number): RegExp {
  if (first === '"' || first === "'") return stringPattern
  return depth === 0 ? /[^\s#,[\]{}"'][^#\r\n,[\]{}"']*/y : /[^\s#,=[\]{}"']+/y
}

/** The end of a value; brackets may run over lines. */
function valueEnd(text: string, start: number): number | undefined {
  let depth = 0
  let at = start
  do {
    if (depth > 0) at = skipBlank(text, at)
    const character = text[at]
    if (character === undefined) return undefined
    if (character === '[' || character === '{') depth += 1
    else if (character === ']' || character === '}') depth -= 1
    else if (depth === 0 || !/[,=.]/.test(character)) {
      const scalar = match(scalarPattern(character, depth), text, at)
      if (scalar === undefined) return undefined
      at += scalar.trimEnd().length - 1
    }
    at += 1
  } while (depth > 0)
  return depth === 0 ? at : undefined
}

/** The value of a quoted string; `undefined` for anything else, or a multi-line string. */
export function tomlString(written: string): string | undefined {
  if (/^'[^'\n]*'$/.test(written)) return written.slice(1, -1)
  if (!/^"(?:[^"\\\n]|\\.)*"$/.test(written)) return undefined
  try {
    return String(
      JSON.parse(
        written
          .replace(/\\U([0-9A-Fa-f]{8})/g, (_, digits: string) => String.fromCodePoint(Number.parseInt(digits, 16)))
          .replaceAll('\t', String.raw`\t`),
      ),
    )
  } catch {
    return undefined
  }
}

/** The elements of an array of plain strings. */
export function tomlStrings(written: string): readonly string[] | undefined {
  if (!written.startsWith('[')) return undefined
  const strings: string[] = []
  for (let at = skipBlank(written, 1); written[at] !== ']'; at = skipBlank(written, at)) {
    const element = match(/"(?:[^"\\\n]|\\.)*"|'[^'\n]*'/y, written, at)
    const value = element === undefined ? undefined : tomlString(element)
    if (element === undefined || value === undefined) return undefined
    strings.push(value)
    at = skipBlank(written, at + element.length)
    if (written[at] === ',') at += 1
    else if (written[at] !== ']') return undefined
  }
  return strings
}
