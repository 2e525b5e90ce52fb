import type { Activation } from '../../activate/activate.ts'
import { matchPacks } from '../../activate/match.ts'
import { findNamed } from '../../catalog/refs.ts'
import type { Allowed, Fenced } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Tokenizer } from '../../model/ports.ts'
import type { Omission, ReadInputs, ReadOutcome, ReadRequest, ReadResult } from '../../model/reading/read.ts'
import { fit } from '../../select/fit.ts'
import { countReasons } from '../../select/omitted.ts'
import { select, selectionEdition, type Selected, type Selection } from '../../select/pipeline.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { atStage } from './at-stage.ts'
import { askGates, askPackGates, joinActivations, type Reader } from '../decide/ask-gates.ts'
import { profilePacks } from '../decide/pack-profiles.ts'
import { changedHeads, withoutChanged } from '../decide/same-head.ts'
import { inAwaitedSpan, inReadSpan, inTraceSpan } from './in-trace-span.ts'
import { excerptsOf, spansOf } from './excerpts.ts'
import { fenceResolved, usedEntries } from './fence-resolved.ts'
import { givenBy } from './given-by.ts'
import { readWarnings, recordedWarnings } from './read-warnings.ts'
import { releaseRead, requestFacts, type PreparedRead, type Repeatable } from './release-read.ts'
import { notFound, unknownCode } from '../shared/not-found.ts'
import { knownSpans, withoutKnown, type KnownSpans } from './session-spans.ts'
import { shadowNotices } from '../shared/notes.ts'
import { lapsedOmissions, unsearched } from './unsearched.ts'
import { withheldMatches, type Withheld } from './withheld.ts'

/** Default budget; most answers are far shorter. */
const ordinaryBudget = 2000

/** The call has precedence over the config; the limit applies to both (AK-170). */
export const budgetFor = (
  asked: number | undefined,
  { defaultBudget, restraints }: Pick<Reader, 'defaultBudget' | 'restraints'>,
): number => Math.min(asked ?? defaultBudget ?? ordinaryBudget, restraints.budget ?? Infinity)

/** Decide, then read, then fence, then record, then release: in this order and no other. */
export async function readKnowledge(
  catalog: Catalog,
  request: Repeatable,
  reader: Reader,
  relist?: () => Promise<Catalog>,
): Promise<ReadResult> {
  return inReadSpan(request, reader, async () => {
    const listed = await prepareRead(catalog, request, reader)
    // An entry was edited after it was listed. Nothing is recorded or released yet, so the catalog is built again.
    const isOutdated = listed.result.omitted.some(({ reason }) => reason === 'outdated')
    const prepared = isOutdated && relist ? await prepareRead(await relist(), request, reader) : listed
    await atStage(request, 'record')
    return inAwaitedSpan(
      'record',
      reader,
      () => releaseRead(prepared, reader),
      ({ receipt: { id, proof, fencedDigest, spans } }) => ({
        'lorefence.receipt': id,
        'lorefence.proof': proof,
        'lorefence.fenced_digest': fencedDigest,
        'lorefence.spans': spans.length,
      }),
    )
  })
}

/** All steps before the record; nothing is released. */
export async function prepareRead(
  catalog: Catalog,
  request: Repeatable,
  reader: Reader,
): Promise<PreparedRead & { readonly selection: Selection }> {
  const now = reader.ports.clock.now()
  await atStage(request, 'decide')
  const candidates = inTraceSpan(
    'decide',
    reader,
    () => chooseCandidates(catalog, request, reader, now),
    ({ allowed, omitted }) => ({ 'lorefence.allowed': allowed.length, 'lorefence.refused': omitted.length }),
  )
  const budget = budgetFor(request.budget, reader)
  const tokenizer = await loadTokenizer()
  await atStage(request, 'read')
  const { activation, used, selection, selected, fenced, tokens } = await answerAsListed(catalog, candidates, request, {
    reader,
    budget,
    tokenizer,
  })
  const { picks, evidence, citations } = selected
  const refused = [...activation.omitted, ...unknownNames(catalog, request), ...lapsedOmissions(catalog, request)]
  const withheld =
    selection.outcome === 'answered' || selection.isAllGiven
      ? []
      : withheldMatches(catalog, activation, selected.omitted, selection, request.task)
  const outcome: ReadOutcome = withheld.length > 0 ? 'withheld' : releasedOutcome(selection, selected)
  const omittedCounts = countReasons(refused, selected.omittedCounts)
  const warned = readWarnings(catalog, selected, used, budget)
  const handout = {
    ...requestFacts(catalog, request),
    strength: outcome,
    engine: selectionEdition,
    budget,
    ...(asksBudget(request) ? { budgetAsked: true as const } : {}),
    tokenizer: tokenizer.name,
    decisions: activation.decisions,
    used,
    spans: [...spansOf(picks, citations), ...spansOf(evidence).map((span) => ({ ...span, evidence: true as const }))],
    fenced,
    ...(request.packs && request.activation ? { explicit: explicitRefs(catalog, used, request.packs) } : {}),
    warnings: recordedWarnings(warned),
    claims: selected.claims,
    citationGaps: selected.gaps.map(({ ref, path, section }) => ({ ref, path, section })),
  }
  const result = {
    outcome,
    fenced,
    tokens,
    tokenizer: tokenizer.name,
    excerpts: excerptsOf(picks, citations, tokenizer),
    omitted: [...refused, ...selected.omitted],
    omittedCounts,
    missing: selected.missing,
    unknownWords: selection.unknownWords,
    withheld: withheld.map(({ ref }) => ref),
    ...recommendationFor(outcome, selection, {
      withheld,
      noRoom: selected.noRoom,
      unsearched: unsearched(omittedCounts),
      isUnread: omittedCounts.unreadable !== undefined,
    }),
    citationGaps: selected.gaps,
    evidence: excerptsOf(evidence, citations, tokenizer),
    inputs: inputsOf(request, budget, used),
    warnings: warned.map(({ diagnostic }) => diagnostic),
  }
  return { handout, result, now, selection }
}

/** The outcome of the release: `nothing` without text, unless it is only the budget that is too small. */
const releasedOutcome = ({ outcome }: Selection, { picks, noRoom }: Selected): Selection['outcome'] =>
  picks.length > 0 || (noRoom && outcome === 'answered') ? outcome : 'nothing'

interface Hindrances {
  readonly withheld: readonly Withheld[]
  readonly noRoom: boolean
  /** Reasons why entries that may contain the answer were not searched; empty if everything was. */
  readonly unsearched: string
  /** A granted file cannot be read. */
  readonly isUnread: boolean
}

/** Advice for a task that is not answered. */
function recommendationFor(
  outcome: ReadOutcome,
  { unknownWords, searched, isAllGiven }: Selection,
  { withheld, noRoom, unsearched: closed, isUnread }: Hindrances,
): Pick<ReadResult, 'recommendation'> {
  if (noRoom) return { recommendation: 'Use a larger budget.' }
  if (outcome === 'answered' || (outcome === 'nothing' && searched.sources.length === 0 && !isUnread)) return {}
  if (outcome === 'withheld')
    return { recommendation: withheld.map(({ ref, change }) => `${ref} matches and is withheld. ${change}`).join(' ') }
  if (isAllGiven)
    return {
      recommendation: 'Everything found was already returned. Use the earlier replies, or ask with other words.',
    }
  if (closed !== '')
    return {
      recommendation: `Not everything was searched: ${closed}. A person can change that; or ask again with other words.`,
    }
  const words = unknownWords.length > 0 ? ` for ${unknownWords.map((word) => `"${word}"`).join(', ')}` : ''
  return { recommendation: `Ask again with other words${words}; ask the person; or say that it is unknown.` }
}

interface Answering {
  readonly reader: Reader
  readonly budget: number
  readonly tokenizer: Tokenizer
}

/** The selection and its fenced text. */
interface Fitted {
  readonly selection: Selection
  readonly selected: Selected
  readonly fenced: Fenced
  readonly tokens: number
}

/**
 * A followed entry may have changed since it was listed; then its decision is void and the read is repeated without it.
 */
async function answerAsListed(
  catalog: Catalog,
  activation: Activation,
  request: Repeatable,
  answering: Answering,
): Promise<Fitted & { readonly activation: Activation; readonly used: readonly Allowed[] }> {
  const fitted = await answer(catalog, activation.allowed, request, answering)
  const used = usedEntries(activation.allowed, [...fitted.selected.picks, ...fitted.selected.evidence])
  const changed = changedHeads(catalog, used, answering.reader.ports.files)
  return changed.size === 0
    ? { ...fitted, activation, used }
    : answerAsListed(catalog, withoutChanged(activation, changed), request, answering)
}

/** Cached texts may have changed on the disk; if so, they are read again. */
async function answer(
  catalog: Catalog,
  allowed: readonly Allowed[],
  request: Repeatable,
  { reader, budget, tokenizer }: Answering,
): Promise<Fitted> {
  const {
    cache,
    ports: { files, sessions, receipts },
  } = reader
  const known = request.known ?? (await knownSpans(sessions, request))
  const { task, also = [], after, packs, evidence = false, onIndexed } = request
  const given = after === undefined ? {} : { wasGiven: await givenBy(after, receipts) }
  const named = explicitRefs(catalog, allowed, packs ?? [])
  for (let attempt = 1; ; attempt++) {
    const options = {
      task,
      also,
      ...given,
      fill: asksBudget(request),
      tokenizer,
      evidence,
      named,
      ...(onIndexed ? { onIndexed } : {}),
      ...(cache && attempt < 3 ? { cache } : {}),
    }
    const selection = await inTraceSpan(
      'read',
      reader,
      () => select(files, allowed, options),
      () => ({ 'lorefence.entries': allowed.length }),
    )
    const fitting = (): Fitted => fitFence(selection, { task, catalog, allowed, budget, tokenizer, known })
    const fitted = inTraceSpan('fence', reader, fitting, ({ selected, tokens }) => ({
      'lorefence.excerpts': selected.picks.length,
      'lorefence.tokens': tokens,
      'lorefence.budget': budget,
    }))
    if (attempt === 3 || selection.isUnchanged(fitted.selected)) return fitted
  }
}

interface FenceOptions {
  readonly task: string
  readonly catalog: Catalog
  readonly allowed: readonly Allowed[]
  readonly budget: number
  readonly tokenizer: Tokenizer
  readonly known: KnownSpans
}

/**
 * The most text that fits the budget and the limit of a weak reply, envelope included. The choice does not depend on
 * the session, so that a replay chooses the same.
 */
function fitFence(selection: Selection, { task, catalog, allowed, budget, tokenizer, known }: FenceOptions): Fitted {
  const isWeak = selection.outcome === 'weak'
  const most = Math.min(budget, selection.ceiling)
  const fence = (selected: Selected) => ({ selected, fenced: fenceResolved({ ...selected, isWeak, task }, allowed) })
  const compose = (room: number): Selected => {
    const selected = selection.compose(room)
    const refs = new Set(selected.picks.map(({ source }) => source.ref))
    return { ...selected, notices: [...shadowNotices(catalog, refs), ...selected.notices] }
  }
  const { composed, tokens } = fit(most, {
    compose: (room) => fence(compose(room)),
    measure: ({ fenced }) => tokenizer.count(fenced),
    isEmpty: ({ selected }) => selected.picks.length === 0,
    isCut: ({ selected }) => (selected.omittedCounts.budget ?? 0) > 0,
  })
  for (const onlyShorter of known.size > 0 ? [false, true] : []) {
    const named = fence(withoutKnown(composed.selected, known, { tokenizer, onlyShorter }))
    const length = tokenizer.count(named.fenced)
    if (length <= most) return { selection, ...named, tokens: length }
  }
  return { selection, ...composed, tokens }
}

/** A requested budget is filled; a default, or a limit from the config, is not. */
const asksBudget = ({ budget, isCeiling = false }: Repeatable): boolean => budget !== undefined && !isCeiling

/**
 * The entries that the caller named; without names, or with a mode as well, also those activated otherwise (AK-358).
 */
function chooseCandidates(catalog: Catalog, request: ReadRequest, reader: Reader, now: Date): Activation {
  const { packs, activation: mode } = request
  const named = packs && askGates(catalog, reader, { named: packs, now })
  if (named && !mode) return named
  const others = mode === 'implicit' ? clearMatches(catalog, request, reader, now) : askGates(catalog, reader, { now })
  return named ? joinActivations(named, others) : others
}

/** Only packs that clearly match the task; decisions on the others are dropped (AK-133). */
function clearMatches(catalog: Catalog, { task }: ReadRequest, reader: Reader, now: Date): Activation {
  const mode = 'implicit'
  const asked = askPackGates(catalog, reader, { mode, now })
  const profiles = profilePacks(reader.ports.files, catalog, asked, reader).map(({ profile }) => profile)
  const clear = new Set(matchPacks(task, profiles).flatMap(({ ref, matched }) => (matched ? [ref] : [])))
  const isClear = ({ ref }: { readonly ref: string }): boolean => clear.has(ref)
  return {
    allowed: asked.allowed.filter(isClear),
    decisions: asked.decisions.filter(isClear),
    omitted: asked.omitted.filter((one) => one.reason === 'ungranted' || isClear(one)),
  }
}

/** Naming a manifest names its units. */
function explicitRefs(catalog: Catalog, allowed: readonly Allowed[], packs: readonly string[]): ReadonlySet<string> {
  if (packs.length === 0) return new Set()
  const named = new Set(packs.flatMap((name) => findNamed(catalog, name)?.ref ?? []))
  const isPlace = ({ root, entryFile }: Allowed): boolean =>
    packs.includes(root) || packs.includes(`${root}/${entryFile}`)
  const isNamed = (entry: Allowed): boolean =>
    named.has(entry.ref) || (entry.kind === 'unit' && named.has(entry.manifestRef)) || isPlace(entry)
  return new Set(allowed.filter(isNamed).map(({ ref }) => ref))
}

function unknownNames(catalog: Catalog, { packs = [] }: ReadRequest): readonly Omission[] {
  return packs
    .filter((name) => !findNamed(catalog, name))
    .map((name) => ({
      ref: name,
      reason: 'unknown',
      code: unknownCode(catalog, name),
      detail: notFound(catalog, name),
    }))
}

function inputsOf({ task }: ReadRequest, budget: number, used: readonly Allowed[]): ReadInputs {
  const packs = used
    .flatMap((entry) => (entry.kind === 'pack' ? [entry] : []))
    .map(({ ref, pack: { name, status, trust, profile, mode, grounding } }) => ({
      ref,
      name,
      status,
      trust,
      profile,
      mode,
      grounding: grounding ?? 'none',
    }))
  return { task, budget, packs }
}
