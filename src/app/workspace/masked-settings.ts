import { maskCommand } from '../../text/detect/command-secrets.ts'

/** Settings without the values of passwords, keys and tokens, whatever these look like, with the same lines. */
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

export const mask = '[secret]'

/** What names a secret. */
export const secret = String.raw`(?:pass(?:word|wd|[-_]?phrase|code)?s?|pwd|secrets?|tokens?|credentials?|(?:api|access|private|secret|signing|encryption|account|master)[-_.]?keys?)`

/** `name: DB_PASSWORD` with its `value` beside it, as in manifests of containers, XML and JSON. */
const namedValue = new RegExp(
  String.raw`(\b(?:name|key)["']?\s{0,9}[:=]\s{0,9}["']?[\w.:-]{0,80}?${secret}["']?,?\s{1,80}["']?value["']?\s{0,9}[:=]\s{0,9})("[^"\n]*"?|'[^'\n]*'?|[^\s,}>]+)`,
  'gi',
)

/** JSON with the value below its key. */
const nextLine = new RegExp(String.raw`(${secret}"\s{0,9}:\s{0,9}\n\s{0,80})("[^"\n]*"?)`, 'gi')

/** `<db.password>…</db.password>` */
const element = new RegExp(String.raw`(<[\w.:-]{0,80}?${secret}>)[^<\n]+`, 'gi')

/** A key that begins a line, with all that follows its sign. */
const keyed = new RegExp(String.raw`^(\s*(?:-\s+)?["']?[\w.:/-]{0,80}?${secret}["']?\s*[:=]\s*)(.*)$`, 'i')

/** A key within a line. */
const inner = new RegExp(
  String.raw`(${secret}["']?\s{0,9}[:=]\s{0,9})(\[[^\]\n]*|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?)`,
  'gi',
)

/** `ENV DB_PASSWORD …`, as older Dockerfiles have it, and the passwords of Redis. */
const environment = new RegExp(
  String.raw`^(\s*(?:ENV\s+\w{0,80}?${secret}\w{0,20}|requirepass|masterauth)\s+)(?=[^\s=]).*$`,
  'gim',
)

/** `variable "db_password" { default = … }` of Terraform. */
const variable = new RegExp(
  String.raw`(variable\s{1,9}"[\w-]{0,80}?${secret}"\s{0,9}\{[^}]{0,400}?\bdefault\s{0,9}=\s{0,9})("[^"\n]*"?)`,
  'gi',
)

/** Of Kubernetes: every value of its data is a secret, whatever its name. */
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

/** Only lines that can name a secret are looked at closely. */
const mayNameSecret = /pass|pwd|secret|token|key|credential|auth|bearer|basic|:\/\/|mysql|redis-cli|login|-u/i

interface State {
  /** Of a key whose value is on the next lines; -1: none. */
  indent: number
  /** All deeper lines are its value, also those that look like settings. */
  isBlock: boolean
}

/** Whether a value is none that anybody hides. */
export const plain = /^(?:\d{1,6}|true|false|null|yes|no|on|off|~)?,?$|^(?:\$[({]|\{\{|\*\w)/i

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
