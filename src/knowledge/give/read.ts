import type { Activation } from '../../activate/activate.ts'
import { matchPacks } from '../../activate/match.ts'
import { findNamed } from '../../catalog/refs.ts'
import type { Allowed } from '../../model/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Tokenizer } from '../../model/ports.ts'
import type { Left, ReadInputs, ReadRequest, ReadResult } from '../../model/read.ts'
import { resolve } from '../../resolve/resolve.ts'
import { loadTokenizer } from '../../text/tokens.ts'
import { atStage } from '../at-stage.ts'
import { askGates, askPackGates, type Reader } from '../decide/ask-gates.ts'
import { profilePacks } from '../decide/pack-profiles.ts'
import { changedHeads, withoutChanged } from '../decide/same-head.ts'
import { inAnswerSpan, inSpan } from '../in-span.ts'
import { excerptsOf, spansOf } from './excerpts.ts'
import { usedEntries } from './fence-resolved.ts'
import { fitFence, type Fitted } from './fit-fence.ts'
import { readWarnings } from './read-warnings.ts'
import { releaseRead, requestFacts, type PreparedRead, type Repeatable } from './release-read.ts'
import { knownSpans, withoutKnown } from './session-spans.ts'

/** Most tokens of an answer unless somebody says otherwise; most answers are far shorter. */
const ordinaryBudget = 2000

/** What the call says goes before the config; a ceiling holds for both (AK-170). */
export const budgetFor = (asked: number | undefined, { defaultBudget, restraints }: Pick<Reader, 'defaultBudget' | 'restraints'>): number =>
  Math.min(asked ?? defaultBudget ?? ordinaryBudget, restraints.budget ?? Infinity)

/** Decide, then read, then fence, then record, then release: in this order and no other. */
export async function readKnowledge(catalog: Catalog, request: Repeatable, reader: Reader): Promise<ReadResult> {
  return inAnswerSpan(request, reader, async () => {
    const prepared = await prepareRead(catalog, request, reader)
    await atStage(request, 'record')
    return inSpan('record', reader, () => releaseRead(prepared, reader), ({ receipt: { id, proof, fencedDigest, spans } }) => ({ 'lorefence.receipt': id, 'lorefence.proof': proof, 'lorefence.fenced_digest': fencedDigest, 'lorefence.spans': spans.length }))
  })
}

/** All but the record, and nothing is released. */
export async function prepareRead(catalog: Catalog, request: Repeatable, reader: Reader): Promise<PreparedRead> {
  const { ports } = reader
  const now = ports.clock.now()
  await atStage(request, 'decide')
  const candidates = inSpan('decide', reader, () => chooseCandidates(catalog, request, reader, now), ({ allowed, left }) => ({ 'lorefence.allowed': allowed.length, 'lorefence.refused': left.length }))
  const budget = budgetFor(request.budget, reader)
  const tokenizer = await loadTokenizer()
  await atStage(request, 'read')
  const { activation, used, resolved, fenced, tokens } = answerAsListed(catalog, candidates, request, { reader, budget, tokenizer })
  const { picks, evidence, citations } = resolved
  const refused = [...activation.left, ...unknownNames(catalog, request)]
  const handout = {
    ...requestFacts(catalog, request),
    budget, ...(asksBudget(request) ? { budgetAsked: true as const } : {}), tokenizer: tokenizer.name, decisions: activation.decisions, used, spans: [...spansOf(picks, citations), ...spansOf(evidence).map((span) => ({ ...span, evidence: true as const }))], fenced,
  }
  const result = {
    fenced, tokens, tokenizer: tokenizer.name,
    excerpts: excerptsOf(picks, citations, tokenizer),
    left: [...refused, ...resolved.left],
    leftCounts: withReasons(resolved.leftCounts, refused),
    missing: resolved.missing,
    uncovered: resolved.uncovered,
    ...(resolved.recommendation === undefined ? {} : { recommendation: resolved.recommendation }),
    citationGaps: resolved.gaps,
    evidence: excerptsOf(evidence, citations, tokenizer),
    inputs: inputsOf(request, budget, used),
    warnings: readWarnings(catalog, resolved, used, budget),
  }
  return { handout, result, now }
}

interface Answering {
  readonly reader: Reader
  readonly budget: number
  readonly tokenizer: Tokenizer
}

/** What was decided about must be what is given: a followed entry may have changed since it was listed. */
function answerAsListed(catalog: Catalog, activation: Activation, request: Repeatable, answering: Answering): Fitted & { readonly activation: Activation; readonly used: readonly Allowed[] } {
  const fitted = answer(activation.allowed, request, answering)
  const used = usedEntries(activation.allowed, [...fitted.resolved.picks, ...fitted.resolved.evidence])
  const changed = changedHeads(catalog, used, answering.reader.ports.files)
  return changed.size === 0 ? { ...fitted, activation, used } : answerAsListed(catalog, withoutChanged(activation, changed), request, answering)
}

/** What was kept from an earlier read may have changed on the disk; then it is read anew, and what it says now counts. */
function answer(allowed: readonly Allowed[], request: Repeatable, { reader, budget, tokenizer }: Answering): Fitted {
  const { room, ports: { files, sessions } } = reader
  const known = request.known ?? knownSpans(sessions, request)
  const { task, packs, evidence = false } = request
  const named = new Set(packs ? allowed.map(({ ref }) => ref) : [])
  for (let attempt = 1; ; attempt++) {
    const options = { task, budget, fill: asksBudget(request), tokenizer, evidence, named, ...(room && attempt < 3 ? { room } : {}) }
    const resolution = inSpan('read', reader, () => resolve(files, allowed, options), () => ({ 'lorefence.entries': allowed.length }))
    const fit = (): Fitted => fitFence(withoutKnown(resolution, known, tokenizer), allowed, budget, tokenizer)
    const fitted = inSpan('fence', reader, fit, ({ resolved, tokens }) => ({ 'lorefence.excerpts': resolved.picks.length, 'lorefence.tokens': tokens, 'lorefence.budget': budget }))
    if (attempt === 3 || resolution.stands(fitted.resolved)) return fitted
  }
}

/** A budget that was asked for is meant to be used; a ceiling, ours or the config's, is not. */
const asksBudget = ({ budget, isCeiling = false }: Repeatable): boolean => budget !== undefined && !isCeiling

/** Implicit: of all packs, those that the task clearly speaks of; what the gates say of the others is nobody's concern (AK-133). */
function chooseCandidates(catalog: Catalog, { packs, activation: mode, task }: ReadRequest, reader: Reader, now: Date): Activation {
  if (packs || mode !== 'implicit') return askGates(catalog, reader, { ...(packs ? { named: packs } : {}), ...(mode ? { mode } : {}), now })
  const asked = askPackGates(catalog, reader, { mode, now })
  const profiles = profilePacks(reader.ports.files, catalog, asked, reader).map(({ profile }) => profile)
  const clear = new Set(matchPacks(task, profiles).flatMap(({ ref, matched }) => (matched ? [ref] : [])))
  const isClear = ({ ref }: { readonly ref: string }): boolean => clear.has(ref)
  return { allowed: asked.allowed.filter(isClear), decisions: asked.decisions.filter(isClear), left: asked.left.filter((left) => left.count !== undefined || isClear(left)) }
}

function unknownNames(catalog: Catalog, { packs = [] }: ReadRequest): readonly Left[] {
  return packs.filter((name) => !findNamed(catalog, name)).map((name) => ({ ref: name, reason: 'unknown', detail: `There is no pack, manifest or unit "${name}" here.` }))
}

function inputsOf({ task }: ReadRequest, budget: number, used: readonly Allowed[]): ReadInputs {
  const packs = used.flatMap((entry) => (entry.kind === 'pack' ? [entry] : [])).map(({ ref, pack: { name, status, trust, profile, mode, grounding } }) => ({ ref, name, status, trust, profile, mode, grounding: grounding ?? 'none' }))
  return { task, budget, packs }
}

function withReasons(counts: Readonly<Record<string, number>>, refused: readonly Left[]): Readonly<Record<string, number>> {
  const all: Record<string, number> = { ...counts }
  for (const { reason, count = 1 } of refused) all[reason] = (all[reason] ?? 0) + count
  return all
}
