import { type FactLine, factLines } from '../../text/facts/fact-lines.ts'
import { isPackText, normalizePath, pathProblem } from '../../text/paths/paths.ts'
import { scanSections } from '../../text/markdown/sections.ts'
import type { Folder } from '../folder.ts'
import { sourceMapOf } from './pack-source-map.ts'
import { afterFrontmatter, isMarkdown, textFiles } from './text-files.ts'
import { WordMatcher } from './word-matcher.ts'

/** A fact of the compiled layer, and how it can be traced. */
export interface TracedFact {
  readonly file: string
  readonly fact: FactLine
  /** `anchor`: it names its source. `claim`: the source map has it. `text`: documents/ or wiki/ contain it. */
  readonly by: 'anchor' | 'claim' | 'text' | undefined
}

const traced = new WeakMap<Folder, readonly TracedFact[]>()

export function tracedFacts(folder: Folder): readonly TracedFact[] {
  const known = traced.get(folder) ?? trace(folder)
  traced.set(folder, known)
  return known
}

/** Share of the compiled facts that can be traced (AK-260); `undefined` without facts. */
export function sourceCoverage(folder: Folder): number | undefined {
  const facts = tracedFacts(folder)
  return facts.length === 0 ? undefined : facts.filter(({ by }) => by !== undefined).length / facts.length
}

/** More facts than a reasonable pack has; the rest is not checked. */
const maxFacts = 20_000

function trace(folder: Folder): readonly TracedFact[] {
  const facts = textFiles(folder)
    .filter(isView)
    .flatMap((file) => factsOf(folder, file))
    .slice(0, maxFacts)
  const open = facts.filter(({ fact }) => !fact.anchored)
  if (open.length === 0) return facts.map(({ file, fact }) => ({ file, fact, by: 'anchor' }))
  const statements = open.map(({ fact }) => fact.text)
  const claims = searchClaims(folder, open, new WordMatcher(statements))
  const passages = searchPassages(folder, new WordMatcher(statements))
  const indexes = new Map(open.map(({ fact }, index) => [fact, index]))
  const traceOf = (index: number | undefined): TracedFact['by'] => {
    if (index === undefined) return 'anchor'
    if (claims.isFound(index)) return 'claim'
    return passages.isFound(index) || passages.limitReached ? 'text' : undefined
  }
  return facts.map(({ file, fact }) => ({ file, fact, by: traceOf(indexes.get(fact)) }))
}

/** Splits are text of the documents themselves; guides to tone and limits state no facts. */
const isView = (path: string): boolean =>
  path.startsWith('compiled/') &&
  isMarkdown(path) &&
  !path.startsWith('compiled/splits/') &&
  !/(?:boundar|brief|voice|persona)[^/]*$|\/(?:index|readme)\.\w+$/i.test(path)

const factWord = /(?<!\p{L})facts?(?!\p{L})|事实|事實|ファクト/iu
/** Sections of references or open questions. */
const otherTitles = [
  'sources?|references|citations|see also|further reading|contents|table of contents|change ?log',
  'open questions|unknowns?|gaps|来源|來源|参考|目录|目錄|变更',
].join('|')
const otherSection = new RegExp(`^(?:${otherTitles})[\\s:：]*$`, 'i')
const unknownWord =
  /\b(?:unknown|not known|to be confirmed|tbd|tbc|source-required|open question)\b|未知|待确认|待確認/i

function factsOf(folder: Folder, file: string): readonly Pick<TracedFact, 'file' | 'fact'>[] {
  const text = folder.content(file) ?? ''
  const all = factWord.test(file)
  return factLines(text, afterFrontmatter(text))
    .filter(
      ({ kind, heading, text: line }) =>
        (all || (kind !== 'sentence' && factWord.test(heading))) &&
        !otherSection.test(heading) &&
        !unknownWord.test(line),
    )
    .map((fact) => ({ file, fact }))
}

function searchClaims(folder: Folder, open: readonly Pick<TracedFact, 'file'>[], matcher: WordMatcher): WordMatcher {
  for (const { text, status, compiledInto, path } of sourceMapOf(folder)?.claims ?? []) {
    if (!text || !path || status === 'missing' || status === 'source-required') continue
    const files =
      compiledInto &&
      new Set(compiledInto.map((target) => (pathProblem(target) ? target : normalizePath(target.split('#')[0] ?? ''))))
    matcher.search(text, (index) => files === undefined || files.has(open[index]?.file ?? ''))
  }
  return matcher
}

/** Longer sections are searched in parts, so that scattered words do not add up to a statement. */
const passageLength = 3_000

function searchPassages(folder: Folder, matcher: WordMatcher): WordMatcher {
  for (const path of textFiles(folder)) {
    if (!/^(?:documents|wiki)\//.test(path) || !isPackText(path)) continue
    const text = folder.content(path) ?? ''
    for (const { headings, bodyStart, end } of scanSections(text)) {
      for (let at = bodyStart; at < end; at += passageLength) {
        const part = text.slice(at, Math.min(end, at + passageLength + 300))
        matcher.search(`${headings.join(' ')}\n${part}`)
      }
    }
  }
  return matcher
}
