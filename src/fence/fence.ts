import type { Fenced } from '../model/decisions/brands.ts'
import type { Pack } from '../model/documents/pack.ts'
import { envelope, fenced, type Attributes } from './envelope.ts'
import { remarkLines, sectionsText, type FencedSection, type Remarks } from './sections.ts'
import { dataSentenceFor, groundingSentence } from './sentences.ts'

/** The excerpts of one pack in one answer. */
export interface PackContext extends Remarks {
  readonly pack: Pack
  readonly excerpts: readonly FencedSection[]
}

/** One envelope for each pack and manifest of an answer: personas first, otherwise in the given order. */
export function fenceEntries(contexts: readonly (PackContext | ManifestContext)[]): Fenced {
  const isPersona = (context: PackContext | ManifestContext): boolean =>
    'pack' in context && context.pack.mode === 'persona'
  const ordered = [...contexts].sort((a, b) => Number(isPersona(b)) - Number(isPersona(a)))
  return fenced(ordered.map((context) => ('pack' in context ? packEnvelope(context) : manifestEnvelope(context))))
}

function packEnvelope({ pack, excerpts, ...remarks }: PackContext): string {
  const header = [
    dataSentenceFor(pack.mode),
    ...(pack.grounding === 'required' ? [groundingSentence] : []),
    ...remarkLines(remarks),
  ]
  return envelope('knowledge_pack', attributesOf(pack), { header, body: sectionsText(excerpts) })
}

function attributesOf(pack: Pack): Attributes {
  return [
    ['name', pack.name],
    ['status', pack.status],
    ['trust', pack.trust],
    ['grounding', pack.grounding],
    ['profile', pack.profile],
    ['mode', pack.mode],
    ['runtime_mode', pack.mode],
  ]
}

/** The excerpts of the units of one manifest in one answer. */
export interface ManifestContext extends Remarks {
  readonly name: string
  /** Further attributes in their order, such as the version or the publisher's trust. */
  readonly attributes?: Readonly<Record<string, string | undefined>>
  readonly units: readonly UnitContext[]
}

interface UnitContext {
  readonly id: string
  readonly sections: readonly FencedSection[]
}

/** The path of each section is prefixed with the id of its unit. */
function manifestEnvelope({ name, attributes = {}, units, ...remarks }: ManifestContext): string {
  const sections = units.flatMap(({ id, sections: own }) =>
    own.map((section) => ({ ...section, path: `${id}: ${section.path}` })),
  )
  return envelope('knowledge_manifest', [['name', name], ...Object.entries(attributes)], {
    header: [dataSentenceFor('data'), ...remarkLines(remarks)],
    body: sectionsText(sections),
  })
}

/** The evidence for a claim or a section: the cited places and their text. */
export interface EvidenceContext extends Remarks {
  /** Ref of the pack or unit it belongs to. */
  readonly ref: string
  readonly attributes?: Readonly<Record<string, string | undefined>>
  readonly sections: readonly FencedSection[]
}

export function fenceEvidence(contexts: readonly EvidenceContext[]): Fenced {
  return fenced(
    contexts.map(({ ref, attributes = {}, sections, ...remarks }) =>
      envelope('knowledge_evidence', [['ref', ref], ...Object.entries(attributes)], {
        header: [dataSentenceFor('data'), ...remarkLines(remarks)],
        body: sectionsText(sections),
      }),
    ),
  )
}

export const joinFenced = (parts: readonly Fenced[]): Fenced => fenced(parts.filter((part) => part !== ''))
