import { claimStatuses } from '../../model/tables/vocabulary.ts'
import { readClaimRecords } from '../../parse/records/claim-records.ts'
import { shortDigest } from '../../text/bytes/digest.ts'
import { indexLines, lastAtMost } from '../../text/positions/lines.ts'
import type { AnchorReference } from '../../text/facts/anchors.ts'
import { factLines } from '../../text/facts/fact-lines.ts'
import { listLine, shortened } from '../../text/markup/list-line.ts'
import { fileStem } from '../../text/paths/paths.ts'
import { headingSlug, unmarkedTitle } from '../../text/markdown/sections.ts'
import { statementIn } from '../../text/facts/figures.ts'
import type { Folder } from '../../validate/folder.ts'
import { pageTitle } from '../../validate/pack-facts/page-title.ts'
import { afterFrontmatter } from '../../validate/pack-facts/text-files.ts'
import { WordMatcher } from '../../validate/pack-facts/word-matcher.ts'
import { latinSlug } from '../draft/unit-id.ts'
import { namedSources } from './named-source.ts'
import { placeIn, type SourcePlace } from './source-place.ts'
import type { ClaimRow } from './source-map-text.ts'

export const factsPath = 'compiled/facts.md'

/** A line of documents/ or wiki/ that names no source that can be found. It is listed and never compiled. */
export interface UntraceableLine {
  readonly path: string
  readonly line: number
  readonly text: string
  readonly reason: string
}

export interface CompiledFacts {
  /** `undefined` without a fact. */
  readonly text: string | undefined
  readonly claims: readonly ClaimRow[]
  readonly untraceable: readonly UntraceableLine[]
  /** Files that the facts cite. */
  readonly sources: readonly string[]
}

interface Fact {
  readonly page: string
  readonly title: string
  readonly heading: string
  readonly text: string
  readonly place: SourcePlace
  readonly status: string
}

/** Without a status where the words of its source decide. */
type TracedFact = Omit<Fact, 'status'> & { readonly status: string | undefined }

/** Facts of these pages that name a source which exists, each with the lines of the source (AK-249, AK-250, AK-260). */
export function compileFacts(folder: Folder, pages: readonly string[]): CompiledFacts {
  const facts: TracedFact[] = []
  const untraceable: UntraceableLine[] = []
  const known = new Set<string>()
  for (const page of pages) {
    const text = folder.content(page)
    if (text === undefined) continue
    const lines = indexLines(text)
    const title = pageTitle(text) ?? fileStem(page)
    for (const stated of [...statementsIn(text), ...recordsIn(text)]) {
      const traced = trace(folder, page, stated)
      const key = `${page}\0${stated.text}`
      if (known.has(key)) continue
      known.add(key)
      if ('reason' in traced)
        untraceable.push({
          path: page,
          line: lines.position(stated.start).line,
          text: shortened(listLine(stated.text), 120),
          reason: traced.reason,
        })
      else facts.push({ page, title, heading: unmarkedTitle(stated.heading), text: stated.text, ...traced })
    }
  }
  const settled = withConflicts(withStatus(facts))
  return {
    text: settled.length === 0 ? undefined : factsText(settled),
    claims: settled.map(claimOf),
    untraceable,
    sources: [...new Set(settled.flatMap(({ place }) => (place.isRemote ? [] : [place.path])))].sort(),
  }
}

interface Stated {
  readonly text: string
  readonly heading: string
  readonly start: number
  readonly sources: readonly AnchorReference[]
  readonly status?: string | undefined
}

/** Of the sentence before. */
const leadingMarks = /^(?:\s*\[sources?[ \t]*:[^[\]\n]{0,500}\])+\s*/i

function statementsIn(text: string): readonly Stated[] {
  const from = afterFrontmatter(text)
  const records = readClaimRecords(text).map(({ span }) => span)
  const starts = records.map(({ start }) => start)
  const isRecorded = (at: number): boolean => at < (records[lastAtMost(starts, at)]?.end ?? 0) && at >= (starts[0] ?? 0)
  const sourcesOf = namedSources(text, from)
  return factLines(text, from)
    .filter(({ kind, span }) => kind !== 'row' && !isRecorded(span.start))
    .map(({ text: line, heading, span }) => ({
      text: line,
      heading,
      start: span.start + (leadingMarks.exec(text.slice(span.start, span.end))?.[0].length ?? 0),
      sources: sourcesOf(span),
    }))
}

const recordsIn = (text: string): readonly Stated[] =>
  readClaimRecords(text).map(({ text: claim, source, status, span }) => ({
    text: claim,
    heading: '',
    start: span.start,
    sources: source ? [source] : [],
    status: claimStatuses.find((known) => known === status),
  }))

export const namesNoSource = 'It names no source.'

/** The first named source that exists. */
function trace(
  folder: Folder,
  page: string,
  { sources, status }: Stated,
): Pick<TracedFact, 'place' | 'status'> | { readonly reason: string } {
  let reason: string = namesNoSource
  for (const source of sources) {
    const place = placeIn(folder, page, source)
    if ('reason' in place) {
      reason = place.reason
      continue
    }
    return { place, status }
  }
  return { reason }
}

/** The words of its source decide whether a statement is confirmed or only inferred from it. A source is searched once for all its statements. */
function withStatus(facts: readonly TracedFact[]): readonly Fact[] {
  const citing = new Map<string, TracedFact[]>()
  for (const fact of facts) {
    const { path, anchor = '', text } = fact.place
    if (fact.status !== undefined || text === undefined) continue
    const others = citing.get(`${path}#${anchor}`)
    if (others) others.push(fact)
    else citing.set(`${path}#${anchor}`, [fact])
  }
  const confirmed = new Set<TracedFact>()
  for (const group of citing.values()) {
    const matcher = new WordMatcher(group.map(({ text }) => text))
    matcher.search(group[0]?.place.text ?? '')
    for (const [index, fact] of group.entries()) if (matcher.isFound(index)) confirmed.add(fact)
  }
  return facts.map((fact) => ({ ...fact, status: fact.status ?? (confirmed.has(fact) ? 'confirmed' : 'inferred') }))
}

/** Two facts of one subject with the same words and other figures are disputed until a person decides. */
function withConflicts(facts: readonly Fact[]): readonly Fact[] {
  const figures = new Map<string, Set<string>>()
  const keyOf = ({ heading, text }: Fact): { readonly key: string; readonly stated: string } | undefined => {
    const statement = statementIn(text)
    return statement && { key: `${headingSlug(heading)}\0${statement.pattern}`, stated: statement.figures.join(' ') }
  }
  for (const fact of facts) {
    const found = keyOf(fact)
    if (found) figures.set(found.key, (figures.get(found.key) ?? new Set()).add(found.stated))
  }
  return facts.map((fact) => {
    const found = keyOf(fact)
    return found && (figures.get(found.key)?.size ?? 0) > 1 ? { ...fact, status: 'disputed' } : fact
  })
}

function claimOf({ page, heading, text, place, status }: Fact): ClaimRow {
  const id = latinSlug(fileStem(page)) || 'claim'
  return {
    claim_id: `${id}-${shortDigest(`${page}\0${text}`, 8)}`,
    text,
    status,
    source: { path: place.path, ...(place.anchor === undefined ? {} : { anchor: place.anchor }) },
    compiled_into: [factsPath],
    ...(page.startsWith('documents/') ? { document: page } : {}),
    ...(heading === '' ? {} : { section_id: headingSlug(heading) || heading }),
  }
}

function factsText(facts: readonly Fact[]): string {
  const lines = ['# Facts', '']
  let page = ''
  let heading = ''
  for (const fact of facts) {
    if (fact.page !== page) {
      lines.push(...(page === '' ? [] : ['']), `## ${fact.title}`, '')
      heading = fact.title
    }
    if (fact.heading !== heading && fact.heading !== '') {
      lines.push(...(lines.at(-1) === '' ? [] : ['']), `### ${fact.heading}`, '')
      heading = fact.heading
    }
    page = fact.page
    const { path, anchor } = fact.place
    lines.push(`- ${fact.text} [source: ${path}${anchor === undefined ? '' : `#${anchor}`}]`)
  }
  return `${lines.join('\n')}\n`
}
