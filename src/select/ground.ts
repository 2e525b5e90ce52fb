import type { Files } from '../model/ports.ts'
import type { CitationGap } from '../model/reading/read.ts'
import type { Sought } from '../rank/question.ts'
import type { TextIndex } from '../rank/text-index.ts'
import type { Language } from '../text/lexicon/lexicon.ts'
import { isBoundary } from './companions.ts'
import { differencesBetween } from './grounding/differences.ts'
import {
  citationsOf,
  claimNotices,
  runNotices,
  statedClaims,
  uncitedFacts,
  type Citations,
  type Notice,
  type StatedClaim,
} from './grounding/citations.ts'
import { openQuestionsOn } from './grounding/open-questions.ts'
import { newestRun, packRecords, type PackRecords } from './packs/pack-records.ts'
import { packRemarks } from './packs/pack-remarks.ts'
import type { Pick } from './pick.ts'
import type { OpenPack } from './packs/pack-texts.ts'
import { recordCitations, recordGaps, recordNotices } from './records/record-notices.ts'
import type { Source } from './texts/source.ts'

/** The citations of the picks, and notices about them. */
export interface Grounded {
  readonly citations: ReadonlyMap<Pick, Citations>
  readonly gaps: readonly CitationGap[]
  readonly notices: readonly Notice[]
  /** Claims of source maps that are stated in the picks. */
  readonly claims: readonly (StatedClaim & { readonly ref: string; readonly path: string })[]
  /** Places that a pack itself marks as open questions. */
  readonly open: readonly { readonly ref: string; readonly place: string }[]
}

const noRecords: PackRecords = { claims: [], sections: [] }

interface Answered {
  readonly question: readonly Sought[]
  languageOf(pack: OpenPack): Language
  textOf(source: Source): TextIndex | undefined
}

/** Reads the source maps and compile runs of packs with excerpts only. */
export function groundPicks(
  files: Files,
  packs: readonly OpenPack[],
  picks: readonly Pick[],
  { question, languageOf, textOf }: Answered,
): Grounded {
  const citations = new Map<Pick, Citations>()
  const gaps: CitationGap[] = []
  const notices: Notice[] = []
  const open: Grounded['open'][number][] = []
  const claims: Grounded['claims'][number][] = []
  for (const pack of packs) {
    const { ref, pack: head } = pack.allowed
    const own = picks.filter(({ source }) => source.ref === ref)
    const records = packRecords(files, pack)
    const run = newestRun(files, pack)
    for (const pick of own) {
      if (pick.source.format === 'records') {
        citations.set(pick, recordCitations(pick, pack))
        notices.push(...recordNotices(pick, pack))
        gaps.push(...recordGaps(pick, pack))
        continue
      }
      citations.set(pick, citationsOf(pick, records))
      notices.push(...claimNotices(pick, records))
      claims.push(...statedClaims(pick, records).map((claim) => ({ ref, path: pick.source.path, ...claim })))
      if (statesFacts(pick)) gaps.push(...gapsOf(pick, records, head.grounding))
    }
    if (own.length > 0) notices.push(...packRemarks(files, pack))
    notices.push(...runNotices(ref, [...new Set(own.map(({ source }) => source.path))], run))
    const selected = [...new Set(own.map(({ source }) => source))]
    const places = openQuestionsOn({ question, language: languageOf(pack), textOf }, pack, selected, run)
    open.push(...places.map((place) => ({ ref, place })))
  }
  for (const pick of picks) if (!citations.has(pick)) citations.set(pick, citationsOf(pick, noRecords))
  notices.push(...differencesBetween(picks, question, textOf), ...gaps.map(gapNotice))
  return { citations, gaps, notices: distinct(notices), claims, open }
}

/** Voice and boundaries are rules of the pack itself and need no source. */
const statesFacts = ({ reason, source }: Pick): boolean =>
  reason !== 'persona-priority' && reason !== 'boundary' && !isBoundary(source.path, [])

function gapsOf(
  pick: Pick,
  records: PackRecords,
  grounding: OpenPack['allowed']['pack']['grounding'],
): readonly CitationGap[] {
  const { ref, path } = pick.source
  return uncitedFacts(pick, records, grounding).map(({ section, facts }) => ({
    ref,
    path,
    section,
    facts,
    severity: grounding === 'required' ? 'warning' : 'info',
  }))
}

function gapNotice({ ref, path, section, facts, severity }: CitationGap): Notice {
  const place = section === '' ? path : `${path}#${section}`
  return {
    code: 'AK808',
    ref,
    path,
    severity,
    message: `${place} states ${facts === 1 ? 'a fact' : `${facts} facts`} without a source.`,
  }
}

const distinct = (notices: readonly Notice[]): readonly Notice[] => [
  ...new Map(notices.map((notice) => [`${notice.ref}\n${notice.message}`, notice])).values(),
]
