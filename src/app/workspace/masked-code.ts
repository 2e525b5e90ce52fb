import { mask, plain, secret } from './masked-settings.ts'

/** Code without the literals of passwords, keys and tokens, with the same lines. What has blanks is a text for people. */
export function maskedCode(text: string): string {
  const masked = befores.reduce((part, before) => part.replace(before, maskLiteral), text)
  return parts.reduce((part, pattern) => part.replace(pattern, maskPart), masked)
}

const maskLiteral = (all: string, before: string, quote: string, value: string): string =>
  plain.test(value) ? all : `${before}${quote}${mask}${quote}`

const maskPart = (all: string, before: string, value: string): string => (plain.test(value) ? all : `${before}${mask}`)

/** In a notebook quotes are escaped. */
const literalAfter = (before: string): RegExp =>
  new RegExp(String.raw`(${before})(\\?(?:"""|'''|["'\x60]))([^\s"'\x60{}<>()$]{4,200})\2`, 'gi')

const befores: readonly RegExp[] = [
  // A name that is given the literal or compared with it, also after its type.
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
