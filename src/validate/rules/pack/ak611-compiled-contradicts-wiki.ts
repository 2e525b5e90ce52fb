import type { Report } from '../../../model/diagnostic.ts'
import { factLines } from '../../../text/markdown/fact-lines.ts'
import { terms } from '../../../text/lexicon/lexicon.ts'
import { indexLines, type LineIndex } from '../../../text/lines.ts'
import { fileStem } from '../../../text/paths/paths.ts'
import type { Folder } from '../../folder.ts'
import type { PackRule } from '../../rule.ts'
import { afterFrontmatter, isMarkdown, textFiles } from '../../pack-facts/text-files.ts'
import { tracedFacts } from '../../pack-facts/trace-facts.ts'

/** Reports the certain case only: the same sentence, once on each side, with exactly one number changed. */
export const compiledContradictsWiki: PackRule = {
  codes: ['AK611'],
  needs: 'files',
  check(_subject, report, folder) {
    const facts = tracedFacts(folder).flatMap(({ file, fact }) => {
      const statement = toStatement(fact.text)
      return statement ? [{ file, span: fact.span, heading: fact.heading, ...statement }] : []
    })
    if (facts.length === 0) return
    const wiki = wikiStatements(folder, new Set(facts.map(({ pattern }) => pattern)))
    const own = countPatterns(facts)
    const indexes = new Map<string, LineIndex>()
    for (const { file, span, heading, pattern, numbers } of facts) {
      const matches = wiki.get(pattern) ?? []
      const other = matches[0]
      if (matches.length !== 1 || own.get(pattern) !== 1 || !other || differences(numbers, other.numbers).length !== 1)
        continue
      if (isAboutAnother(heading, `${other.heading} ${fileStem(other.file)}`)) continue
      const lines = indexes.get(file) ?? indexLines(folder.content(file) ?? '')
      indexes.set(file, lines)
      reportContradiction(
        report,
        { file, range: lines.range(span) },
        differences(numbers, other.numbers)[0],
        other.file,
      )
    }
  },
}

function reportContradiction(
  report: Report,
  place: { readonly file: string; readonly range: ReturnType<LineIndex['range']> },
  pair: readonly [string, string] | undefined,
  page: string,
): void {
  if (pair)
    report({ code: 'AK611', message: `The fact states "${pair[0]}", but "${page}" states "${pair[1]}".`, ...place })
}

const genericWords = 'facts key overview summary general details 事实 事實'

/** Two products may share a sentence: headings with no common word, or another number, mean two subjects. */
function isAboutAnother(heading: string, other: string): boolean {
  const generic = new Set(terms(genericWords, 'en'))
  const own = terms(heading, 'en').filter((word) => !generic.has(word))
  const theirs = new Set(terms(other, 'en'))
  return (
    own.length > 0 &&
    (!own.some((word) => theirs.has(word)) || own.some((word) => /\d/.test(word) && !theirs.has(word)))
  )
}

interface Statement {
  /** The sentence without its numbers. */
  readonly pattern: string
  readonly numbers: readonly string[]
}

interface WikiStatement extends Statement {
  readonly file: string
  readonly heading: string
}

/** Short phrases often repeat with other numbers; only full statements are compared. */
const leastWords = 4

function toStatement(text: string): Statement | undefined {
  const numbers = text.match(/\d+(?:[.,:]\d+)*/g) ?? []
  if (numbers.length === 0) return undefined
  const pattern = text
    .toLowerCase()
    .replace(/\d+(?:[.,:]\d+)*/g, '#')
    .replace(/[^\p{L}\p{M}#%€$£¥]+/gu, ' ')
    .trim()
  const letters = pattern.replace(/[#%€$£¥]/g, '').trim()
  return letters.split(/\s+/).length >= leastWords || /\p{Lo}{6}/u.test(letters) ? { pattern, numbers } : undefined
}

function wikiStatements(folder: Folder, wanted: ReadonlySet<string>): ReadonlyMap<string, readonly WikiStatement[]> {
  const found = new Map<string, WikiStatement[]>()
  for (const file of textFiles(folder)) {
    if (!file.startsWith('wiki/') || !isMarkdown(file) || file === 'wiki/log.md') continue
    const text = folder.content(file) ?? ''
    if (!/\d/.test(text)) continue
    for (const { text: line, heading } of factLines(text, afterFrontmatter(text))) {
      const statement = toStatement(line)
      if (!statement || !wanted.has(statement.pattern)) continue
      const same = found.get(statement.pattern) ?? []
      found.set(statement.pattern, [...same, { ...statement, file, heading }].slice(0, 2))
    }
  }
  return found
}

function countPatterns(statements: readonly Statement[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { pattern } of statements) counts.set(pattern, (counts.get(pattern) ?? 0) + 1)
  return counts
}

function differences(a: readonly string[], b: readonly string[]): readonly (readonly [string, string])[] {
  return a.flatMap((number, place) => (number === b[place] ? [] : [[number, b[place] ?? ''] as const]))
}
