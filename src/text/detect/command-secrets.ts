import { maskSecrets } from './secrets.ts'

const mask = '[secret]'

/** Places of a command line that hold a secret whatever it looks like; the secret is the last group. */
const places: readonly RegExp[] = [
  // TOKEN=…, --password=…, --api-key …, "password": "…"
  /((?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|auth)["']?\s*[=:]\s*["']?)([^\s"'&;|]+)/gi,
  /(--?(?:pass(?:word|wd|phrase)?|secret|token|api[-_]?key|access[-_]?key|auth[-_]?token|client[-_]?secret)\s+["']?)([^\s"'-][^\s"']*)/gi,
  // Authorization: Bearer …
  /((?:bearer|basic)\s+)([\w.~+/=-]{6,})/gi,
  // https://user:password@host
  /(:\/\/[^\s:/@]{0,200}:)([^\s@/]{1,500})(?=@)/g,
  // curl -u user:password, mysql -psecret
  /(\s(?:-u|--user)\s+["']?[^\s:"']+:)([^\s"']+)/g,
  /(\bmysql\w{0,20}\s(?:[^|;&]{0,200}\s)?-p)([^\s]+)/g,
  /(\b(?:sshpass\s+-p|PGPASSWORD=|redis-cli\s(?:[^|;&]{0,200}\s)?-a)\s*)([^\s]+)/g,
]

/** A command line without its secrets. */
export const maskCommand = (command: string): string =>
  maskSecrets(places.reduce((text, place) => text.replace(place, `$1${mask}`), command))
