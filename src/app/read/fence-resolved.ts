import { withSharedObligations } from '../../activate/activate.ts'
import {
  fenceEntries,
  fenceEvidence,
  joinFenced,
  type EvidenceContext,
  type ManifestContext,
  type PackContext,
} from '../../fence/fence.ts'
import type { FencedSection } from '../../fence/sections.ts'
import type { Allowed, AllowedPack, Fenced } from '../../model/decisions/brands.ts'
import type { Decision, Obligation } from '../../model/decisions/decision.ts'
import type { Pick } from '../../select/pick.ts'
import type { Selected } from '../../select/pipeline.ts'
import { listEnds } from '../../text/markdown/list-ends.ts'
import { plainPath } from '../../text/messages/plain-names.ts'
import { notesOf } from '../shared/notes.ts'
import { manifestContext } from '../shared/manifest-context.ts'

type Shown = { readonly [K in 'picks' | 'evidence' | 'notices']: Selected[K] } & {
  /** Places that a pack marks as open questions. */
  readonly open?: Selected['open']
  /** The match is weak, which the envelope must state. */
  readonly isWeak?: boolean
  /** Used to mark units whose author says that they are not for it. */
  readonly task?: string
}

/** For the header of every envelope of a weak reply. */
const weakNote = 'Weak match: it may not answer the task.'

/** Each pack and each manifest in a separate envelope, personas first; then the evidence (AK-312). */
export function fenceResolved(resolved: Shown, allowed: readonly Allowed[]): Fenced {
  const { picks, evidence } = resolved
  const used = usedEntries(allowed, picks)
  const units = used.filter((entry) => entry.kind === 'unit')
  const manifests = new Set<string>()
  const contexts = used.flatMap((entry): readonly (PackContext | ManifestContext)[] => {
    if (entry.kind === 'pack') return [packContext(entry, resolved)]
    if (manifests.has(entry.manifestRef)) return []
    manifests.add(entry.manifestRef)
    const own = units.filter(({ manifestRef }) => manifestRef === entry.manifestRef)
    const context = manifestContext(
      own.map((unit) => ({ allowed: unit, excerpts: excerptsOf(unit.ref, picks) })),
      entry,
      resolved.task,
    )
    return [resolved.isWeak ? { ...context, warnings: [weakNote, ...(context.warnings ?? [])] } : context]
  })
  return joinFenced([
    fenceEntries(contexts),
    fenceEvidence(evidenceContexts(evidence, allowed, new Set(used.map(({ ref }) => ref)))),
  ])
}

/** In the order of the reply, with the obligations of the files used. */
export function usedEntries(allowed: readonly Allowed[], picks: readonly Pick[]): readonly Allowed[] {
  const paths = new Map<string, string[]>()
  for (const {
    source: { ref, path },
  } of picks)
    paths.set(ref, [...(paths.get(ref) ?? []), path])
  return [...paths].flatMap(([ref, own]) => {
    const entry = allowed.find((candidate) => candidate.ref === ref)
    return entry ? [withSharedObligations(entry, own)] : []
  })
}

/** Notices that go into the envelope; the others are returned to the caller. */
const inFence = new Set(['AK604', 'AK612', 'AK806', 'AK807', 'AK811'])
const mostNotices = 3

function packContext({ ref, pack, decision }: AllowedPack, { picks, notices, open = [], isWeak }: Shown): PackContext {
  const unanswered = open
    .filter((one) => one.ref === ref)
    .slice(0, mostNotices)
    .map(({ place }) => `The pack lists something about this as open: ${plainPath(place)}.`)
  const shown = notices.filter((notice) => notice.ref === ref && inFence.has(notice.code)).map(({ message }) => message)
  const warnings = [
    ...(isWeak ? [weakNote] : []),
    ...notesOf(decision),
    ...unanswered,
    ...shown.slice(0, mostNotices),
    ...(shown.length > mostNotices ? [`${shown.length - mostNotices} more of this kind.`] : []),
  ]
  return { pack, excerpts: excerptsOf(ref, picks), warnings, obligations: obligationsOf(decision) }
}

/** If an entry already has an envelope, its warnings are there. */
export function evidenceContexts(
  evidence: readonly Pick[],
  allowed: readonly Allowed[],
  shown: ReadonlySet<string> = new Set(),
): readonly EvidenceContext[] {
  return usedEntries(allowed, evidence).map(({ ref, decision }) => ({
    ref,
    sections: sectionsOf(ref, evidence),
    warnings: shown.has(ref) ? [] : notesOf(decision),
    obligations: obligationsOf(decision),
  }))
}

const obligationsOf = ({ reasons }: Decision): readonly Obligation[] =>
  reasons.flatMap(({ obligations = [] }) => obligations)

/** An incomplete list is marked, so that it is not taken for the whole. */
const excerptsOf = (ref: string, picks: readonly Pick[]): readonly FencedSection[] =>
  picks
    .filter(({ source }) => source.ref === ref)
    .map((pick) => {
      const {
        source: { text },
        stretches,
        repeated,
      } = pick
      const { before, after } =
        repeated === undefined
          ? listEnds(text, { start: stretches[0]?.start ?? 0, end: stretches.at(-1)?.end ?? 0 })
          : { before: false, after: false }
      return { ...sectionOf(pick), ...(before ? { gap: true } : {}), ...(after ? { goesOn: true } : {}) }
    })

const sectionsOf = (ref: string, picks: readonly Pick[]): readonly FencedSection[] =>
  picks.filter(({ source }) => source.ref === ref).map(sectionOf)

const sectionOf = ({ source: { path }, headings, text }: Pick): FencedSection => ({ path, headings, text })
