import { worthTrying, type HintedPattern, type Hints } from './hinted-pattern.ts'
import { maskSecrets } from './secrets.ts'

const mask = '[secret]'

/** A quoted value up to its closing quote, which may be escaped as a whole; else a word, with what a backslash escapes. */
const value = String.raw`("(?:[^"\\]|\\[^])*|'[^']*|\\"(?:[^"\\]|\\(?!"))*|(?:[^\s"'&;|\\]|\\[^"])+)`

const place = (hints: Hints, before: string): HintedPattern => ({
  hints: [hints],
  pattern: new RegExp(`(${before})${value}`, 'gi'),
})

/** What stands before a secret on a command line, whatever the secret looks like. Hints are in small letters. */
const places: readonly HintedPattern[] = [
  // https://user:password@host
  { hints: [['://']], pattern: /(:\/\/[^\s:/@]{0,200}:)([^\s@/]{1,500})(?=@)/g },
  // TOKEN=…, --password=…, "password": "…"
  place(
    ['pass', 'pwd', 'secret', 'token', 'key', 'credential', 'auth'],
    String.raw`(?:pass(?:word|wd|phrase)?|pwd|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|auth)\\?["']?\s*[=:]\s*`,
  ),
  // --password …, --api-key …
  place(
    ['-pass', '-secret', '-token', '-api', '-access', '-auth', '-client'],
    String.raw`--?(?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|access[-_]?key|auth[-_]?token|client[-_]?secret)\s+(?!-)`,
  ),
  // set aws_secret_access_key …
  place(
    ['_password', '_secret', '_token', '_authtoken', '_key'],
    String.raw`_(?:password|secret|token|authToken|(?:access|api|private)_key)\s+(?!-)`,
  ),
  // Authorization: Bearer …
  place(['authorization'], String.raw`authorization\s*:\s*(?:[a-z]+\s+)?`),
  place(['bearer', 'basic'], String.raw`(?:bearer|basic)\s+(?=[\w.~+/=-]{6})`),
  // curl -u user:password
  place(['-u'], String.raw`\s(?:-u|--user)[\s=]*["']?[^\s:"']+:`),
  // mysql -psecret, docker login -p …
  place(['mysql'], String.raw`\bmysql\w{0,20}\s(?:[^|;&]{0,200}\s)?-p(?=\S)`),
  place(['sshpass', 'login'], String.raw`\b(?:sshpass|login)\s(?:[^|;&]{0,200}\s)?-p\s*`),
  place(['redis-cli'], String.raw`\bredis-cli\s(?:[^|;&]{0,200}\s)?-a\s*`),
]

/** A command line without its secrets. */
export function maskCommand(command: string): string {
  const masked = (_all: string, before: string, secret: string): string =>
    `${before}${/^\\?["']/.exec(secret)?.[0] ?? ''}${mask}`
  const tried = worthTrying(places, command.toLowerCase())
  return maskSecrets(tried.reduce((text, { pattern }) => text.replace(pattern, masked), command))
}
