import { recordRelease } from '../shared/record-release.ts'
import { unknownName } from '../shared/not-found.ts'
import { isNamed } from '../../activate/activate.ts'
import { fenceEvidence } from '../../fence/fence.ts'
import type { AllowedPack } from '../../model/decisions/brands.ts'
import type { Catalog } from '../../model/catalog.ts'
import type { Evidence, EvidenceOptions } from '../../model/reading/evidence.ts'
import type { Tokenizer } from '../../model/ports.ts'
import type { Omission } from '../../model/reading/read.ts'
import type { ReceiptClaim } from '../../model/records/receipt.ts'
import { anchoredPick } from '../../select/grounding/anchored.ts'
import { packClaims, sectionAnchors, type KnownClaim } from '../../select/grounding/claims.ts'
import { runEvidence } from '../../select/grounding/run-evidence.ts'
import type { OpenPack, Visit } from '../../select/packs/pack-texts.ts'
import { mergeSections, type Pick } from '../../select/pick.ts'
import { ReadCache } from '../../select/texts/read-cache.ts'
import { suggest } from '../../text/messages/suggest.ts'
import { loadTokenizer } from '../../text/tokens/tokens.ts'
import { askPackGates, type Reader } from '../decide/ask-gates.ts'
import { refused } from '../decide/refused.ts'
import { excerptsOf, spansOf } from '../read/excerpts.ts'
import { evidenceContexts, usedEntries } from '../read/fence-resolved.ts'
import { budgetFor } from '../read/read.ts'
import { isPackText } from '../../text/paths/paths.ts'

/** The sources of a claim or a section of one pack: decide, read, fence, record, release. */
export async function releaseEvidence(
  catalog: Catalog,
  ref: string,
  options: EvidenceOptions,
  reader: Reader,
): Promise<Evidence> {
  const { name, ...asked } = readRef(ref, options)
  const entry = catalog.entries.find((candidate) => candidate.document.kind === 'pack' && isNamed(candidate, [name]))
  if (!entry) return unknownName(catalog, name)
  const now = reader.ports.clock.now()
  const activation = askPackGates(catalog, reader, { named: [entry.ref], now })
  const [allowed] = activation.allowed
  if (!allowed) return refused(entry.ref, activation)
  const tokenizer = await loadTokenizer()
  const budget = budgetFor(options.budget, reader)
  // A cache of its own: evidence is rare, and every byte is read for this release.
  const visit: Visit = { files: reader.ports.files, omitted: [], fresh: new Set() }
  const pack = new ReadCache().packs.open(allowed, visit)
  const { omitted } = visit
  if (!pack) return { outcome: 'refused', ref: entry.ref, verdict: 'ask', decision: allowed.decision, omitted }
  const found = gather(pack, asked, visit)
  const { findings, provenance, picks } = runEvidence(visit.files, pack, isAbout(asked, found))
  const { shown, fenced, tokens } = fit([...found.picks, ...picks], omitted, { allowed, budget, tokenizer })
  const receipt = await recordRelease(
    {
      kind: 'evidence',
      activation: 'explicit',
      task: '',
      named: [entry.ref],
      budget,
      tokenizer: tokenizer.name,
      decisions: [allowed.decision],
      used: usedEntries([allowed], shown),
      spans: spansOf(shown),
      fenced,
      claims: found.claims.map((claim) => recordedClaim(entry.ref, claim)),
    },
    reader,
    now,
  )
  return {
    outcome: 'given',
    ref: entry.ref,
    claims: found.claims.map(({ stated: _stated, ...claim }) => claim),
    anchors: found.anchors,
    findings,
    ...(provenance ? { provenance } : {}),
    excerpts: excerptsOf(shown, new Map(), tokenizer),
    fenced,
    tokens,
    tokenizer: tokenizer.name,
    omitted,
    missing: missingOf(found, asked, { ...allowed, isPart: omitted.some(({ reason }) => reason === 'changed') }),
    decision: allowed.decision,
    receipt,
  }
}

const recordedClaim = (ref: string, { id, status, source, statedIn }: KnownClaim): ReceiptClaim => ({
  ref,
  path: statedIn[0] ?? 'indexes/source-map.json',
  id,
  status,
  ...(source === undefined ? {} : { source }),
})

/** Whether a finding on a file concerns the requested claim or section, or the whole pack. */
function isAbout({ claim, section }: Asked, { claims }: Found): (path: string) => boolean {
  if (section !== undefined) return (path) => section === path || section.startsWith(`${path}#`)
  return (path) => claim === undefined || claims.some(({ statedIn }) => statedIn.includes(path))
}

interface Asked {
  readonly claim?: string
  readonly section?: string
}

/** `pack:kiosk#battery-life` is a claim, `pack:kiosk#compiled/facts.md#battery` a section. */
function readRef(ref: string, { claim, section }: EvidenceOptions): Asked & { readonly name: string } {
  const hash = ref.indexOf('#')
  const [name, rest] = hash < 0 ? [ref, ''] : [ref.slice(0, hash), ref.slice(hash + 1)]
  const isSection = rest.includes('#') || isPackText(rest)
  const wanted = {
    claim: claim ?? (rest === '' || isSection ? undefined : rest),
    section: section ?? (isSection ? rest : undefined),
  }
  return {
    name,
    ...(wanted.claim === undefined ? {} : { claim: wanted.claim }),
    ...(wanted.section === undefined ? {} : { section: wanted.section }),
  }
}

interface Found {
  readonly claims: readonly KnownClaim[]
  readonly anchors: readonly string[]
  readonly picks: readonly Pick[]
  readonly known: readonly string[]
}

function gather(pack: OpenPack, { claim, section }: Asked, visit: Visit): Found {
  const all = packClaims(visit.files, pack)
  const known = all.map(({ id }) => id)
  const picksOf = (anchors: readonly string[]): readonly Pick[] =>
    anchors.flatMap((anchor) => anchoredPick(pack, anchor, visit.omitted) ?? [])
  if (section !== undefined) {
    const anchors = sectionAnchors(section, pack, visit) ?? []
    return { claims: [], anchors, picks: picksOf(anchors), known }
  }
  if (claim === undefined)
    return {
      claims: all,
      anchors: [...new Set(all.flatMap(({ source }) => source ?? []))],
      picks: all.flatMap(({ stated }) => stated ?? []),
      known,
    }
  const claims = all.filter(({ id }) => id === claim)
  const anchors = [...new Set(claims.flatMap(({ source }) => source ?? []))]
  return { claims, anchors, picks: [...claims.flatMap(({ stated }) => stated ?? []), ...picksOf(anchors)], known }
}

/** Adds excerpts as long as text and envelope fit. */
function fit(
  picks: readonly Pick[],
  omitted: Omission[],
  {
    allowed,
    budget,
    tokenizer,
  }: { readonly allowed: AllowedPack; readonly budget: number; readonly tokenizer: Tokenizer },
) {
  let kept: readonly Pick[] = []
  const fence = (pieces: readonly Pick[]) =>
    fenceEvidence(evidenceContexts(mergeSections(pieces, tokenizer.count), [allowed]))
  for (const pick of picks) {
    const more = [...kept, pick]
    if (tokenizer.count(fence(more)) <= budget) kept = more
    else
      omitted.push({
        ref: pick.source.ref,
        path: pick.source.path,
        reason: 'budget',
        detail: 'This excerpt does not fit the budget.',
      })
  }
  const shown = mergeSections(kept, tokenizer.count)
  const fenced = fence(kept)
  return { shown, fenced, tokens: tokenizer.count(fenced) }
}

function missingOf(
  { claims, anchors, known }: Found,
  { claim, section }: Asked,
  { ref, isPart }: { readonly ref: string; readonly isPart: boolean },
): readonly string[] {
  const where = isPart ? ' in the files that may be used now' : ''
  if (claim !== undefined && claims.length === 0) {
    const similar = suggest(claim, known)
    return [`${ref} has no claim "${claim}"${where}.${similar === undefined ? '' : ` Did you mean "${similar}"?`}`]
  }
  if (anchors.length > 0) return []
  if (claim !== undefined) return [`The claim "${claim}" names no source.`]
  return section === undefined ? [`${ref} has no claims${where}.`] : [`No source is named for ${section}.`]
}
