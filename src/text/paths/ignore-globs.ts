import { withoutTrailing } from './paths.ts'

/** One line of an ignore file. */
interface IgnoreRule {
  /** Between slashes; `**` matches any number of folders. */
  readonly segments: readonly string[]
  readonly negated: boolean
  readonly folderOnly: boolean
}

/** The rules of one ignore file, in order. */
export type IgnoreRules = readonly IgnoreRule[]

/** Each rule costs time for every path. */
const mostRules = 1000

/** How names are compared: in one normal form, and without case where the disk ignores it. */
export type Spell = (name: string) => string
export const exactly: Spell = (name) => name.normalize('NFC')
export const inAnyCase: Spell = (name) => name.normalize('NFC').toLowerCase()

/** The syntax of `.gitignore`: `#`, `!`, `*`, `?`, `[…]`, `**`, anchoring slashes and a trailing slash for folders. */
export function parseIgnore(lines: readonly string[], spell: Spell = exactly): IgnoreRules {
  const rules = lines.flatMap((line) => readRule(spell(line)) ?? [])
  return rules.length > mostRules ? ignoreAll : rules
}

/** For a list that is too long or unreadable: it may ignore anything. */
export const ignoreAll: IgnoreRules = [{ segments: ['**'], negated: false, folderOnly: false }]

function readRule(line: string): IgnoreRule | undefined {
  const written = withoutBlanks(withoutTrailing(line, '\r\n'))
  if (written === '' || written.startsWith('#')) return undefined
  const negated = written.startsWith('!')
  const pattern = negated ? written.slice(1) : written
  const folderOnly = pattern.endsWith('/')
  const trimmed = folderOnly ? pattern.slice(0, -1) : pattern
  const segments = trimmed.replace(/^\//, '').split('/')
  if (segments.every((segment) => segment === '')) return undefined
  return { segments: trimmed.includes('/') ? segments : ['**', ...segments], negated, folderOnly }
}

/** A trailing blank after a backslash belongs to the name. */
function withoutBlanks(line: string): string {
  const written = withoutTrailing(line, ' ')
  return written !== line && written.endsWith('\\') ? `${written} ` : written
}

/** `true`: ignored. `false`: included again by a later rule. The path is relative to the ignore file. */
export function ignores(
  rules: IgnoreRules,
  path: string,
  isFolder: boolean,
  spell: Spell = exactly,
): boolean | undefined {
  const parts = spell(path).split('/')
  for (let i = rules.length - 1; i >= 0; i--) {
    const rule = rules[i]
    if (rule && (isFolder || !rule.folderOnly) && matches(rule.segments, parts)) return !rule.negated
  }
  return undefined
}

/** Backtracking only to the last `**` is enough, so time is bounded by pattern length times path length. */
function matches(segments: readonly string[], parts: readonly string[]): boolean {
  let at = 0
  let star = -1
  let retry = 0
  for (let part = 0; part < parts.length;) {
    const segment = segments[at]
    if (segment === '**') {
      // A final `**` matches everything inside, not the folder itself.
      if (at === segments.length - 1) return true
      star = at++
      retry = part
    } else if (segment !== undefined && matchesName(segment, parts[part] ?? '')) {
      at += 1
      part += 1
    } else if (star >= 0) {
      at = star + 1
      part = ++retry
    } else return false
  }
  return at === segments.length
}

function matchesName(pattern: string, name: string): boolean {
  let at = 0
  let star = -1
  let retry = 0
  for (let i = 0; i < name.length;) {
    const step = at < pattern.length && pattern[at] !== '*' ? matchOne(pattern, at, name[i] ?? '') : 0
    if (step > 0) {
      at += step
      i += 1
    } else if (pattern[at] === '*') {
      star = at++
      retry = i
    } else if (star >= 0) {
      at = star + 1
      i = ++retry
    } else return false
  }
  while (pattern[at] === '*') at += 1
  return at === pattern.length
}

/** Length of the part of the pattern that matches this character; `0` when it does not. */
function matchOne(pattern: string, at: number, character: string): number {
  const head = pattern[at]
  if (head === '?') return 1
  if (head === '\\' && at + 1 < pattern.length) return pattern[at + 1] === character ? 2 : 0
  const close = head === '[' ? pattern.indexOf(']', at + 2) : -1
  if (close < 0) return head === character ? 1 : 0
  const set = pattern.slice(at + 1, close)
  const negated = set.startsWith('!') || set.startsWith('^')
  return isInSet(negated ? set.slice(1) : set, character) === negated ? 0 : close + 1 - at
}

function isInSet(set: string, character: string): boolean {
  for (let i = 0; i < set.length; i++) {
    const low = set[i] ?? ''
    const high = set[i + 1] === '-' ? set[i + 2] : undefined
    if (high !== undefined ? low <= character && character <= high : low === character) return true
    if (high !== undefined) i += 2
  }
  return false
}
