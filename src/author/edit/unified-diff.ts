const contextLines = 3

/** A unified diff of one file, as `patch` and `git apply` read it; empty when nothing changed. */
export function unifiedDiff(path: string, before: string, after: string): string {
  if (before === after) return ''
  const old = splitLines(before)
  const fresh = splitLines(after)
  const hunks = hunksOf(changesOf(old, fresh), old.length)
  return `--- a/${path}\n+++ b/${path}\n${hunks.map((hunk) => hunkText(hunk, old, fresh)).join('')}`
}

/** Lines `[start, end)` of the old text become lines `[freshStart, freshEnd)` of the new one. */
interface Change {
  readonly start: number
  readonly end: number
  readonly freshStart: number
  readonly freshEnd: number
}

interface Hunk {
  readonly changes: readonly Change[]
  readonly start: number
  readonly end: number
}

/** Each line keeps its break, so that a missing one at the end is visible. */
function splitLines(text: string): readonly string[] {
  return text === '' ? [] : text.split(/(?<=\n)/)
}

/**
 * Finds changed lines by searching for the nearest line that both texts share. Fixes change few lines, so this is
 * linear and short enough; the result is always a correct diff.
 */
function changesOf(old: readonly string[], fresh: readonly string[]): readonly Change[] {
  const changes: Change[] = []
  let a = 0
  let b = 0
  while (a < old.length || b < fresh.length) {
    if (a < old.length && b < fresh.length && old[a] === fresh[b]) {
      a += 1
      b += 1
      continue
    }
    const [skipA, skipB] = resync(old, fresh, a, b)
    changes.push({ start: a, end: a + skipA, freshStart: b, freshEnd: b + skipB })
    a += skipA
    b += skipB
  }
  return changes
}

const lookahead = 40

function resync(old: readonly string[], fresh: readonly string[], a: number, b: number): readonly [number, number] {
  for (let distance = 1; distance <= lookahead * 2; distance++) {
    for (let skipA = Math.max(0, distance - lookahead); skipA <= Math.min(distance, lookahead); skipA++) {
      const skipB = distance - skipA
      const line = old[a + skipA]
      if (line !== undefined && line.trim() !== '' && line === fresh[b + skipB]) return [skipA, skipB]
    }
  }
  return [old.length - a, fresh.length - b]
}

/** Changes whose context would touch share a hunk. */
function hunksOf(changes: readonly Change[], count: number): readonly Hunk[] {
  const hunks: { changes: Change[]; start: number; end: number }[] = []
  for (const change of changes) {
    const start = Math.max(0, change.start - contextLines)
    const end = Math.min(count, change.end + contextLines)
    const last = hunks.at(-1)
    if (!last || start > last.end) hunks.push({ changes: [change], start, end })
    else {
      last.changes.push(change)
      last.end = end
    }
  }
  return hunks
}

function hunkText({ changes, start, end }: Hunk, old: readonly string[], fresh: readonly string[]): string {
  const [first] = changes
  const grown = changes.reduce(
    (sum, change) => sum + (change.freshEnd - change.freshStart) - (change.end - change.start),
    0,
  )
  const freshStart = start + (first ? first.freshStart - first.start : 0)
  let body = ''
  let at = start
  for (const change of changes) {
    body +=
      marked(' ', old.slice(at, change.start)) +
      marked('-', old.slice(change.start, change.end)) +
      marked('+', fresh.slice(change.freshStart, change.freshEnd))
    at = change.end
  }
  body += marked(' ', old.slice(at, end))
  return `@@ -${spanText(start, end - start)} +${spanText(freshStart, end - start + grown)} @@\n${body}`
}

/** An empty span is named by the line before it. */
const spanText = (start: number, size: number): string =>
  `${size === 0 ? start : start + 1}${size === 1 ? '' : `,${size}`}`

function marked(sign: string, lines: readonly string[]): string {
  return lines
    .map((line) => (line.endsWith('\n') ? `${sign}${line}` : `${sign}${line}\n\\ No newline at end of file\n`))
    .join('')
}
