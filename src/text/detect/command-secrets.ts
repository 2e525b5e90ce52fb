import { maskSecrets } from './secrets.ts'

const mask = '[secret]'

/** A quoted value up to its closing quote, which may be escaped as a whole; else a word, with what a backslash escapes. */
const value = String.raw`("(?:[^"\\]|\\[^])*|'[^']*|\\"(?:[^"\\]|\\(?!"))*|(?:[^\s"'&;|\\]|\\[^"])+)`

/** What stands before a secret on a command line, whatever the secret looks like. */
const places: readonly RegExp[] = [
  // TOKEN=…, --password=…, "password": "…"
  String.raw`(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|auth)\\?["']?\s*[=:]\s*`,
  // --password …, --api-key …
  String.raw`--?(?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|access[-_]?key|auth[-_]?token|client[-_]?secret)\s+(?!-)`,
  // set aws_secret_access_key …
  String.raw`_(?:password|secret|token|authToken|(?:access|api|private)_key)\s+(?!-)`,
  // Authorization: Bearer …
  String.raw`authorization\s*:\s*(?:[a-z]+\s+)?`,
  String.raw`(?:bearer|basic)\s+(?=[\w.~+/=-]{6})`,
  // curl -u user:password
  String.raw`\s(?:-u|--user)[\s=]*["']?[^\s:"']+:`,
  // mysql -psecret, docker login -p …
  String.raw`\bmysql\w*\s(?:[^|;&]*\s)?-p(?=\S)`,
  String.raw`\b(?:sshpass|login)\s(?:[^|;&]*\s)?-p\s*`,
  String.raw`\bredis-cli\s(?:[^|;&]*\s)?-a\s*`,
].map((before) => new RegExp(`(${before})${value}`, 'gi'))

/** https://user:password@host */
const inAddress = /(:\/\/[^\s:/@]*:)([^\s@/]+)(?=@)/g

/** A command line without its secrets. */
export function maskCommand(command: string): string {
  const masked = (_all: string, before: string, secret: string): string =>
    `${before}${/^\\?["']/.exec(secret)?.[0] ?? ''}${mask}`
  return maskSecrets([inAddress, ...places].reduce((text, place) => text.replace(place, masked), command))
}
