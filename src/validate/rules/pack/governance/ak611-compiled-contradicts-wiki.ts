import type { Report } from '../../../../model/codes/diagnostic.ts'
import { factLines } from '../../../../text/facts/fact-lines.ts'
import { terms } from '../../../../text/lexicon/lexicon.ts'
import { indexLines, type LineIndex } from '../../../../text/positions/lines.ts'
import { fileStem } from '../../../../text/paths/paths.ts'
import { differingFigures, statementIn, type Statement } from '../../../../text/facts/figures.ts'
import type { Folder } from '../../../folder.ts'
import type { PackRule } from '../../../rule.ts'
import { afterFrontmatter, isMarkdown, textFiles } from '../../../pack-facts/text-files.ts'
import { tracedFacts } from '../../../pack-facts/trace-facts.ts'

/** Reports the certain case only: the same sentence, once on each side, with exactly one number changed. */
export const compiledContradictsWiki: PackRule = {
  codes: ['AK611'],
  needs: 'files',
  check(_subject, report, folder) {
    const facts = tracedFacts(folder).flatMap(({ file, fact }) => {
      const statement = statementIn(fact.text)
      return statement ? [{ file, span: fact.span, heading: fact.heading, ...statement }] : []
    })
    if (facts.length === 0) return
    const wiki = wikiStatements(folder, new Set(facts.map(({ pattern }) => pattern)))
    const own = countPatterns(facts)
    const indexes = new Map<string, LineIndex>()
    for (const { file, span, heading, ...fact } of facts) {
      const matches = wiki.get(fact.pattern) ?? []
      const other = matches[0]
      if (matches.length !== 1 || own.get(fact.pattern) !== 1 || !other) continue
      const [pair, ...others] = differingFigures(fact, other)
      if (!pair || others.length > 0) continue
      if (isAboutAnother(heading, `${other.heading} ${fileStem(other.file)}`)) continue
      const lines = indexes.get(file) ?? indexLines(folder.content(file) ?? '')
      indexes.set(file, lines)
      reportContradiction(report, { file, range: lines.range(span) }, pair, other.file)
    }
  },
}

function reportContradiction(
  report: Report,
  place: { readonly file: string; readonly range: ReturnType<LineIndex['range']> },
  [stated, differing]: readonly [string, string],
  page: string,
): void {
  report({ code: 'AK611', message: `The fact states "${stated}", but "${page}" states "${differing}".`, ...place })
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

interface WikiStatement extends Statement {
  readonly file: string
  readonly heading: string
}

function wikiStatements(folder: Folder, wanted: ReadonlySet<string>): ReadonlyMap<string, readonly WikiStatement[]> {
  const found = new Map<string, WikiStatement[]>()
  for (const file of textFiles(folder)) {
    if (!file.startsWith('wiki/') || !isMarkdown(file) || file === 'wiki/log.md') continue
    const text = folder.content(file) ?? ''
    if (!/\d/.test(text)) continue
    for (const { text: line, heading } of factLines(text, afterFrontmatter(text))) {
      const statement = statementIn(line)
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
