import type { Span } from '../../model/codes/diagnostic.ts'
import { mergeSpans } from '../positions/spans.ts'
import { worthTrying, type HintedPattern, type Hints } from './hinted-pattern.ts'

const shape = (hints: Hints, pattern: RegExp): HintedPattern => ({ hints: [hints], pattern })

/** Shared by several shapes, so searched for once; a single character is found fastest. */
const underscore: Hints = ['_']
const beforeRun: Hints = [/_[A-Za-z0-9_]{16}/]
const afterUnderscore = (pattern: RegExp): HintedPattern => ({ hints: [underscore, beforeRun], pattern })
const afterDash: Hints = [/(?:sk|glpat|xox[abeoprs])-[A-Za-z0-9_-]{10}/]

/**
 * Well-known shapes of credentials. The look-behind has every character of the shape, so that a search starts once per
 * word and stays linear.
 */
const shapes: readonly HintedPattern[] = [
  shape(['AKIA', 'ASIA'], /(?<![A-Za-z0-9])(?:AKIA|ASIA)[0-9A-Z]{16}(?![A-Za-z0-9])/g),
  afterUnderscore(/(?<![A-Za-z0-9_])gh[pousr]_[A-Za-z0-9]{36,251}/g),
  afterUnderscore(/(?<![A-Za-z0-9_])github_pat_[A-Za-z0-9_]{22,255}/g),
  shape(afterDash, /(?<![A-Za-z0-9_-])glpat-[A-Za-z0-9_-]{20,100}/g),
  shape(afterDash, /(?<![A-Za-z0-9-])xox[abeoprs]-[A-Za-z0-9-]{10,250}/g),
  shape(
    ['hooks.slack.com'],
    /(?<![A-Za-z0-9/])hooks\.slack\.com\/services\/[A-Z0-9]{8,14}\/[A-Z0-9]{8,14}\/[A-Za-z0-9]{20,40}/g,
  ),
  shape(['AIza'], /(?<![A-Za-z0-9_-])AIza[A-Za-z0-9_-]{35}/g),
  afterUnderscore(/(?<![A-Za-z0-9_])(?:[sr]k_live|whsec)_[A-Za-z0-9]{16,200}/g),
  shape(afterDash, /(?<![A-Za-z0-9_-])sk-[A-Za-z0-9_-]{20,250}/g),
  afterUnderscore(/(?<![A-Za-z0-9_])npm_[A-Za-z0-9]{36}/g),
  afterUnderscore(/(?<![A-Za-z0-9_])hf_[A-Za-z]{34}/g),
  shape(['SG.'], /(?<![A-Za-z0-9_.-])SG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}/g),
  shape(['yJ'], /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{8,4000}\.eyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{16,2000}/g),
]

/** The part in parentheses is checked by `looksRandom`. */
const values: readonly HintedPattern[] = [
  // A name of a secret, an assignment, a literal; Chinese, Japanese and Korean continue without a blank.
  {
    hints: [],
    pattern:
      /(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|(?:access|account|private)[_-]?key|bearer|密码|密钥|口令|令牌)(?:[_-](?:key|value))?["'`]?(?:[ \t]{0,4}(?:[:=：]|=>)[ \t]{0,4}|[ \t])["'`]?([^\s"'`,;<>(){}[\]|&\u3000-\u9fff\uac00-\ud7af\uff00-\uffef]{16,256})/gi,
  },
  {
    hints: [['@'], ['://']],
    pattern: /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@"'<>]{1,64}:([^\s:/@"'<>]{8,128})@/gi,
  },
]

const pemHeader = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g
const pemLength = 16_384

/**
 * Where a text seems to contain a secret. The caller reports the place, never the text. With `now`, expired tokens do
 * not count.
 */
export function findSecrets(text: string, now?: Date): readonly Span[] {
  const found: Span[] = []
  for (const { pattern } of worthTrying(shapes, text)) {
    for (const match of text.matchAll(pattern)) {
      if (looksRandom(match[0].replace(/^(?:sk|glpat|xox.)-/, '')) && !isSampleToken(match[0], now))
        found.push({ start: match.index, end: match.index + match[0].length })
    }
  }
  for (const { pattern } of worthTrying(values, text)) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? ''
      const start = match.index + match[0].lastIndexOf(value)
      if (looksRandom(value) && !isReference(value) && !isSampleToken(value, now))
        found.push({ start, end: start + value.length })
    }
  }
  for (const match of text.includes('-----BEGIN') ? text.matchAll(pemHeader) : []) {
    const end = pemEnd(text, match.index + match[0].length)
    if (end !== undefined) found.push({ start: match.index, end })
  }
  return mergeSpans(found)
}

/** The likely kind of a found secret. */
export function kindOfSecret(secret: string): string {
  return kinds.find(([beginning]) => beginning.test(secret))?.[1] ?? 'a password or key'
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^eyJ/, 'a JSON Web Token'],
  [/^(?:AKIA|ASIA)/, 'an AWS access key'],
  [/^(?:gh[pousr]_|github_pat_)/, 'a GitHub token'],
  [/^glpat-/, 'a GitLab token'],
  [/^(?:xox|hooks\.slack)/, 'a Slack token'],
  [/^AIza/, 'a Google API key'],
  [/^(?:[sr]k_live|whsec)_/, 'a Stripe key'],
  [/^-----BEGIN/, 'a private key'],
]

/** A JSON Web Token with the claims of published samples, or one that has expired. */
function isSampleToken(value: string, now: Date | undefined): boolean {
  const [, payload] = /^eyJ[\w-]+\.(eyJ[\w-]+)\./.exec(value) ?? []
  const claims = payload === undefined ? '' : decodedBase64(payload)
  if (claims === '') return false
  if (placeholderWords.test(claims) || /"john doe"/i.test(claims)) return true
  const expires = /"exp"\s*:\s*(\d{9,10})\b/.exec(claims)?.[1]
  return now !== undefined && expires !== undefined && Number(expires) * 1000 < now.getTime()
}

function decodedBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

/** The text with its secrets masked, for messages that quote a file. */
export function maskSecrets(text: string): string {
  // No secret is shorter; most messages have no word of that length, and there may be many messages.
  if (!hasWordOf(14, text)) return text
  let masked = ''
  let at = 0
  for (const { start, end } of findSecrets(text)) {
    masked += `${text.slice(at, start)}[secret]`
    at = end
  }
  return masked + text.slice(at)
}

function hasWordOf(length: number, text: string): boolean {
  let run = 0
  for (let i = 0; i < text.length && run < length; i++) run = text.charCodeAt(i) > 32 ? run + 1 : 0
  return run >= length
}

/** A header alone is documentation; followed by key material, it is a key. */
function pemEnd(text: string, bodyStart: number): number | undefined {
  // Key material has no consecutive dashes, so the next ones end it; many consecutive headers stay cheap.
  const dashes = text.indexOf('-----', bodyStart)
  const end = Math.min(dashes < 0 ? text.length : dashes, bodyStart + pemLength)
  const runs = text.slice(bodyStart, end).match(/[A-Za-z0-9+/=]{40}/g) ?? []
  // OpenSSH keys begin with a run of the same letter, so one random run anywhere is enough.
  if (!runs.some(looksRandom)) return undefined
  const footer = end === dashes && text.startsWith('-----END', dashes) ? text.indexOf('-----', dashes + 8) : -1
  return footer < 0 || footer > dashes + 100 ? end : footer + 5
}

const placeholderWords =
  /example|sample|placeholder|change-?_?me|your[-_]?|dummy|redacted|replace|insert|fake|notreal|not[-_]real|123456789|abcdefg|qwerty|deadbeef/i

function looksRandom(value: string): boolean {
  if (placeholderWords.test(value) || /(.)\1{4}/.test(value) || /[.*]{3}|…|^[$%]/.test(value)) return false
  const letters = /[A-Za-z]/.test(value)
  const digits = /[0-9]/.test(value)
  const mixedCase = /[a-z]/.test(value) && /[A-Z]/.test(value)
  return letters && (digits || mixedCase) && entropy(value) >= (digits ? 3 : 3.6) && !isWords(value)
}

/** Names such as `oauth2-client-settings` or `RefreshTokenLifetimeSeconds` are long but not random. */
function isWords(value: string): boolean {
  const parts = value.split(/[-_./:]|(?<=[a-z])(?=[A-Z])/)
  const words = parts.filter(
    (part) => /^[A-Za-z]?[a-z]{2,15}\d{0,2}$|^[A-Z]{2,15}\d{0,2}$|^v?\d{1,4}$/.test(part) && /[aeiouy\d]/i.test(part),
  )
  return parts.length > 1 && words.length === parts.length
}

/** A reference to a secret elsewhere, a name of a program, a digest or a file. */
function isReference(value: string): boolean {
  return /:\/\/|^(?:sha\d+|md5|env|vault|file|arn|urn)[:.]|^[a-z_][a-z0-9_]{1,20}\.[a-z_]|^[~./]|\.(?:md|ya?ml|json|txt|pem|env|ts|js|py)$/i.test(
    value,
  )
}

/** Shannon entropy in bits per character. */
function entropy(value: string): number {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}
