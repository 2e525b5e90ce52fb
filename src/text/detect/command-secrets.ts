import { worthTrying, type HintedPattern, type Hints } from './hinted-pattern.ts'
import { maskSecrets } from './secrets.ts'

const mask = '[secret]'

/** A quoted value up to its closing quote (both quotes may be escaped), or a word with its escaped characters. */
const value = String.raw`("(?:[^"\\]|\\[^])*|'[^']*|\\"(?:[^"\\]|\\(?!"))*|(?:[^\s"'&;|\\]|\\[^"])+)`
/** A blank, or the end of a line that is continued. */
const blank = String.raw`(?:\s|\\\r?\n)`

const place = (hints: Hints, before: string, flags = 'gi'): HintedPattern => ({
  hints: [hints],
  pattern: new RegExp(`(${before})${value}`, flags),
})
/** An option of certain programs. */
const option = (hints: Hints, programs: string, letters: string, flags = 'gi'): HintedPattern =>
  place(hints, String.raw`(?=-)(?<=\b(?:${programs})\s(?:[^|;&]{0,200}\s)?)(?:${letters})`, flags)

/** Text before a secret on a command line, whatever the secret looks like. Hints are in lower case. */
const places: readonly HintedPattern[] = [
  // https://user:password@host
  { hints: [['://']], pattern: /(:\/\/[^\s:/@]{0,200}:)([^\s/"']{1,500})(?=@)/g },
  // TOKEN=…, --password=…, "password": "…", SECRET_KEY_BASE=…
  place(
    ['pass', 'pwd', 'secret', 'token', 'key', 'credential', 'auth', 'cookie'],
    String.raw`(?:pass(?:word|wd|phrase|code)?|pwd|(?:secret|token)(?:[-_]?(?:key|base|value|string))*|(?:api|access|private|encryption|signing|subscription|license)[-_]?key|credentials?|auth|cookie)\\?["']?\s*[=:]\s*`,
  ),
  // OPENAI_KEY=…, GITHUB_PAT=…
  place(['_key', '_pat', '_pw', '_jwt'], String.raw`(?<![A-Z0-9_])[A-Z][A-Z0-9_]{0,60}_(?:KEY|PAT|PW|JWT)=`, 'g'),
  // https://host/path?key=…
  place(['key=', 'sig=', 'signature='], String.raw`[?&](?:key|sig|signature)=`),
  // --password …, --api-key …, -storepass …
  place(
    [
      '-pass',
      '-pwd',
      '-pw',
      'pass',
      'secret',
      'token',
      '-api',
      '-access',
      '-auth',
      '-key',
      '-encryption',
      '-private',
      '-cred',
    ],
    String.raw`(?<![\w-])--?(?:[\w-]{0,40}(?:password|passwd|passphrase|passcode|secret|token|bearer)|(?:[\w-]{0,40}-)?(?:pass|pwd|pw|auth|credentials)|(?:store|key)pass|[\w-]{0,40}(?:api|access|secret|encryption|signing|license)[-_]?key|secret-string)${blank}+(?!-|<|\|)`,
  ),
  // set aws_secret_access_key …
  place(
    ['_password', '_secret', '_token', '_auth', '_key', 'npmauthtoken'],
    String.raw`(?:_(?:password|secret|token|auth|authToken|(?:access|api|private)_key)|npmAuthToken)\s+(?!-|by\b)`,
  ),
  // Authorization: Bearer …
  place(['authorization'], String.raw`authorization\s*:\s*(?:[a-z]+\s+)?`),
  place(['bearer', 'basic'], String.raw`(?:bearer|basic)\s+(?=[\w.~+/=-]{6})`),
  // curl -u user:password, curl -sSu user:password
  place(['-u', '-user'], String.raw`\s(?:-u|--(?:proxy-)?user)[\s=]*["']?[^\s:"']+:`),
  option(['curl'], 'curl', String.raw`-[a-zA-Z]{1,6}u\s*["']?[^\s:"']+:`, 'g'),
  option(['curl'], 'curl', String.raw`(?:-b|--cookie)[\s=]*`, 'g'),
  option(['http'], 'https?|xh', String.raw`-a\s+["']?[^\s:"']+:`),
  // mysql -psecret, docker login -p …
  option(['mysql', 'mariadb'], String.raw`(?:mysql|mariadb)[\w-]{0,20}`, String.raw`-p(?=\S)`),
  option(
    ['sshpass', 'login', 'mongo', 'cqlsh', 'twine', 'user'],
    'sshpass|login|mongo[a-z]{0,10}|cqlsh|twine|user(?:add|mod)',
    String.raw`-p[\s=]*`,
  ),
  option(['redis-cli'], 'redis-cli', String.raw`-a\s*`),
  option(['zip', 'sqlcmd', 'bcp', 'ipmitool'], 'zip|unzip|sqlcmd|bcp|ipmitool', String.raw`-P\s*`, 'g'),
  option(['7z'], '7za?|7zz', String.raw`-p(?=\S)`),
  option(['ldap'], 'ldap[a-z]{1,10}', String.raw`-w\s*`),
  option(['ssh-keygen'], 'ssh-keygen', String.raw`-[NP]\s*(?!""|'')`),
  option(['openssl'], 'openssl', String.raw`-[kK]\s+`),
  place(['login', 'unlock'], String.raw`\b(?:vault login|cargo login|bw unlock)\s+(?!-)`),
  // kubectl create secret generic x --from-literal=name=…, fly secrets set NAME=…, vault kv put secret/x name=…
  place(
    ['secret'],
    String.raw`(?<=\b(?:secrets?\s|kv put\s)[^|;&]{0,300}\s(?:--from-literal[= ])?["']?)\w[\w.-]{0,80}=`,
  ),
  // gh secret set NAME --body …, aws ssm put-parameter --value …
  place(
    ['secret', 'put-parameter'],
    String.raw`(?<=\b(?:secrets?|put-parameter)\s[^|;&]{0,300}\s)(?:--(?:body|value)[\s=]+|-b\s*)`,
  ),
  // ALTER USER x PASSWORD '…', IDENTIFIED BY '…', login x password … of a .netrc
  place(
    ['password', 'identified'],
    String.raw`(?:password|identified\s(?:with\s+\S{1,60}\s+)?by)(?:\s+|\s*\(\s*)(?=\\?["'])`,
  ),
  place(['password'], String.raw`(?:\blogin|\bconnect)\s+\S{1,200}\s+password\s+`),
  // echo … | docker login --password-stdin, chpasswd <<< …
  {
    hints: [['-stdin', '-with-token', 'sudo', 'chpasswd']],
    pattern: new RegExp(
      String.raw`(\b(?:echo|printf)(?:\s+-[neE]+)?(?:\s+["']%s(?:\\n)?["'])?\s+)${value}(?=["']?\s*\|[^|;&]{0,200}(?:-stdin|--with-token|sudo\s+-S|chpasswd))`,
      'g',
    ),
  },
  place(
    ['<<<'],
    String.raw`(?:-stdin|--with-token|sudo\s+-S|chpasswd|secret\s+(?:put|set))[^|;&<]{0,200}<<<\s*|(?:password|secret|token)\s*<<<\s*`,
  ),
]

/** A command line without its secrets. */
export function maskCommand(command: string): string {
  const tried = worthTrying(places, command.toLowerCase())
  return maskSecrets(tried.reduce((text, { pattern }) => maskMatches(text, pattern), command))
}

function maskMatches(text: string, pattern: RegExp): string {
  const found = [...text.matchAll(pattern)]
  if (found.length === 0) return text
  const quotes = openQuotes(text)
  let masked = ''
  let at = 0
  for (const { index, 0: all, 1: before = '', 2: secret = '' } of found) {
    const start = index + before.length
    if (start < at) continue
    const end = index + all.length
    const isInUrl = text[end] === '@'
    const whole = isInUrl ? end : valueEnd(text, { name: index, start, quote: quotes[start] ?? -1 })
    const opening = /^\\?["']/.exec(secret)?.[0] ?? ''
    // A value that is quoted as a whole keeps its quotes.
    masked += text.slice(at, start) + (whole > end + 1 ? mask : `${opening}${mask}`)
    at = whole > end + 1 ? whole : end
  }
  return masked + text.slice(at)
}

interface ValuePlace {
  /** Where the name before the value starts. */
  readonly name: number
  readonly start: number
  /** Start of the quotes around the value; -1 outside quotes. */
  readonly quote: number
}

/** The end of a value: that of its word, or of the quotes that begin with its name; 0 to use the end of the match. */
function valueEnd(text: string, { name, start, quote }: ValuePlace): number {
  if (quote < 0) return wordEnd(text, start)
  const beforeName = text.slice(quote + 1, Math.max(name, quote + 1))
  const isScript = /(?:-\w{0,6}c|eval)\s*$/.test(text.slice(Math.max(0, quote - 20), quote))
  return /^[\w.-]*$/.test(beforeName) && !isScript && text[quote] !== text[start] ? wordEnd(text, quote) - 1 : 0
}

/** For each offset of a shell line, the start of the quotes around it; -1 outside quotes. */
function openQuotes(line: string): readonly number[] {
  const quotes: number[] = []
  for (let at = 0; at < line.length;) {
    const end = Math.min(partEnd(line, at), line.length)
    const isQuoted = line[at] === '"' || line[at] === "'"
    quotes.push(-1)
    for (let inside = at + 1; inside < end; inside++) quotes.push(isQuoted ? at : -1)
    at = end
  }
  return quotes
}

/** The end of the shell word that has a part starting here. */
function wordEnd(line: string, start: number): number {
  let at = start
  while (at < line.length && !/[\s;&|<>)]/.test(line[at] ?? '')) at = partEnd(line, at)
  return Math.min(at, line.length)
}

/** The end of a quoted text, an escaped character, a substitution, or one character. */
function partEnd(line: string, at: number): number {
  const rest = line[at] === '$' && /['"(]/.test(line[at + 1] ?? '') ? at + 1 : at
  const first = line[rest]
  if (first === '\\') return rest + 2
  if (first === "'") return closing(line, rest, "'", rest > at)
  if (first === '"' || first === '`') return closing(line, rest, first, true)
  if (first === '(' && rest > at) return closing(line, rest, ')', true)
  return at + 1
}

function closing(line: string, opening: number, mark: string, hasEscapes: boolean): number {
  for (let at = opening + 1; at < line.length; at++) {
    if (hasEscapes && line[at] === '\\') at += 1
    else if (line[at] === mark) return at + 1
  }
  return line.length
}
