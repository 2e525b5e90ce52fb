import type { Allowed } from '../model/brands.ts'
import type { Files, Tokenizer } from '../model/ports.ts'
import { constants } from '../rank/constants.ts'
import type { TextIndex } from '../rank/text-index.ts'
import { detectTaskLanguage, loadLanguages, type Language } from '../text/lexicon/lexicon.ts'
import { estimateTokens } from '../text/token-estimate.ts'
import { boundariesFor, companionShare, namedByMap, personaParticulars, personaShare, tokensOf, withinShare, type Around, type Companion } from './companions.ts'
import { steeredSources } from './context-map.ts'
import { evidenceFor } from './evidence.ts'
import { gather, sourcesOf, type Gathered } from './gather.ts'
import { governorsFor } from './governors.ts'
import { groundPicks, type Grounded } from './ground.ts'
import { listOmitted, type Omitted } from './omitted.ts'
import { inOrder } from './order.ts'
import type { OpenPack, Visit } from './pack-texts.ts'
import { toPassages } from './passages.ts'
import { joinCompanions, pickMatch, type Pick } from './pick.ts'
import { preferLayers } from './prefer-layers.ts'
import { takeByPriority } from './priorities.ts'
import { ReadCache } from './read-cache.ts'
import { scoreUnits, textOf, type Candidate } from './score.ts'
import type { NearMiss, Passage, Source } from './source.ts'
import { spareSummaries } from './spare-summaries.ts'
import { isAnswered, isRelated, tellingWords, unknownIn, weakBudget, type Answer, type Searched } from './strength.ts'
import { take, type LeftOut } from './take.ts'
import { withoutTranslations } from './translations.ts'
import { isUnchanged } from './unchanged.ts'
import { answerWithVoices } from './voices.ts'

export interface SelectRequest {
  readonly task: string
  /** Other words that an answer may use, brought by the caller. */
  readonly also?: readonly string[]
  readonly tokenizer: Tokenizer
  /** The caller set the budget: more of it is used than of a ceiling. */
  readonly fill?: boolean
  /** Also what the citations point to. */
  readonly evidence?: boolean
  /** Refs that the caller named. */
  readonly named?: ReadonlySet<string>
  /** What an earlier reply held, not to be repeated. */
  readonly given?: (place: { readonly ref: string; readonly path: string; readonly fileDigest: string; readonly start: number; readonly end: number }) => boolean
  readonly cache?: ReadCache
  /** Told after each text whose index was made or fetched. */
  readonly onIndexed?: () => void
}

/** What is shown, why, and what is to be known about it. */
export interface Selected extends Grounded, Omitted {
  readonly picks: readonly Pick[]
  readonly evidence: readonly Pick[]
}

export interface Selection {
  readonly outcome: 'answered' | 'weak' | 'nothing'
  readonly strength: number
  /** Words of the task that stand in no granted text, as they were typed. */
  readonly unknownWords: readonly string[]
  /** Whether the best place was found only by words that the caller added. */
  readonly byAlsoOnly: boolean
  readonly answer: Answer
  readonly searched: Searched
  /** Of the texts that were searched. */
  readonly languages: readonly Language[]
  /** Most tokens of a reply of this strength. */
  readonly ceiling: number
  /** What is shown when text and wrapper may take about this many tokens. */
  compose(budget: number): Selected
  /** Whether what is about to be released still stands on the disk as it was read. */
  isUnchanged(selected: { readonly picks: readonly Pick[]; readonly evidence: readonly Pick[] }): boolean
}

/**
 * From what is Allowed to excerpts within a budget: gather every text, score its units, judge the strength of the best
 * place, then take units by score, add what belongs to them, order them. `fit` finds the budget at which the fenced text fits.
 */
export async function select(files: Files, allowed: readonly Allowed[], request: SelectRequest): Promise<Selection> {
  const { task, also = [], named = new Set<string>(), cache = new ReadCache(), given } = request
  const visit: Visit = { files, omitted: [], fresh: new Set() }
  const gathered = gather(files, allowed, { task, withRaw: request.evidence === true, cache, visit })
  const taskLanguage = detectTaskLanguage(task, new Set(gathered.languages))
  await loadLanguages([...gathered.languages, taskLanguage])
  const searched = { corpus: cache.indexes.corpusOf(gathered.sources, request.onIndexed), sources: gathered.sources }
  const asked = { task, also, taskLanguage, languages: gathered.languages }
  const { answer, personas } = answerWithVoices(gathered, searched, asked, named)
  const languageOf = (pack: OpenPack): Language => languageOfPack(pack, gathered, cache)
  const steered = steeredSources(gathered, answer.question, languageOf)
  const preferred = preferLayers(files, gathered, answer, { searched, steered })
  const translated = withoutTranslations(preferred, (source) => cache.indexes.languageOf(source), taskLanguage)
  const ranked = given ? translated.filter((candidate) => !given(placeOf(candidate))) : translated
  const outcome = isAnswered(answer) ? 'answered' : isRelated(searched.corpus, answer) || personas.length > 0 ? 'weak' : 'nothing'
  const unknownWords = unknownIn(searched.corpus, asked)
  const isWeak = outcome !== 'answered' && personas.length === 0
  const composing: Composing = { files, gathered, searched, answer, ranked: outcome === 'nothing' ? [] : ranked, personas, steered, languageOf, unknownWords, mostTokens: isWeak ? weakBudget(answer) : Infinity, visit, request, search: (pack, budget) => searchRaw(gathered.raw.get(pack.allowed.ref) ?? [], answer, { cache, budget, count: request.tokenizer.count }) }
  return {
    outcome,
    strength: answer.strength,
    unknownWords,
    byAlsoOnly: answer.found.length > 0 && answer.found.every(({ from }) => from === 'also'),
    answer,
    searched,
    languages: gathered.languages,
    ceiling: isWeak ? constants.weak.most : Infinity,
    compose: (budget) => composeWithEvidence(composing, budget),
    isUnchanged: ({ picks, evidence }) => isUnchanged([...picks, ...evidence], allowed, cache, visit),
  }
}

interface Composing {
  readonly files: Files
  readonly gathered: Gathered
  readonly searched: Searched
  readonly answer: Answer
  readonly ranked: readonly Candidate[]
  readonly personas: readonly OpenPack[]
  readonly steered: Around['steered']
  languageOf(pack: OpenPack): Language
  readonly unknownWords: readonly string[]
  /** For more than the best place. */
  readonly mostTokens: number
  readonly visit: Visit
  readonly request: SelectRequest
  /** What the raw sources of a pack say on the task. */
  search(pack: OpenPack, budget: number): readonly Passage[]
}

/** Of its first text; all of a pack is written in one language. */
function languageOfPack({ allowed: { ref } }: OpenPack, gathered: Gathered, { indexes }: ReadCache): Language {
  const [source] = sourcesOf(gathered, ref)
  return source ? indexes.languageOf(source) : 'en'
}

function searchRaw(sources: readonly Source[], { question }: Answer, { cache, budget, count }: { readonly cache: ReadCache; readonly budget: number; count(text: string): number }): readonly Passage[] {
  if (sources.length === 0) return []
  const { taken } = take(scoreUnits(cache.indexes.corpusOf(sources), sources, question), { budget, share: constants.shareWithoutBudget, count, words: [] })
  return toPassages(taken, question, count)
}

function composeWithEvidence(composing: Composing, budget: number): Selected {
  if (!composing.request.evidence) return compose(composing, budget, budget)
  const beside = compose(composing, Math.floor(budget * constants.shareBesideEvidence), budget)
  return beside.evidence.length > 0 ? beside : compose(composing, budget, budget)
}

/** Take, companions, order; then what the picks rest on and what was left out. */
function compose(composing: Composing, budget: number, whole: number): Selected {
  const { files, gathered, request: { tokenizer, evidence: wantsEvidence, named = new Set<string>() }, visit, unknownWords } = composing
  const chosen = choose(composing, budget)
  const spared = spareSummaries(chosen.picks, gathered.units)
  const picks = inOrder(spared.picks, composing.personas, gathered.units)
  const refs = new Set(picks.map(({ source }) => source.ref))
  const used = gathered.packs.filter(({ allowed: { ref } }) => refs.has(ref))
  const asking = used.length > 0 ? used : gathered.packs.filter(({ questions }) => questions.length > 0)
  const { open, ...grounded } = groundPicks(files, asking, picks, {
    question: composing.answer.question,
    languageOf: composing.languageOf,
    textOf: (source) => indexOf(source, composing),
  })
  const others = gathered.omitted.filter((one) => !visit.omitted.includes(one))
  const omitted = [...visit.omitted, ...others, ...spared.omitted]
  const evidence = wantsEvidence ? evidenceFor(used, grounded.citations, { count: tokenizer.count, search: composing.search, budget: whole - spentOn(picks), omitted }) : []
  const considered = { ...chosen, picks, unknownWords, grounded: { ...grounded, open }, packs: gathered.packs, used, named, omitted, unlisted: gathered.unlisted, isWeak: composing.mostTokens < Infinity }
  return { ...grounded, open, picks, evidence, ...listOmitted(considered) }
}

function indexOf(source: Source, { gathered, searched: { corpus } }: Composing): TextIndex | undefined {
  const { sources, places } = gathered
  const place = places.get(source.ref)?.find((one) => sources[one] === source)
  return place === undefined ? undefined : corpus.members[place]?.text
}

interface Choice {
  readonly picks: readonly Pick[]
  readonly near: readonly NearMiss[]
  readonly dropped: readonly Companion[]
}

/** A persona may take half of the budget, boundaries and files of the context map a quarter; matches share the rest by score (AK-175). */
function choose({ gathered, searched, answer, ranked, personas, steered, mostTokens, request }: Composing, budget: number): Choice {
  const { task, tokenizer: { count }, fill } = request
  const around: Around = { question: answer.question, ...searched, places: gathered.places, ranked, steered }
  // A weak reply has no room for a place of each word.
  const words = mostTokens === Infinity ? tellingWords(searched.corpus, answer.question) : []
  const takeWithin = (room: number) => takeByPriority(ranked, gathered.units, { budget: Math.min(room, mostTokens), budgetForBest: room, ...(fill ? { share: constants.leastShare } : { share: constants.shareWithoutBudget, ample: constants.ample }), count, words })
  const particulars = personas.flatMap(({ allowed: { ref } }) => personaParticulars(sourcesOf(gathered, ref)))
  const persona = withinShare(particulars, personaShare(budget))
  const first = takeWithin(budget - tokensOf(persona.kept))
  const refs = new Set(first.taken.map(({ source }) => source.ref))
  const active = gathered.packs.filter((pack) => refs.has(pack.allowed.ref) && !personas.includes(pack))
  const beside = [
    ...governorsFor(task, first.taken, gathered.units, around),
    ...active.flatMap((pack) => [...boundariesFor(pack, around), ...namedByMap(pack, first.taken, around)]),
  ]
  const companions = withinShare(beside, companionShare(budget))
  const { taken, omitted } = companions.kept.length === 0 ? first : takeWithin(budget - tokensOf([...persona.kept, ...companions.kept]))
  const matches = toPassages(taken, answer.question, count).map((passage) => pickMatch(passage, gathered.layers.get(passage.source)?.rule, steered.has(passage.source)))
  return {
    picks: joinCompanions(matches, [...persona.kept, ...companions.kept], count),
    near: nearMisses(omitted),
    dropped: [...persona.dropped, ...companions.dropped],
  }
}

/** One line per section and reason. */
function nearMisses(omitted: readonly LeftOut[]): readonly NearMiss[] {
  const near = new Map<string, NearMiss>()
  for (const candidate of omitted) {
    const { index, source, member, section, reason } = candidate
    const key = `${index} ${section} ${reason}`
    if (near.has(key) || near.size >= constants.mostNear) continue
    near.set(key, { source, headings: member.text.headings[section] ?? [], reason, tokens: estimateTokens(textOf(candidate)) })
  }
  return [...near.values()]
}

const placeOf = ({ source: { ref, path, fileDigest }, member: { text }, unit }: Candidate) => ({ ref, path, fileDigest, start: text.unitStart[unit] ?? 0, end: text.unitEnd[unit] ?? 0 })

/** Tokens of the picks with a guess at what wraps them. */
const spentOn = (picks: readonly Pick[]): number => picks.reduce<number>((sum, { tokens }) => sum + tokens + constants.overhead.passage, constants.overhead.entry)
