import type { Allowed } from '../model/decisions/brands.ts'
import type { Files } from '../model/ports.ts'
import { constants } from '../rank/constants.ts'
import { detectTaskLanguage, loadLanguages, type Language } from '../text/lexicon/lexicon.ts'
import { withoutGiven, type Found, type WasGiven } from './already-given.ts'
import { personaParticulars } from './companions.ts'
import { compose, type Composing, type ReplyRequest, type Selected } from './compose.ts'
import { gather, sourcesOf, type Gathered } from './gather.ts'
import { WithheldClaims } from './grounding/withheld-claims.ts'
import type { OpenPack, Visit } from './packs/pack-texts.ts'
import { toPassages } from './passages.ts'
import type { Pick } from './pick.ts'
import { preferLayers } from './prefer-layers.ts'
import { withApprovedAnswers } from './records/approved-answers.ts'
import { isAudit } from './records/record-graph.ts'
import { scoreUnits, type Candidate } from './score.ts'
import { steeredSources } from './steering.ts'
import { isAnswered, isRelated, unknownIn, type Answer, type Searched } from './strength.ts'
import { take } from './take.ts'
import { ReadCache } from './texts/read-cache.ts'
import type { Passage, Source } from './texts/source.ts'
import { withoutTranslations } from './translations.ts'
import { isUnchanged } from './unchanged.ts'
import { demoteNotFor } from './units/not-for.ts'
import { answerWithPersonas, type AnswerWithPersonas } from './personas.ts'

export type { Selected } from './compose.ts'

/** Raised when selection may return different text for the same request; recorded in receipts. */
export const selectionEdition = 8

export interface SelectRequest extends ReplyRequest {
  /** Other words that an answer may use, added by the caller. */
  readonly also?: readonly string[]
  /** Text of earlier replies is not repeated. */
  readonly wasGiven?: WasGiven
  readonly cache?: ReadCache
  /** Called after each text whose index was built or read. */
  readonly onIndexed?: () => void
}

export interface Selection {
  readonly outcome: 'answered' | 'weak' | 'nothing'
  /** Everything found was in earlier replies; the outcome is then `nothing`. */
  readonly isAllGiven: boolean
  readonly strength: number
  /** Words of the task that are in no granted text, as typed. */
  readonly unknownWords: readonly string[]
  /** Whether the best place was found only by words that the caller added. */
  readonly byAlsoOnly: boolean
  readonly answer: Answer
  readonly searched: Searched
  /** Languages of the searched texts. */
  readonly languages: readonly Language[]
  /** Maximum tokens of a reply of this strength. */
  readonly ceiling: number
  /** The reply for about this many tokens of text and envelope. */
  compose(budget: number): Selected
  /** Whether the files of a release are unchanged on disk. */
  isUnchanged(selected: { readonly picks: readonly Pick[]; readonly evidence: readonly Pick[] }): boolean
}

/**
 * From what is Allowed to excerpts within a budget, in these steps:
 *
 * 1. `gather` reads every text that may be quoted; its index is built or read from a cache.
 * 2. `answerWithPersonas` scores the units and computes the strength of the best place; personas are added.
 * 3. `steeredSources` finds the files that context maps name for the task (steering).
 * 4. `preferLayers` drops deeper layers of a pack where an earlier one is enough.
 * 5. `withoutTranslations` keeps one language of each page.
 *    `demoteNotFor` halves the score of units that say they are not for the task.
 *    `withApprovedAnswers` ranks approved answers like the questions they answer.
 * 6. `withoutGiven` drops the text of earlier replies (`--after`); `outcomeOf` rates the rest.
 * 7. `compose` builds a reply for one budget: takes units by score, adds companions, orders them, adds evidence,
 *    and lists omissions.
 *
 * The envelope is not known here: the caller (`app/read/read.ts`) fences what `compose` returns, uses `fit` to find the
 * budget at which text and envelope fit together, and checks `isUnchanged` before it releases anything.
 */
export async function select(files: Files, allowed: readonly Allowed[], request: SelectRequest): Promise<Selection> {
  const { task, also = [], named = new Set<string>(), cache = new ReadCache(), wasGiven } = request
  const visit: Visit = { files, omitted: [], fresh: new Set(), isAudit: isAudit(task) }
  const gathered = gather(files, allowed, { task, withRaw: request.evidence === true, cache, visit })
  const { sources, languages } = gathered
  const taskLanguage = detectTaskLanguage(task, new Set(languages))
  await loadLanguages([...languages, taskLanguage])
  const claims = new WithheldClaims(files, gathered.packs)
  const searched = {
    corpus: cache.indexes.corpusOf(sources, request.onIndexed),
    sources,
    isWithheld: (candidate: Candidate) => claims.isWithheld(candidate),
  }
  const asked = { task, also, taskLanguage, languages }

  const { answer, personas } = answerWithPersonas(gathered, searched, asked, named)
  const languageOf = (pack: OpenPack): Language => languageOfPack(pack, gathered, cache)
  const steered = steeredSources(gathered, answer.question, languageOf)
  const preferred = preferLayers(files, gathered, answer, { searched, steered })
  const translated = withoutTranslations(preferred, (source) => cache.indexes.languageOf(source), taskLanguage)
  const demoted = demoteNotFor(translated, gathered.units, task)
  const approved = withApprovedAnswers(demoted, { gathered, members: searched.corpus.members, task })
  const ranked = approved.isEqual || isFound(searched, { answer, personas }) ? approved.ranked : []
  expectTexts(files, ranked, gathered)
  const voice = personas.flatMap(({ allowed: { ref } }) => personaParticulars(sourcesOf(gathered, ref)))
  const left = withoutGiven({ ranked, voice }, wasGiven)

  const strength = approved.isEqual ? Math.max(answer.strength, constants.answered) : answer.strength
  const outcome = outcomeOf({ strength }, left)
  const isCapped = outcome !== 'answered' && personas.length === 0
  const unknownWords = unknownIn(searched.corpus, asked)
  const rawOf = (pack: OpenPack): readonly Source[] => gathered.raw.get(pack.allowed.ref) ?? []
  const composing: Composing = {
    request,
    files,
    visit,
    gathered,
    searched,
    answer,
    personas,
    steered,
    ...left,
    unknownWords,
    isCapped,
    claims,
    languageOf,
    searchRaw: (pack, budget) => searchRaw(rawOf(pack), { answer, request, cache, budget }),
  }
  return {
    outcome,
    isAllGiven: left.alreadyGiven.length > 0,
    strength,
    unknownWords,
    byAlsoOnly: answer.found.length > 0 && answer.found.every(({ from }) => from === 'also'),
    answer,
    searched,
    languages,
    ceiling: isCapped ? constants.weak.most : Infinity,
    compose: (budget) => compose(composing, budget),
    isUnchanged: ({ picks, evidence }) => isUnchanged([...picks, ...evidence], allowed, cache, visit),
  }
}

/** Number of files, those of the best units of text, that are fetched ahead: most replies open no others. */
const expectedFiles = 16

function expectTexts(files: Files, ranked: readonly Candidate[], { units }: Gathered): void {
  if (!files.expect) return
  const byRoot = new Map<string, Set<string>>()
  const seen = new Set<Source>()
  for (const { source } of ranked) {
    if (seen.size === expectedFiles) break
    const root = seen.has(source) ? undefined : units.get(source.ref)?.root
    if (root === undefined) continue
    seen.add(source)
    byRoot.set(root, (byRoot.get(root) ?? new Set()).add(source.path))
  }
  for (const [root, paths] of byRoot) files.expect(root, [...paths])
}

/** Whether anything may be returned. A persona needs no match. */
const isFound = ({ corpus }: Searched, { answer, personas }: AnswerWithPersonas): boolean =>
  isAnswered(answer) || isRelated(corpus, answer) || personas.length > 0

/** The outcome by strength; `nothing` if everything found was in earlier replies. */
function outcomeOf(answer: { readonly strength: number }, { ranked, voice }: Found): Selection['outcome'] {
  if (ranked.length + voice.length === 0) return 'nothing'
  return isAnswered(answer) ? 'answered' : 'weak'
}

/** The language of its first text, because a pack has one language. */
function languageOfPack({ allowed: { ref } }: OpenPack, gathered: Gathered, { indexes }: ReadCache): Language {
  const [source] = sourcesOf(gathered, ref)
  return source ? indexes.languageOf(source) : 'en'
}

interface RawSearch {
  readonly answer: Answer
  readonly request: ReplyRequest
  readonly cache: ReadCache
  readonly budget: number
}

function searchRaw(sources: readonly Source[], { answer, request, cache, budget }: RawSearch): readonly Passage[] {
  if (sources.length === 0) return []
  const { question } = answer
  const { count } = request.tokenizer
  const ranked = scoreUnits(cache.indexes.corpusOf(sources), sources, question)
  const { taken } = take(ranked, { budget, share: constants.shareWithoutBudget, count, words: [] })
  return toPassages(taken, question, count)
}
