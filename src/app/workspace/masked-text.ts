import type { WorkspaceFileKind } from '../../model/records/workspace.ts'
import { maskCommand } from '../../text/detect/command-secrets.ts'
import { findSecrets } from '../../text/detect/secrets.ts'

/** A text with its secrets masked and the same lines. The value of a password is a secret, whatever it looks like. */
export function maskedText(text: string, { path, kind }: MaskedFile): string {
  let masked = ''
  let at = 0
  for (const { start, end } of findSecrets(text)) {
    masked += `${text.slice(at, start)}[secret]${text.slice(start, end).replaceAll(/[^\n]/g, '')}`
    at = end
  }
  masked += text.slice(at)
  if (kind === 'configuration' || (kind === 'code' && isScript.test(path))) return maskedSettings(masked)
  return kind === 'code' ? maskedCode(masked) : masked
}

interface MaskedFile {
  readonly path: string
  readonly kind: WorkspaceFileKind
}

/** Files of commands, whose values need no quotes. */
const isScript =
  /(?:^|\/)(?:(?:docker|container|make|just|vagrant|proc)file[^/]*|[^/]*\.(?:dockerfile|(?:ba|z|fi|k|c)?sh|ps1|psm1|bat|cmd|mk))$/i

/** Settings with the values of passwords, keys and tokens masked and the same lines. */
export function maskedSettings(text: string): string {
  const marked = text
    .split(/^(?=---)/m)
    .map(maskSecretObject)
    .join('')
    .replace(namedValue, maskQuoted)
    .replace(variable, maskQuoted)
    .replace(nextLine, maskQuoted)
    .replace(element, (_all, start: string) => `${start}${mask}`)
    .replace(environment, (_all, start: string) => `${start}${mask}`)
  const state: State = { indent: -1, isBlock: false }
  return marked
    .split('\n')
    .map((line) => maskLine(line, state))
    .join('\n')
}

const mask = '[secret]'

/** Names of secrets. */
const secret =
  '(?:pass(?:word|wd|[-_]?phrase|code)?s?|pwd|secrets?|tokens?|credentials?|' +
  '(?:api|access|private|secret|signing|encryption|account|master)[-_.]?keys?)'

/** `name: DB_PASSWORD` followed by its `value`, as in manifests of containers, XML and JSON. */
const namedValue = new RegExp(
  String.raw`(\b(?:name|key)["']?\s{0,9}[:=]\s{0,9}["']?[\w.:-]{0,80}?${secret}["']?,?\s{1,80}["']?value["']?\s{0,9}[:=]\s{0,9})("[^"\n]*"?|'[^'\n]*'?|[^\s,}>]+)`,
  'gi',
)

/** JSON with the value below its key. */
const nextLine = new RegExp(String.raw`(${secret}"\s{0,9}:\s{0,9}\n\s{0,80})("[^"\n]*"?)`, 'gi')

/** `<db.password>…</db.password>` */
const element = new RegExp(String.raw`(<[\w.:-]{0,80}?${secret}>)[^<\n]+`, 'gi')

/** A key at the start of a line, with its value. */
const keyed = new RegExp(String.raw`^(\s*(?:-\s+)?["']?[\w.:/-]{0,80}?${secret}["']?\s*[:=]\s*)(.*)$`, 'i')

/** A key within a line. */
const inner = new RegExp(
  String.raw`(${secret}["']?\s{0,9}[:=]\s{0,9})(\[[^\]\n]*|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?)`,
  'gi',
)

/** `ENV DB_PASSWORD …` of older Dockerfiles, and the passwords of Redis. */
const environment = new RegExp(
  String.raw`^(\s*(?:ENV\s+\w{0,80}?${secret}\w{0,20}|requirepass|masterauth)\s+)(?=[^\s=]).*$`,
  'gim',
)

/** `variable "db_password" { default = … }` of Terraform. */
const variable = new RegExp(
  String.raw`(variable\s{1,9}"[\w-]{0,80}?${secret}"\s{0,9}\{[^}]{0,400}?\bdefault\s{0,9}=\s{0,9})("[^"\n]*"?)`,
  'gi',
)

/** A Secret of Kubernetes: every value of its data is a secret, whatever its name. */
const secretKind = /^kind:[^\S\n]*["']?Secret["']?[^\S\n]*(?:#.*)?$/m

function maskSecretObject(document: string): string {
  if (!secretKind.test(document)) return document
  let isData = false
  return document
    .split('\n')
    .map((line) => {
      if (/^\S/.test(line)) isData = /^(?:data|stringData):\s*(?:#.*)?$/.test(line)
      return isData ? line.replace(/^(\s+(?:["']?[\w.-]+["']?:\s+)?)\S.*$/, `$1${mask}`) : line
    })
    .join('\n')
}

/** A cheap test: only lines that can name a secret are searched. */
const mayNameSecret = /pass|pwd|secret|token|key|credential|auth|bearer|basic|:\/\/|mysql|redis-cli|login|-u/i

interface State {
  /** Indent of the key whose value is on the next lines; -1 for none. */
  indent: number
  /** All deeper lines are its value, even if they look like settings. */
  isBlock: boolean
}

/** Values that are not secret: numbers, booleans and references. */
const plain = /^(?:\d{1,6}|true|false|null|yes|no|on|off|~)?,?$|^(?:\$[({]|\{\{|\*\w)/i

function maskLine(line: string, state: State): string {
  if (state.indent >= 0 && line.trim() !== '') {
    if (isContinued(line, state)) return line.replace(/^(\s*(?:-\s+)?)\S.*$/, `$1${mask}`)
    if (indentOf(line) <= state.indent) state.indent = -1
  }
  const [, before = '', value = ''] = keyed.exec(line) ?? []
  if (before === '') return mayNameSecret.test(line) ? maskCommand(line.replace(inner, maskQuoted)) : line
  const isBlock = /^(?:[|>][-+\d]*|"""|''')\s*(?:#.*)?$/.test(value)
  if (isBlock || value.trim() === '' || value.trim() === '[') {
    state.indent = indentOf(line)
    state.isBlock = isBlock
    return line
  }
  if (plain.test(value.trim())) return line
  return /^["'[{]/.test(value) ? maskCommand(line.replace(inner, maskQuoted)) : `${before}${mask}`
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** TOML does not indent, so the closing quotes end its block. */
function isContinued(line: string, { indent, isBlock }: State): boolean {
  if (/^\s*(?:"""|''')/.test(line)) return false
  if (isBlock) return indentOf(line) > indent || (indent === 0 && !/^[\w.-]+\s*[:=]/.test(line))
  const isItem = /^\s*-\s/.test(line) && indentOf(line) >= indent
  return (isItem || indentOf(line) > indent) && !/^\s*(?:-\s+)?["']?[\w.-]+["']?\s*[:=](?:\s|$)/.test(line)
}

function maskQuoted(_all: string, before: string, value: string): string {
  if (value.startsWith('[')) return `${before}[${value.length > 1 ? mask : ''}`
  const quote = /^["']/.exec(value)?.[0] ?? ''
  if (plain.test(value.slice(quote.length, quote === '' ? undefined : -1))) return `${before}${value}`
  return `${before}${quote}${mask}${quote}`
}

/** Code with the literals of passwords, keys and tokens masked and the same lines. Literals with blanks are prose. */
export function maskedCode(text: string): string {
  const masked = befores.reduce((part, before) => part.replace(before, maskLiteral), text)
  return parts.reduce((part, pattern) => part.replace(pattern, maskPart), masked)
}

const maskLiteral = (all: string, before: string, quote: string, value: string): string =>
  plain.test(value) ? all : `${before}${quote}${mask}${quote}`

const maskPart = (all: string, before: string, value: string): string => (plain.test(value) ? all : `${before}${mask}`)

/** Quotes are escaped in notebooks. */
const literalAfter = (before: string): RegExp =>
  new RegExp(String.raw`(${before})(\\?(?:"""|'''|["'\x60]))([^\s"'\x60{}<>()$]{4,200})\2`, 'gi')

const befores: readonly RegExp[] = [
  // A name that the literal is assigned to or compared with, possibly with a type.
  String.raw`${secret}(?:\\?["'\x60])?\]?\s{0,9}(?::\s{0,9}[\w<>[\]|.?&' ]{1,40}\s{0,9})?(?:=>|[:=]{1,3})\s{0,9}`,
  // password = settings.password || '…'
  String.raw`${secret}["'\x60]?[\])]{0,2}\s{0,9}(?:[:=]\s{0,9}[\w.$[\]()"'!?]{1,80}\s{0,9}(?:\|\||\?\?|\bor\b)|\|\||\?\?)\s{0,9}`,
  // getenv('DB_PASSWORD', '…'), define('DB_PASSWORD', '…')
  String.raw`(?:env\w{0,20}(?:\.get|\.fetch)?|define|[gs]et_?property)\(\s{0,9}["'][\w.-]{0,80}?${secret}["']\s{0,9},\s{0,9}`,
  // setPassword('…'), .password('…')
  String.raw`(?:set|with|\.)_?pass(?:word|wd|phrase)\(\s{0,9}`,
  // CREATE USER app WITH PASSWORD '…', IDENTIFIED BY '…'
  String.raw`\b(?:user|role|to)\s{1,9}\S{1,80}\s{1,9}(?:identified\s{1,9}(?:with\s{1,9}\S{1,40}\s{1,9})?by|(?:with\s{1,9})?(?:(?:un)?encrypted\s{1,9})?password)\s{1,9}`,
].map(literalAfter)

const parts: readonly RegExp[] = [
  // "Server=db;Password=…;"
  /([;"'`](?:password|pwd)\s?=\s?)([^;"'`\s{}$<>()]{4,200})(?=[;"'`])/gi,
  // "Basic …", "Bearer …"
  /(["'`]basic )((?=[a-z+/]{0,500}[\d=])[a-z\d+/]{6,500}={0,2})(?=["'`])/gi,
  /(["'`]bearer )((?=[\w+/.~-]{0,500}\d)[\w+/.~-]{8,500})(?=["'`])/gi,
]
